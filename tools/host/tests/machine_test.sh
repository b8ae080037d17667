#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: machine_test.sh [NAME...]
#
# Tests of machine/ and check/test-machine, and of Debian's configurations in build/. QEMU is replaced by a stand-in.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

boot=$host/machine/boot-machine

# create_qemu: QEMU that runs the commands of standard input. $stdout, $stderr, $status and $input are
# the files that a machine would see as ports and as its second disk.
create_qemu() {
	{
		cat <<-'END'
		#!/bin/bash
		port() {
			printf '%s\n' "${words[@]}" | sed -n "s/^file,id=$1,path=//p"
		}
		words=("$@")
		stdout=$(port stdout) stderr=$(port stderr) status=$(port status)
		input=$(printf '%s\n' "$@" | sed -n 's/^file=\(.*\),format=raw,.*/\1/p')
		console=$(printf '%s\n' "$@" | sed -n 's/^file:\(.*\)/\1/p')
		echo '[    9.0] reboot: Power down' >"$console"
		END
		cat
	} | script "$scratch/bin/qemu-system-x86_64"
	touch "$scratch/disk.qcow2"
	echo 'echo hello' >"$scratch/run"
}

# fails_with STATUS TEXT COMMAND...: succeed if the command exits with STATUS and prints TEXT
fails_with() {
	local expected=$1 text=$2 output status=0
	shift 2

	output=$(PATH=$scratch/bin:$PATH "$@" 2>&1 </dev/null) || status=$?
	echo "status $status: $output"
	[ "$status" -eq "$expected" ] && [[ $output = *"$text"* ]]
}

test_wrong_arguments_are_rejected() {
	create_qemu <<<'exit 0'
	fails_with 125 'machine: no --disk' "$boot" &&
		fails_with 125 'machine: unknown option --disc' "$boot" --disc "$scratch/disk.qcow2" &&
		fails_with 125 "machine: no disk image at $scratch/none" "$boot" --disk "$scratch/none" &&
		fails_with 125 "machine: no script at $scratch/none" "$boot" \
			--disk "$scratch/disk.qcow2" "$scratch/none" &&
		fails_with 125 'machine: more than one script: a b' "$boot" \
			--disk "$scratch/disk.qcow2" a b &&
		fails_with 125 "machine: --add $scratch/none:/x: no file $scratch/none" "$boot" \
			--disk "$scratch/disk.qcow2" --add "$scratch/none:/x" "$scratch/run"
}

# Output, error output and status of the script are those of boot-machine, byte by byte.
test_output_and_status_are_passed_on() {
	local status=0

	create_qemu <<-'END'
	printf 'a\0b\nno newline' >"$stdout"
	echo oops >"$stderr"
	echo 7 >"$status"
	END
	PATH=$scratch/bin:$PATH "$boot" --disk "$scratch/disk.qcow2" "$scratch/run" \
		>"$scratch/stdout" 2>"$scratch/stderr" || status=$?
	[ "$status" -eq 7 ] && printf 'a\0b\nno newline' | cmp - "$scratch/stdout" &&
		[ "$(cat "$scratch/stderr")" = oops ] || return
	# The output is appended to a file that already has text.
	echo first >"$scratch/stdout"
	PATH=$scratch/bin:$PATH "$boot" --disk "$scratch/disk.qcow2" "$scratch/run" \
		>>"$scratch/stdout" 2>/dev/null
	[ "$(head -n 1 "$scratch/stdout")" = first ]
}

test_script_and_files_are_packed() {
	create_qemu <<-'END'
	tar -xOf "$input" ./run/machine/script >"$stdout"
	tar -xOf "$input" ./root/dir/file >"$stdout"
	tar --numeric-owner -tvf "$input" ./root/dir/file | cut -d ' ' -f 2 >"$stdout"
	echo 0 >"$status"
	END
	mkdir -p "$scratch/dir"
	echo content >"$scratch/dir/file"
	[ "$(PATH=$scratch/bin:$PATH "$boot" --disk "$scratch/disk.qcow2" \
		--add "$scratch/dir:/root/dir" "$scratch/run")" = $'echo hello\ncontent\n0/0' ]
}

# A machine that stops early, never ends, or ends after its time is an error, and the console is shown.
test_machine_without_a_result_is_reported() {
	create_qemu <<<'echo "Kernel panic" >"$console"; exit 1'
	fails_with 125 'it stopped before the script ended' "$boot" --disk "$scratch/disk.qcow2" \
		"$scratch/run" &&
		fails_with 125 '  Kernel panic' "$boot" --disk "$scratch/disk.qcow2" "$scratch/run" ||
		return
	create_qemu <<<'echo 0 >"$status"; exec sleep 60'
	fails_with 124 'machine: timeout after 1 s' "$boot" --disk "$scratch/disk.qcow2" --timeout 1 \
		"$scratch/run" || return
	create_qemu <<<'echo 0 >"$status"; echo "Kernel panic" >"$console"'
	fails_with 125 'it was not turned off properly after the script had ended with status 0' \
		"$boot" --disk "$scratch/disk.qcow2" "$scratch/run"
}

# QEMU may end before the readers of its output run.
test_early_end_is_no_deadlock() {
	create_qemu <<<'echo "Kernel panic" >"$console"; exit 1'
	cat >"$scratch/slow" <<-'END'
	set -o functrace
	trap 'case $BASHPID:$BASH_COMMAND in "$$":*) ;; *:cat*) sleep 1 ;; esac' DEBUG
	END
	fails_with 125 'it stopped before the script ended' timeout 30 env BASH_ENV="$scratch/slow" \
		"$boot" --disk "$scratch/disk.qcow2" "$scratch/run"
}

