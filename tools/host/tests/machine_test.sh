#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: machine_test.sh [NAME...]
#
# Tests of machine/, and of Debian's configurations in build/. QEMU is replaced by a stand-in.

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
	[ "$status" -eq "$expected" ] && grep -qF -- "$text" <<<"$output"
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
		"$scratch/run"
}

# The boot loader gets the frequency of the TSC, which the kernel cannot measure on a busy machine.
test_machine_gets_the_frequency_of_the_tsc() {
	local khz words

	create_qemu <<<'echo "$@" >"$stdout"; echo 0 >"$status"'
	script "$scratch/bin/grep" <<<$'#!/bin/sh\nexit 1'	# no KVM
	words=$(PATH=$scratch/bin:$PATH "$boot" --disk "$scratch/disk.qcow2" "$scratch/run")
	rm "$scratch/bin/grep"
	echo "$words"
	gcc -O2 -o "$scratch/tsc" "$host/guest/measure-tsc.c" && khz=$("$scratch/tsc") || return
	words=${words#*-smbios type=11,value=tsc_early_khz=}
	# The two may differ by 0.1 %.
	khz=$((1000 * khz / ${words%% *}))
	[ "$khz" -ge 999 ] && [ "$khz" -le 1001 ]
}

# With --discard, QEMU throws away changes of the image. The machine has no network.
test_disk_is_discarded_on_request() {
	create_qemu <<<'echo "$@" >"$stdout"; echo 0 >"$status"'
	fails_with 0 'disk.qcow2,format=qcow2,if=none,id=disk,cache=unsafe,snapshot=on ' "$boot" \
		--disk "$scratch/disk.qcow2" --discard "$scratch/run" &&
		fails_with 0 'cache=unsafe -device' "$boot" --disk "$scratch/disk.qcow2" \
			"$scratch/run" || return
	! PATH=$scratch/bin:$PATH "$boot" --disk "$scratch/disk.qcow2" "$scratch/run" |
		grep -e -net -e -nic -e hostfwd
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
		fails_with 1 'error: unknown KERNEL=theirs (valid: ours, debian, or a directory' \
			env KERNEL=theirs "$run" &&
		fails_with 1 "does not support CONFIG=small (valid: cloud-amd64 amd64)" \
			env CONFIG=small "$run" &&
		fails_with 1 'DEBUG_INFO=none is unknown (valid: yes, no)' env DEBUG_INFO=none "$run" &&
		fails_with 1 'KEEP=../x is not a name' env KEEP=../x "$run" &&
		fails_with 1 "$own/build/deb/amd64 has no package linux-image; run: make deb $(
			)CONFIG=amd64 (hours)" env CONFIG=amd64 "$run" &&
		fails_with 1 "make deb CONFIG=cloud-amd64 DEBUG_INFO=no (hours), or set KERNEL=debian" \
			env DEBUG_INFO=no "$run" || return
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

# A finished image needs no space for another build.
test_finished_image_is_not_built_again() {
	create_checkout
	in_checkout 'echo data >"$images/part"; publish_image "$images/part" "$base" base'
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 1500 9'
	script "$scratch/bin/mmdebstrap" <<<$'#!/bin/sh\necho started; exit 1'
	create_qemu <<<'echo "$@" >"$stdout"; echo 3 >"$status"'
	fails_with 3 'base.qcow2,format=qcow2,if=none,id=disk,cache=unsafe,snapshot=on' \
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
	local make='echo data >"$images/part"; publish_image "$images/part" "$base" a'

	create_checkout
	in_checkout "$make; has_image \"\$base\" a && ! has_image \"\$base\" b" || return
	in_checkout "$make; rm \"\$base.sum\"; ! has_image \"\$base\" a" || return
	fails_with 1 'base.qcow2 was damaged: its contents were not those that were built' \
		in_checkout "$make; touch \"\$images/debian-amd64.qcow2\"; echo more >>\"\$base\"
		has_image \"\$base\" a" || return
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
		[ "$(DISTRO=trixie in_checkout 'echo "$images"')" != "$first" ]
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
			[ "$(CONFIG=/boot/config DEBUG_INFO=no directories)" = \
				'deb/no-debug -no-debug' ] &&
			[ "$(CONFIG=amd64 DEBUG_INFO=yes directories)" = 'deb/amd64 -amd64' ] &&
			[ "$(CONFIG=amd64 DEBUG_INFO=no directories)" = \
				'deb/amd64-no-debug -amd64-no-debug' ]
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
		[ "$(count_objects "$copy/log")" = '3 objects' ]
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
		output=$(run_stage compile compile)
		echo "$output"
		grep -qE '^compile +[1-4] s  3 of about 10 objects$' <<<"$output" &&
			tail -n 1 <<<"$output" | grep -qE '^compile +[0-9]+ s$'
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

run_tests "$@"
