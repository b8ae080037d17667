# SPDX-License-Identifier: GPL-2.0
# Settings and functions of "make machine": releases, kernels and disk images. Bash scripts source this
# file after env.sh and build/debian-config.sh. The flow of data:
#
#	Debian's servers --mmdebstrap--> root.tar ----> base.qcow2	build-image: ext4, partition,
#	  packages/machine-image,	   |		  |	  	boot loader by its own
#	  image/, Debian's kernels	   |		  |		grub-install
#					   |		  v
#	build/deb/CONFIG/*.deb ----------------> CONFIG.qcow2		install-kernel: apt in the
#	  (KERNEL=ours)			    |		  |		machine, choose-kernel
#					    v		  v
#	RUN, files ----------------------> overlay for one run		run-machine, boot-machine
#	standard output, error, status <-- (or KEEP: kept.NAME.qcow2)
#
# Each arrow between images is a qcow2 overlay, so a run leaves the images below it as they are. All
# images of a release are in one directory of the cache. Its name has a checksum of the inputs of
# base.qcow2. Every image has a file IMAGE.sum with its checksum and that of its inputs; an image
# without this file was not finished. Tests of the machine call run-machine with RUN, once for each
# phase, and use KEEP for phases that need more than one boot.

declare -A debian_numbers=([bookworm]=12 [trixie]=13)

# read_settings: set the global variables of the machine from the environment
read_settings() {
	# This variable of "make deb" does not select a kernel of the machine.
	local STOCK=

	[ "$(uname -m)" = x86_64 ] || die "this machine is $(uname -m); make machine needs x86_64"
	[ -z "$variant" ] || die "make machine does not support VARIANT; unset it"
	distro=${DISTRO:-bookworm}
	[ -n "${debian_numbers[$distro]-}" ] ||
		die "unknown DISTRO=$distro (valid: bookworm trixie)"
	kernel=${KERNEL:-ours}
	: "${CONFIG:=cloud-amd64}"
	is_debian_config "$CONFIG" ||
		die "make machine does not support CONFIG=$CONFIG (valid: $debian_configs)"
	case $kernel in
	ours|stock) reject_other_base "unset BASE, or set KERNEL to a directory with packages" ;;
	esac
	set_deb_directories
	case $kernel in
	debian)	;;
	ours)	packages=$debs ;;
	stock)	packages=$debs-stock ;;
	*)	[ -d "$kernel" ] || die "unknown KERNEL=$kernel (valid: ours, debian, stock, or a" \
			"directory with a package linux-image)"
		packages=$(cd "$kernel" && pwd) ;;
	esac
	kept=${KEEP-}
	[[ $kept =~ ^[A-Za-z0-9_-]*$ ]] ||
		die "KEEP=$kept is not a name (valid: letters, digits, \"_\" and \"-\")"
	set_image_paths
}

# Packages of Debian's kernels: the versions of the base kernel that the tests were run with.
stock_packages() {
	local flavour

	for flavour in $debian_configs; do
		echo "linux-image-${hosts_tested%% *}+deb${debian_numbers[$distro]}-$flavour"
	done
}

# set_image_paths: set the directory of the release's images, the base image, and the image that has
# the kernel. The base image starts Debian's kernel of the first configuration. The name of an image
# with packages has a checksum of their directory, because several checkouts may share the cache.
set_image_paths() {
	local inputs

	inputs=$({
		stock_packages
		grep -v '^#' "$host/config/packages/machine-image"
		sed -n '/^mirror=/,/^read_settings/ { /^[[:space:]]*#/! p }' "$host/machine/build-image"
		cd "$host/machine/image" && find . -type f | sort | xargs stat -c '%n %a'
		find . -type f | sort | xargs cat
	} | sha256sum | cut -c 1-12)
	images=$cache/machine/$distro-$inputs
	base_image=$images/base.qcow2
	case $kernel in
	debian)	image=$images/debian-$CONFIG.qcow2
		[ "$CONFIG" != "${debian_configs%% *}" ] || image=$base_image ;;
	*)	image=$images/${packages##*/}-$(echo "$packages" | sha256sum | cut -c 1-12).qcow2 ;;
	esac
}

# lock_images: take the lock of the release's disk images on descriptor 8. It is not the lock of the
# cache, so a build of a kernel and a machine do not wait for each other. Child processes inherit the
# lock.
lock_images() {
	[ ! /proc/self/fd/8 -ef "$images/lock" ] || return 0
	mkdir -p "$images"
	exec 8>"$images/lock"
	flock -n 8 && return
	echo "Waiting for another command that builds a disk image." >&2
	flock 8
}

unlock_images() {
	exec 8>&-
}

# prepare_image: build the disk image that has the kernel, unless the cache has it, and keep the lock of the
# images. End with an error first if a package is missing.
prepare_image() {
	local stock=

	[ "$kernel" != stock ] || stock='STOCK=1 '
	[ "$kernel" = debian ] || ls "$packages"/linux-image-*.deb >/dev/null 2>&1 ||
		die "$packages has no package linux-image; run: make deb CONFIG=$CONFIG" \
			"$stock${DEBUG_INFO:+DEBUG_INFO=$DEBUG_INFO }(hours), or set KERNEL=debian"
	lock_images
	"$host/machine/build-image"
	[ "$image" = "$base_image" ] || "$host/machine/install-kernel"
}

checksum() {
	b2sum -l 256 <"$1" | cut -d ' ' -f 1
}

# publish_image PART IMAGE INPUTS: give a complete image its name and record its checksum and that of
# its inputs
publish_image() {
	rm -f "$2.sum"
	mv "$1" "$2"
	printf '%s\n' "$(checksum "$2")" "$3" >"$2.sum.part"
	sync "$2" "$2.sum.part"
	mv "$2.sum.part" "$2.sum"
}

# has_image IMAGE INPUTS: is the image complete and made of these inputs? End with an error if it is
# damaged. The next run then builds it again, and the images above it.
has_image() {
	local expected inputs

	[ -f "$1" ] && [ -f "$1.sum" ] || return
	{ read -r expected; read -r inputs; } <"$1.sum" || :
	[ "${inputs-}" = "$2" ] || return
	[ "$(checksum "$1")" != "$expected" ] || return 0
	rm -f "$1" "$1.sum"
	[ "$1" != "$base_image" ] || rm -f "$images"/*.qcow2 "$images"/*.qcow2.sum
	die "the disk image $1 was damaged: its contents were not those that were built. It was" \
		"removed; run the same command again to build it again, and check the disk of this" \
		"machine if the error returns"
}

# create_overlay IMAGE PART: create a disk image that has the contents of IMAGE, in the same directory
create_overlay() {
	rm -f "$2"
	(cd "$(dirname "$1")" && qemu-img create -q -f qcow2 -F qcow2 -b "$(basename "$1")" "$2")
}