# The machine is stopped if the reader of its output has ended, or if the output cannot be written.
test_lost_output_is_reported() {
	local lost='machine: the output of the script cannot be written; the machine was stopped'

	create_qemu <<<'echo hello >"$stdout"; echo 0 >"$status"'
	fails_with 125 "$lost" bash -c '"$@" >/dev/full' - "$boot" --disk "$scratch/disk.qcow2" \
		"$scratch/run" || return
	create_qemu <<<'yes >"$stdout"; echo 0 >"$status"'
	fails_with 125 "$lost" bash -c 'set -o pipefail; "$@" | head -n 1' - "$boot" \
		--disk "$scratch/disk.qcow2" --timeout 60 "$scratch/run"
}

# The boot loader gets the frequency of the TSC, which the kernel cannot measure on a busy machine. With
# --count-instructions it is that of the instructions.
test_machine_gets_the_frequency_of_the_tsc() {
	local khz words

	create_qemu <<<'echo "$@" >"$stdout"; echo 0 >"$status"'
	script "$scratch/bin/grep" <<<$'#!/bin/sh\nexit 1'	# no KVM
	words=$(PATH=$scratch/bin:$PATH "$boot" --disk "$scratch/disk.qcow2" "$scratch/run")
	rm "$scratch/bin/grep"
	echo "$words"
	gcc -O2 -o "$scratch/tsc" "$host/guest/measure-tsc.c" && khz=$("$scratch/tsc") || return
	words=${words#*-smbios type=11,value=tsc_early_khz=}
	[[ $words = *([0-9])' no_timer_check systemd.crash_reboot=1 '* ]] || return
	# The two may differ by 0.1 %.
	khz=$((1000 * khz / ${words%% *}))
	[ "$khz" -ge 999 ] && [ "$khz" -le 1001 ] || return
	fails_with 0 '-icount shift=0,sleep=off' "$boot" --disk "$scratch/disk.qcow2" \
		--count-instructions "$scratch/run" &&
		fails_with 0 'value=tsc_early_khz=1000000 systemd.crash_reboot=1 ' "$boot" --disk "$scratch/disk.qcow2" \
			--count-instructions "$scratch/run"
}

# With --discard, QEMU throws away changes of the image. The machine has no network.
test_disk_is_discarded_on_request() {
	create_qemu <<<'echo "$@" >"$stdout"; echo 0 >"$status"'
	fails_with 0 'id=disk,cache=unsafe,werror=report,rerror=report,snapshot=on ' "$boot" \
		--disk "$scratch/disk.qcow2" --discard "$scratch/run" &&
		fails_with 0 'rerror=report -device' "$boot" --disk "$scratch/disk.qcow2" \
			"$scratch/run" &&
		fails_with 0 ' -nodefaults ' "$boot" --disk "$scratch/disk.qcow2" \
			"$scratch/run" >"$scratch/words" || return
	! grep -e -net -e -nic -e hostfwd "$scratch/words"
}

# A checkout whose install-packages does nothing. Its cache is empty.
create_checkout() {
	own=$scratch/own
	rm -rf "$own" "$scratch/cache"
	copy_scripts "$own" env.sh machine build/{debian-config.sh,stages.sh} guest/qemu.sh \
		config/packages config/kernel.config
	script "$own/tools/host/build/install-packages" <<<'#!/bin/sh'
	export XDG_CACHE_HOME=$scratch/cache
	run=$own/tools/host/machine/run-machine
}

test_wrong_settings_are_rejected() {
	create_checkout
	fails_with 1 'error: unknown DISTRO=sid (valid: bookworm trixie)' env DISTRO=sid "$run" &&
		fails_with 1 'error: unknown KERNEL=theirs (valid: ours, debian, stock, or a directory' \
			env KERNEL=theirs "$run" &&
		fails_with 1 "does not support CONFIG=small (valid: cloud-amd64 amd64)" \
			env CONFIG=small "$run" &&
		fails_with 1 'DEBUG_INFO=none is unknown (valid: yes, no)' env DEBUG_INFO=none "$run" &&
		fails_with 1 'KEEP=../x is not a name' env KEEP=../x "$run" &&
		fails_with 1 "$own/build/deb/amd64 has no package linux-image; run: make deb $(
			)CONFIG=amd64 (hours)" env CONFIG=amd64 "$run" &&
		fails_with 1 "make deb CONFIG=cloud-amd64 DEBUG_INFO=no (hours), or set KERNEL=debian" \
			env DEBUG_INFO=no "$run" &&
		fails_with 1 "$own/build/deb/amd64-stock has no package linux-image; run: make deb $(
			)CONFIG=amd64 STOCK=1 (hours)" \
			env CONFIG=amd64 KERNEL=stock STOCK=1 "$run" || return
	script "$scratch/bin/uname" <<<$'#!/bin/sh\necho aarch64'
	fails_with 1 'error: this machine is aarch64; make machine needs x86_64' "$run"
}

test_full_disk_is_reported_before_the_build() {
	create_checkout
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 500 9'
	script "$scratch/bin/mmdebstrap" <<<$'#!/bin/sh\necho started'
	fails_with 1 ' needs 6000 MB and has 500; free some space, or set XDG_CACHE_HOME' \
		env KERNEL=debian "$run"
}

# QEMU writes what the machine writes to a file in /var/tmp, not in /tmp.
test_full_disk_is_reported_before_the_boot() {
	create_checkout
	create_base_image
	script "$scratch/bin/df" <<<$'#!/bin/sh\n[ "$2" = /var/tmp ] && echo / 9 9 500 9 || echo / 9 9 9999 9'
	create_qemu <<<'echo 0 >"$status"'
	fails_with 1 '/var/tmp needs 1000 MB and has 500; free some space, or set TMPDIR' \
		env -u TMPDIR KERNEL=debian RUN=true "$run" &&
		fails_with 0 '' env TMPDIR="$scratch" KERNEL=debian RUN=true "$run"
}

# create_base_image: a stand-in for the finished image with Debian's kernel
create_base_image() {
	in_checkout 'echo data >"$images/part"; publish_image "$images/part" "$base_image" base'
}

# The stage that installs the boot loader starts again from the same disk if it was interrupted.
test_interrupted_stage_leaves_the_disk_as_it_was() {
	local images loader=$scratch/own/tools/host/machine/boot-machine

	create_checkout
	images=$(in_checkout 'echo "$images"')
	mkdir -p "$images/disk"
	touch "$images"/{root.tar,disk/vmlinuz,disk/initrd.img}
	echo root >"$images/disk/disk.qcow2"
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 9999 9'
	script "$loader" <<<$'#!/bin/sh\necho half >>"$2"; kill -9 $PPID'
	fails_with 137 '' env KERNEL=debian "$own/tools/host/machine/build-image" || return
	script "$loader" <<<$'#!/bin/sh\necho loader >>"$2"'
	fails_with 0 loader env KERNEL=debian "$own/tools/host/machine/build-image" &&
		[ "$(xargs <"$images/base.qcow2")" = 'root loader' ]
}

# A finished image needs no space for another build.
test_finished_image_is_not_built_again() {
	create_checkout
	create_base_image
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 1500 9'
	script "$scratch/bin/mmdebstrap" <<<$'#!/bin/sh\necho started; exit 1'
	create_qemu <<<'echo "$@" >"$stdout"; echo 3 >"$status"'
	fails_with 3 'base.qcow2,format=qcow2,if=none,id=disk,cache=unsafe,' \
		env KERNEL=debian RUN='exit 3' "$run"
}

test_failed_download_is_explained() {
	create_checkout
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 9999 9'
	script "$scratch/bin/mmdebstrap" <<<$'#!/bin/sh\necho E: Unable to locate package x\nexit 1'
	fails_with 1 "Debian's servers must be reachable and have all packages of" \
		env KERNEL=debian "$run" &&
		fails_with 1 'linux-image-6.12.117+deb13-cloud-amd64' \
			env KERNEL=debian DISTRO=trixie "$run" &&
		fails_with 1 'E: Unable to locate package x' env KERNEL=debian "$run"
}

# in_checkout COMMANDS: run commands with the functions and settings of the machine
in_checkout() {
	bash -euc ". '$own/tools/host/env.sh'; . \"\$host/build/debian-config.sh\"
		. \"\$host/machine/machine.sh\"; export KERNEL=debian; read_settings
		mkdir -p \"\$images\"; $1"
}

# An image is used only if it was finished, is undamaged, and has the same inputs.
test_damaged_images_are_removed() {
	local make='echo data >"$images/part"; publish_image "$images/part" "$base_image" a'

	create_checkout
	in_checkout "$make; has_image \"\$base_image\" a && ! has_image \"\$base_image\" b" || return
	in_checkout "$make; rm \"\$base_image.sum\"; ! has_image \"\$base_image\" a" || return
	fails_with 1 'base.qcow2 was damaged: its contents were not those that were built' \
		in_checkout "$make; touch \"\$images/debian-amd64.qcow2\"; echo more >>\"\$base_image\"
		has_image \"\$base_image\" a" || return
	in_checkout '! ls "$images"/*.qcow2*'
}

# The images depend on the files in the image and on the stages of build-image, and not on its comments.
test_image_directory_depends_on_its_inputs() {
	local first

	create_checkout
	first=$(in_checkout 'echo "$images"')
	echo '# comment' >>"$own/tools/host/machine/build-image"
	sed -i '/^mirror=/i # comment' "$own/tools/host/machine/build-image"
	[ "$(in_checkout 'echo "$images"')" = "$first" ] || return
	sed -i 's/truncate -s 12G/truncate -s 13G/' "$own/tools/host/machine/build-image"
	[ "$(in_checkout 'echo "$images"')" != "$first" ] || return
	first=$(in_checkout 'echo "$images"')
	echo '# comment' >>"$own/tools/host/machine/image/etc/fstab"
	[ "$(in_checkout 'echo "$images"')" != "$first" ] &&
		[ "$(DISTRO=trixie in_checkout 'echo "$images"')" != "$first" ] || return
	# Packages of two checkouts have images of their own.
	in_checkout 'kernel=ours
		packages=/a/deb/amd64 && set_image_paths && first=$image
		packages=/b/deb/amd64 && set_image_paths && [ "$image" != "$first" ]'
}

# create_package ARCHITECTURE OPTION...: a package of a kernel that has the options
create_package() {
	local root=$scratch/package

	rm -rf "$root" "$scratch/debs"
	mkdir -p "$root"/{DEBIAN,boot} "$scratch/debs"
	printf '%s\n' 'Package: linux-image-6.12.1-x' 'Version: 1' "Architecture: $1" \
		'Maintainer: a <a@b.c>' 'Description: x' >"$root/DEBIAN/control"
	shift
	printf 'CONFIG_%s=y\n' "$@" >"$root/boot/config-6.12.1-x"
	dpkg-deb -b "$root" "$scratch/debs/linux-image-6.12.1-x.deb" >/dev/null
}

check_package() {
	in_checkout "CONFIG=cloud-amd64
		eval \"\$(sed -n '/^check_kernel/,/^}/p' \"\$host/machine/install-kernel\")\"
		check_kernel '$scratch/debs'; echo \"\$release\""
}

test_packages_that_cannot_boot_are_rejected() {
	local options='VIRTIO_PCI VIRTIO_BLK VIRTIO_CONSOLE EXT4_FS SERIAL_8250_CONSOLE'

	create_checkout
	create_package amd64 $options BLK_DEV_INITRD
	[ "$(check_package)" = 6.12.1-x ] || return
	create_package amd64 $options
	fails_with 1 "cannot boot the machine: it has no CONFIG_BLK_DEV_INITRD; run: make deb $(
		)CONFIG=cloud-amd64" check_package || return
	create_package arm64 $options BLK_DEV_INITRD
	fails_with 1 'is damaged or not a package for amd64' check_package || return
	create_package amd64 $options BLK_DEV_INITRD
	cp "$scratch/debs/linux-image-6.12.1-x.deb" "$scratch/debs/linux-image-2.deb"
	fails_with 1 'has 2 packages linux-image instead of one' check_package || return
	rm "$scratch/debs/linux-image-2.deb"
	truncate -s -200 "$scratch/debs/linux-image-6.12.1-x.deb"
	fails_with 1 'is damaged; run: make deb' check_package
}

# Packages and objects of a configuration do not replace those of another one.
test_configurations_have_their_own_directories() {
	(
		. "$host/env.sh"
		. "$host/build/debian-config.sh"
		directories() {
			set_deb_directories
			echo "${debs#"$out/"} ${deb_objects#"$kdeb"}"
		}
		[ "$(directories)" = 'deb ' ] &&
			[ "$(CONFIG=/boot/config directories)" = 'deb ' ] &&
			[ "$(CONFIG=small directories)" = 'deb/small -small' ] &&
			[ "$(CONFIG=/boot/config DEBUG_INFO=no directories)" = \
				'deb/no-debug -no-debug' ] &&
			[ "$(CONFIG=amd64 DEBUG_INFO=yes directories)" = 'deb/amd64 -amd64' ] &&
			[ "$(CONFIG=amd64 DEBUG_INFO=no directories)" = \
				'deb/amd64-no-debug -amd64-no-debug' ] &&
			[ "$(CONFIG=amd64 STOCK=1 directories)" = 'deb/amd64-stock -amd64-stock' ] &&
			[ "$(CONFIG=amd64 DEBUG_INFO=no STOCK=1 directories)" = \
				'deb/amd64-no-debug-stock -amd64-no-debug-stock' ] &&
			[ "$(CONFIG=/boot/config STOCK=1 directories)" = 'deb/stock -stock' ] &&
			fails_with 1 'error: STOCK=yes is unknown (valid: 1, or not set)' \
				eval 'STOCK=yes; (set_deb_directories)'
	)
}

# The base kernel is configured without the options that only our Kconfig has. It cannot be built from
# the small configuration, which "make kernel" builds.
test_base_kernel_has_its_own_options() {
	create_overlay
	printf 'config %s\n' OURS BOTH >"$own/Kconfig"
	printf 'config %s\n' BOTH THEIRS >"$tree/kernel/trace/Kconfig"
	touch "$tree/samples/Kconfig" "$tree/MAINTAINERS"
	printf 'CONFIG_%s=y\n' OURS BOTH OTHER >"$scratch/fragment"
	[ "$(KSRC=$tree bash -euc '. "$0/tools/host/env.sh"; . "$host/build/source-trees.sh"
		print_known_options "$1"' "$own" "$scratch/fragment" | xargs)" = \
		'CONFIG_BOTH=y CONFIG_OTHER=y' ] || return
	create_checkout
	copy_scripts "$own" build/{build-deb,source-trees.sh}
	fails_with 1 'error: STOCK=1 needs a configuration from a file' \
		env CONFIG=small STOCK=1 "$own/tools/host/build/build-deb"
}

# Debian's configurations are those of the default base. "make deb" rejects them for another one
# before it installs packages.
test_configuration_of_another_base_is_rejected() {
	local error="is Debian's configuration of Linux 6.12, and the base kernel is Linux 7.3;"

	create_checkout
	copy_scripts "$own" build/{build-deb,source-trees.sh}
	fails_with 1 "error: CONFIG=cloud-amd64 $error unset BASE, or set KERNEL to a directory" \
		env BASE=7.3 "$run" || return
	script "$own/tools/host/build/install-packages" <<<$'#!/bin/sh\necho installs; exit 3'
	fails_with 1 "error: CONFIG=amd64 $error set CONFIG to a file with a configuration of $(
		)Linux 7.3, or to running or small" \
		env BASE=7.3 CONFIG=amd64 "$own/tools/host/build/build-deb" &&
		fails_with 3 installs \
			env BASE=6.12 CONFIG=amd64 "$own/tools/host/build/build-deb" &&
		fails_with 3 installs \
			env BASE=7.3 CONFIG=small "$own/tools/host/build/build-deb"
}

# If the new packages cannot be copied, the packages of the earlier build stay.
test_packages_are_replaced_together() {
	(
		eval "$(sed -n '/^replace_packages/,/^}/p' "$host/build/build-deb")"
		objects=$scratch/objects debs=$scratch/debs out=$scratch/out with_tool=1
		mkdir -p "$objects" "$debs" "$out/tool-deb"
		touch "$debs/linux-image-1.deb" "$scratch/linux-image-2.deb" \
			"$scratch/linux-headers-2.deb" "$out/tool-deb/trace-hist_2.deb"
		PATH=$scratch/bin:$PATH
		script "$scratch/bin/cp" <<<"$(printf '%s\n' '#!/bin/sh' \
			"[ ! -e '$scratch/full' ] && exec /bin/cp \"\$@\"")"
		touch "$scratch/full"
		! replace_packages && [ "$(ls "$debs")" = linux-image-1.deb ] || exit
		rm "$scratch/full"
		replace_packages && [ "$(ls "$debs" | xargs)" = \
			'linux-headers-2.deb linux-image-2.deb trace-hist_2.deb' ] || exit
		# A configuration without modules has no headers.
		rm "$scratch/linux-headers-2.deb"
		with_tool=
		replace_packages && [ "$(ls "$debs")" = linux-image-2.deb ] && [ ! -e "$debs.part" ]
	)
}

# The space for the missing objects is checked before they are compiled.
test_missing_objects_need_space() {
	local copy=$scratch/objects

	mkdir -p "$copy"
	printf '%s\n' a.o b.o c.o d.o e.o f.o g.o h.o i.o j.o >"$copy/.objects"
	touch "$copy"/{a,b}.o
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 3010 9'
	(
		. "$host/env.sh"
		. "$host/build/stages.sh"
		eval "$(sed -n '/^check_space/,/^}/p' "$host/build/build-deb")"
		objects=$copy debs=$scratch/debs
		echo '# CONFIG_DEBUG_INFO is not set' >"$objects/.config"
		fails_with 0 "Objects: 2 of 10 are compiled. The others and the packages need up to $(
			)3003 MB." check_space || exit
		echo CONFIG_DEBUG_INFO=y >"$objects/.config"
		fails_with 1 ' needs 3011 MB and has 3010; free some space' check_space || exit
		check_space >/dev/null 2>&1 || :
		expect_objects 10 8
		printf '%s\n' '  CC      a.o' '  CC [M]  b.o' '  LD      c' '  AS      d.o' >"$copy/log"
		[ "$(count_objects "$copy/log")" = '5 of about 10 objects' ] || exit
		expect_objects 10 0
		[ "$(count_objects "$copy/log")" = '3 objects' ] || exit
		printf '%s\n' '  CC [M]  e.mod.o' '  CC [M]  f.mod.o' '  LD [M]  e.ko' >>"$copy/log"
		[ "$(count_objects "$copy/log")" = 'modules: 2 described, 1 linked' ]
	)
}

# The end of a stage leaves no process with the lock of build/, for which the next command would
# wait.
test_stage_leaves_no_lock() {
	(
		. "$host/env.sh"
		. "$host/build/stages.sh"
		logs=$scratch/logs out=$scratch/out
		lock_build
		run_stage quick sleep 0.3
		exec 7>&-
		flock -n "$out/lock" true
	)
}

# A long stage prints a line from time to time if its output is not a terminal.
test_long_stage_prints_its_progress() {
	(
		. "$host/env.sh"
		. "$host/build/stages.sh"
		logs=$scratch/logs
		quiet_seconds=1
		expect_objects 10 8
		compile() {
			echo '  CC      a.o'
			sleep 4
		}
		output=$(run_compile_stage compile)
		echo "$output"
		grep -qE '^compile +[1-4] s  3 of about 10 objects$' <<<"$output" &&
			tail -n 1 <<<"$output" | grep -qE '^compile +[0-9]+ s$' || exit
		# Other stages compile nothing.
		output=$(run_stage packages compile)
		echo "$output"
		grep -qE '^packages +[1-4] s$' <<<"$output" && ! grep -q objects <<<"$output"
	)
}

# The error names the reason for each option that kconfig drops.
test_lost_options_are_explained() {
	local source=$scratch/source

	mkdir -p "$source/kernel"
	cat >"$source/kernel/Kconfig" <<-'END'
	config EVENTS
		bool "Events"
		depends on MMU
		depends on TRACING || DEBUG
	config OTHER
		depends on NOTHING
	END
	script "$scratch/bin/make" <<<$'#!/bin/sh\n: >"$objects/.config"'
	printf '%s\n' CONFIG_EVENTS=y CONFIG_UNKNOWN=y >"$scratch/fragment"
	export objects=$scratch/objects
	touch "$scratch/base"
	fails_with 1 "these settings have no effect: CONFIG_EVENTS=y CONFIG_UNKNOWN=y (CONFIG_EVENTS $(
		)depends on MMU && TRACING || DEBUG; CONFIG_UNKNOWN is not an option of this kernel)" \
		"$host/build/configure-kernel" --base "$scratch/base" "$objects" "$source" \
		"$scratch/fragment"
}

# make passes the commands on as they are, and prints their exit status.
test_make_does_not_expand_commands() {
	local commands='echo $HOME $(id) "a  b" $$; exit 7' output

	create_checkout
	cp "$repo/Makefile" "$own"
	script "$run" <<<$'#!/bin/sh\nprintf "%s\\n" "$RUN"; exit 7'
	output=$(make -s -C "$own" machine RUN="$commands" 2>&1) && return 1
	echo "$output"
	[ "${output%%$'\n'*}" = "$commands" ] && [[ $output = *"machine] Error 7" ]] || return
	[ "$(RUN=$commands make -s -C "$own" machine 2>/dev/null)" = "$commands" ] &&
		[ -z "$(make -s -C "$own" machine 2>/dev/null)" ]
}

# create_machine_checkout: a checkout with a phase "one", whose machine prints the file $scratch/says/KERNEL
# and counts its boots in $scratch/boots. No disk image is built.
create_machine_checkout() {
	create_checkout
	copy_scripts "$own" check/{test-machine,find-splats} guest/measure-tsc.c
	create_known_splats "$own"
	check=$own/tools/host/check/test-machine
	sed -i "s/^all_phases=.*/all_phases='one two'/; /^all_phases+=/d" "$check"
	rm -r "$own/tools/host/machine/check"
	script "$own/tools/host/machine/check/one.sh" <<<'run_one() { :; }'
	script "$own/tools/host/machine/check/two.sh" <<<$'needs_ours="it upgrades packages"\nrun_two() { :; }'
	script "$own/tools/host/machine/build-image" <<<'#!/bin/sh'
	script "$own/tools/host/machine/install-kernel" <<<'#!/bin/sh'
	script "$own/tools/host/machine/run-machine" <<-END
	#!/bin/bash
	echo "\$KERNEL" >>"$scratch/boots"
	mkdir -p "$own/build/log/machine-check"
	cp "$scratch/says/console" "$own/build/log/machine-check/machine.console"
	cat "$scratch/says/\${KERNEL##*/}"
	exit "\$(cat "$scratch/says/status")"
	END
	rm -rf "$scratch/debs"
	mkdir -p "$scratch"/{says,debs}
	touch "$scratch/debs/linux-image-1.deb"
	: >"$scratch/boots"
	: >"$scratch/says/console"
	echo 0 >"$scratch/says/status"
	echo 'pass a' | tee "$scratch/says/debs" >"$scratch/says/debian"
	echo /build/ >"$own/.gitignore"
	git -C "$own" init -q
	git -C "$own" add .
	export DISTRO=trixie KERNEL=$scratch/debs
}

# boots: print the kernels that were booted since the last call
boots() {
	sed 's,.*/,,' "$scratch/boots" | xargs
	: >"$scratch/boots"
}

test_wrong_phases_are_rejected() {
	create_machine_checkout
	fails_with 1 'error: unknown phase three (valid: one two)' "$check" three &&
		fails_with 1 'error: HOUR_SECONDS=0 is not a positive number' \
			env HOUR_SECONDS=0 "$check" &&
		fails_with 1 'make machine-check does not support KEEP' env KEEP=x "$check" &&
		fails_with 1 'make machine-check does not support GUEST' \
			env GUEST='--cpus 1' "$check" &&
		fails_with 1 'error: unknown DISTRO=sid' env DISTRO=sid "$check" || return
	rm "$scratch/debs/linux-image-1.deb"
	fails_with 1 'has no package linux-image; run: make deb' "$check"
}

# A phase that passed is not run again on the same files. A change runs it on our kernel, and not on
# Debian's.
test_passed_phases_are_recorded() {
	create_machine_checkout
	fails_with 0 $'pass machine/trixie/one: a\n1 passed, 0 failed, 0 skipped' "$check" one &&
		[ "$(boots)" = 'debs debian' ] &&
		fails_with 0 $'ran earlier, on the same files:\npass machine/trixie/one: a' \
			"$check" one && [ "$(boots)" = '' ] || return
	echo 1 >"$own/file"
	fails_with 0 'ran earlier' "$check" one && [ "$(boots)" = '' ] || return
	echo '# changed' >>"$own/tools/host/machine/boot-machine"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = debs ] || return
	echo '# changed' >>"$own/tools/host/machine/check/one.sh"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = 'debs debian' ] ||
		return
	echo 2 >"$scratch/debs/linux-image-1.deb"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = debs ] || return
	echo 'WARNING:f  # known' >>"$own/tools/testing/selftests/known-splats"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = debs ] || return
	# Another disk image
	echo package >>"$own/tools/host/config/packages/machine-image"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = 'debs debian' ]
}

# Without DISTRO, the phases run on both releases, with the packages of "make deb".
test_default_is_both_releases() {
	create_machine_checkout
	mkdir -p "$own/build/deb"
	mv "$scratch/debs" "$own/build/deb/cloud-amd64"
	mv "$scratch/says/debs" "$scratch/says/ours"
	fails_with 0 $'pass machine/trixie/one: a\n2 passed, 0 failed, 0 skipped' \
		env -u DISTRO -u KERNEL "$check" one &&
		[ "$(boots)" = 'ours debian ours debian' ]
}

# A phase that failed is run again on our kernel, even if nothing has changed.
test_failed_phases_are_run_again() {
	create_machine_checkout
	printf '%s\n' 'FAIL a: exit status 1' '# why' >"$scratch/says/debs"
	fails_with 1 $'FAIL machine/trixie/one: a  # exit status 1\n# why\n0 passed, 1 failed' \
		"$check" one && [ "$(boots)" = 'debs debian' ] || return
	echo 'pass a' >"$scratch/says/debs"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = debs ]
}

# A machine with Debian's kernel that ended early is booted again by the next run.
test_early_ends_are_not_recorded() {
	create_machine_checkout
	echo 124 >"$scratch/says/status"
	fails_with 1 'FAIL machine/trixie/one: end of the machine' "$check" one &&
		[ "$(boots)" = 'debs debian' ] || return
	echo 0 >"$scratch/says/status"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = 'debs debian' ]
}

# The end of a machine before its script and reports of the kernel are failures.
test_ends_of_machines_and_splats_are_failures() {
	create_machine_checkout
	echo 125 >"$scratch/says/status"
	fails_with 1 'FAIL machine/trixie/one: end of the machine  # exit status 125' \
		env KERNEL=debian "$check" one || return
	echo 0 >"$scratch/says/status"
	printf '[    1.0] %s\n' '------------[ cut here ]------------' \
		'WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2' '---[ end trace 0000000000000000 ]---' \
		>"$scratch/says/console"
	fails_with 1 'FAIL machine/trixie/one: splat WARNING:a  # WARNING: CPU: 0' \
		env KERNEL=debian "$check" one
}

# The comparison of a phase gets the output on both kernels. With one kernel, it is not called.
test_phases_can_compare_more() {
	create_machine_checkout
	cat >>"$own/tools/host/machine/check/one.sh" <<-'END'
	compare_one() {
		echo "FAIL output: $(grep -c '^pass a' "$1") $(grep -c '^pass a' "$2")"
	}
	END
	fails_with 1 'FAIL machine/trixie/one: output  # 1 1' "$check" one &&
		fails_with 0 $'one: a\n1 passed, 0 failed, 0 skipped' env KERNEL=debian "$check" one
}

test_phases_that_need_our_packages_are_skipped_without_them() {
	create_machine_checkout
	fails_with 0 'skip machine/trixie/two: it upgrades packages' env KERNEL=debian "$check" &&
		[ "$(boots)" = debian ]
}

test_results_on_two_kernels_are_compared() {
	printf '%s\n' 'key x' 'boot only' 'pass a' 'pass b' 'FAIL c: exit status 1' '# of c' \
		'FAIL d: exit status 2' 'skip e: no e' 'skip s: no s' 'client a: 1.0' \
		'figure f: 3 s' end >"$scratch/ours"
	printf '%s\n' 'key y' 'boot only' 'pass a' 'FAIL b: x' 'pass c' 'FAIL d: exit status 3' \
		'pass missing' 'skip e: no e' 'pass s' 'client a: 1.0' 'figure f: 2 s' end \
		>"$scratch/stock"
	diff - <("$host/machine/evaluate-phase" -v group=g -v stock=K "$scratch/ours" \
		"$scratch/stock") <<-'END'
	pass g: a
	pass g: b
	FAIL g: c  # exit status 1
	# of c
	skip g: d  # fails on K as well: exit status 3
	skip g: e  # no e
	FAIL g: s  # passes on K, skipped on ours: no s
	FAIL g: missing  # no result; pass on K
	# f: 3 s; K: 2 s
	# | a | 1.0 | pass | pass
	END
}

# A machine that stops early makes its results incomplete, so it is a failure on each kernel.
test_ends_of_both_machines_are_failures() {
	local ours=$scratch/ours stock=$scratch/stock

	printf '%s\n' 'boot only' 'FAIL end of the machine: exit status 124' '# why' >"$ours"
	cp "$ours" "$stock"
	diff - <("$host/machine/evaluate-phase" -v group=g -v stock=K "$ours" "$stock") <<-'END' ||
	FAIL g: end of the machine  # exit status 124
	# why
	END
		return
	printf '%s\n' 'boot only' 'pass a' >"$ours"
	diff - <("$host/machine/evaluate-phase" -v group=g -v stock=K "$ours" "$stock") <<-'END'
	pass g: a
	FAIL g: end of the machine with K  # exit status 124
	END
}

# A search of the console that fails, and not with a result, is a failure of the test.
test_failed_search_of_the_console_is_a_failure() {
	create_machine_checkout
	script "$own/tools/host/check/find-splats" <<<$'#!/bin/sh\nexit 1'
	fails_with 1 'FAIL machine/trixie/one: end of the machine  # find-splats failed' \
		env KERNEL=debian "$check" one
}

# The output on Debian's kernel of a run with KERNEL=debian is used for comparisons later.
test_output_on_the_kernel_of_debian_is_used_again() {
	create_machine_checkout
	fails_with 0 '1 passed, 0 failed, 0 skipped' env KERNEL=debian "$check" one &&
		[ "$(boots)" = debian ] &&
		fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = debs ]
}

# A phase with built_stock is compared with the packages of "make deb STOCK=1", if there are any.
test_phases_can_be_compared_with_a_built_kernel() {
	local packages

	create_machine_checkout
	packages=$own/build/deb/cloud-amd64-stock
	sed -i '1i built_stock=1' "$own/tools/host/machine/check/one.sh"
	echo 'pass a' >"$scratch/says/stock"
	fails_with 0 "run: make deb CONFIG=cloud-amd64 STOCK=1" "$check" one &&
		[ "$(boots)" = 'debs debian' ] || return
	mkdir -p "$packages"
	touch "$packages/linux-image-1.deb"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = stock ] || return
	# Other packages are tested again.
	echo 1 >"$packages/linux-image-1.deb"
	echo '# changed' >>"$own/tools/host/machine/boot-machine"
	echo 'FAIL a: x' | tee "$scratch/says/stock" >"$scratch/says/debs"
	fails_with 1 'skip machine/trixie/one: a  # fails on the stock kernel as well: x' \
		"$check" one && [ "$(boots)" = 'debs stock' ]
}

# A phase whose results are limits runs on our kernel only, or on Debian's if that is selected.
test_phase_alone_is_not_compared() {
	create_machine_checkout
	script "$own/tools/host/machine/check/two.sh" <<<$'alone=1\nrun_two() { :; }'
	echo 'FAIL a: x' | tee "$scratch/says/debs" >"$scratch/says/debian"
	fails_with 1 'FAIL machine/trixie/two: a  # x' "$check" two && [ "$(boots)" = debs ] &&
		fails_with 1 'FAIL machine/trixie/two: a  # x' env KERNEL=debian "$check" two &&
		[ "$(boots)" = debian ]
}

# A phase runs again after a change of a script that it uses, and not after one of any other script.
test_unrelated_scripts_repeat_no_phase() {
	create_machine_checkout
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = 'debs debian' ] ||
		return
	echo '# changed' >"$own/tools/host/check/lint-sources"
	echo '# changed' >"$own/tools/host/guest/init.sh"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ -z "$(boots)" ] || return
	echo '# changed' >>"$own/tools/host/guest/qemu.sh"
	fails_with 0 '1 passed, 0 failed, 0 skipped' "$check" one && [ "$(boots)" = debs ]
}

# The length of the phase "hour" is one of its variables, and no input of the other phases.
test_variables_belong_to_their_phase() {
	create_machine_checkout
	sed -i '1i variables=HOUR_SECONDS' "$own/tools/host/machine/check/two.sh"
	sed -i 's/^needs_ours=.*//' "$own/tools/host/machine/check/two.sh"
	export KERNEL=debian
	fails_with 0 '2 passed, 0 failed, 0 skipped' env HOUR_SECONDS=5 "$check" &&
		[ "$(boots)" = 'debian debian' ] &&
		fails_with 0 '2 passed, 0 failed, 0 skipped' env HOUR_SECONDS=6 "$check" &&
		[ "$(boots)" = debian ]
}

# A check that fails in one of its repetitions has failed. The name of a check has that of its boot.
test_repetitions_and_boots_are_told_apart() {
	printf '%s\n' 'boot first' 'pass a' 'FAIL a: x' 'pass a' 'boot second' 'pass a' >"$scratch/ours"
	diff - <("$host/machine/evaluate-phase" -v group=g "$scratch/ours") <<-'END'
	FAIL g: a (first boot)  # x
	pass g: a (second boot)
	END
}

test_new_warnings_are_failures() {
	(
		. "$host/machine/check/boot.sh"
		printf 'log %s\n' 'a: N errors' 'tsc: Unable to calibrate against PIT' 'b' >"$scratch/ours"
		printf 'log %s\n' b c >"$scratch/stock"
		diff - <(compare_boot "$scratch/ours" "$scratch/stock") <<-'END' || exit
		FAIL kernel log: 1 warnings that Debian's kernel does not have
		# a: N errors
		END
		echo 'log a: N errors' >>"$scratch/stock"
		compare_boot "$scratch/ours" "$scratch/stock" | grep '^pass'
	)
}

# In a result, the text after ": " is a reason. Two checks whose names begin alike would be one.
test_names_of_checks_differ() {
	local file names

	! grep -n 'check "[^"]*: ' "$host"/machine/check/*.sh || return
	for file in "$host"/machine/check/*.sh; do
		# Names of both results, "pass" and "FAIL", of the functions that compare two kernels
		names=$(sed -n 's/.*echo "pass \([^:"]*\): .*/\1/p' "$file" | sort | uniq -d)
		[ -z "$names" ] || { echo "$file: $names"; return 1; }
	done
}

# A histogram that counts all calls shows nothing about CPU hotplug if no CPU could go offline.
test_failed_hotplug_is_a_failure() {
	(
		. "$host/machine/check-functions.sh"
		. "$host/machine/check/hotplug.sh"
		rare=$scratch/rare
		mkdir -p "$rare"
		echo '{ common_cpu: 0 } hitcount: 300000' >"$rare/hist"
		python3() {
			:
		}
		hits() {
			echo 300000
		}
		cycle_cpus() {
			return "$result"
		}
		result=0
		count_beside_hotplug || exit
		result=1
		! count_beside_hotplug
	)
}

# Under lockdown, our kernel may refuse more files than the kernel that it is compared with.
test_more_open_files_are_failures() {
	(
		. "$host/machine/check-functions.sh"
		. "$host/machine/check/lockdown.sh"
		stock=stock
		declare -A stock_names=([stock]="the stock kernel")
		printf 'openable %s\n' 'read a' 'write b' >"$scratch/ours"
		printf 'openable %s\n' 'read a' 'read b' >"$scratch/stock"
		diff - <(compare_lockdown "$scratch/ours" "$scratch/stock") <<-'END' || exit
		FAIL files under confidentiality: 1 can be opened that the stock kernel refuses
		# write b
		pass clients under confidentiality: the same work as on the stock kernel
		END
		compare_lockdown /dev/null "$scratch/stock" | grep '^pass files ' &&
			compare_lockdown "$scratch/ours" /dev/null | grep '^FAIL files .*: 2 can ' || exit
		# Debian's kernel has no user events.
		echo 'openable read /user_events_data' >"$scratch/ours"
		compare_lockdown "$scratch/ours" "$scratch/stock" | grep '^pass files ' || exit
		echo 'has user_events' >>"$scratch/stock"
		compare_lockdown "$scratch/ours" "$scratch/stock" | grep '^FAIL files .*: 1 can ' || exit
		# The same clients must work.
		echo 'client-result perf refused' >"$scratch/ours"
		echo 'client-result perf works' >"$scratch/stock"
		compare_lockdown "$scratch/ours" "$scratch/stock" | grep -x '# theirs: perf works' &&
			compare_lockdown "$scratch/ours" "$scratch/ours" |
			grep -x "pass clients under confidentiality: the same work as on the stock kernel"
	)
}

# Each phase has a file with the functions that the script calls, and a row in the document.
test_phases_are_complete() {
	local phases name

	phases=$(eval "$(grep '^all_phases' "$host/check/test-machine")"; echo "$all_phases")
	[ "$(tr ' ' '\n' <<<"$phases" | sort)" = "$(cd "$host/machine/check" &&
		ls | sed 's/\.sh$//')" ] || return
	for name in $phases; do
		HOUR_SECONDS=1 bash -euc ". '$host/machine/check-functions.sh'
			. '$host/machine/check/$name.sh'
			declare -F run_$name" &&
			grep -qF "   * - \`\`$name\`\`" "$repo/Documentation/trace/testing.rst" ||
			return
	done
}

run_tests "$@"
