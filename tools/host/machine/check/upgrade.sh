# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": a machine with Debian's kernel gets our packages, then a newer
# version of them, boots both, and purges them. It is then as before.

boots='before older newer purged'
keep=1
machine_kernel=debian
needs_ours="it installs and purges our packages"

# prepare_upgrade: let the machine have our packages twice. The older ones are the same files with a
# lower version.
prepare_upgrade() {
	local work=$records/upgrade package

	rm -rf "$work"
	mkdir -p "$work"/{older,newer}
	for package in "$packages"/*.deb; do
		cp "$package" "$work/newer"
		fakeroot bash -euc 'dpkg-deb -R "$1" "$2/root"
			sed -i "s/^Version: /Version: 0~/" "$2/root/DEBIAN/control"
			dpkg-deb -Zzstd -z1 -b "$2/root" "$2/older/$(basename "$1")"' \
			- "$package" "$work"
		rm -rf "$work/root"
	done
	options+=(--add "$work:/var/tmp/packages" --memory 3G)
}

release_of_ours() {
	dpkg-deb -f /var/tmp/packages/newer/linux-image-*.deb Package | sed 's/^linux-image-//'
}

# print_state: list what an installed kernel changes: packages, files of boot loader and modules
print_state() {
	dpkg-query -W -f '${Package} ${Version} ${db:Status-Abbrev}\n'
	find /boot /lib/modules /usr/src /etc/kernel /lib/firmware -not -path '*/grub/*' | sort
	cat /boot/grub/grub.cfg
}

install_version() {
	apt-get install -y --allow-downgrades "/var/tmp/packages/$1"/*.deb &&
		choose-kernel "$(release_of_ours)"
}

runs_ours() {
	[ "$(uname -r)" = "$(release_of_ours)" ] &&
		add_histograms && has 'Hits: ' cat "$tracefs/events/sched/sched_switch/hist"
}

has_version() {
	local installed expected

	installed=$(dpkg-query -W -f '${Version}' "linux-image-$(release_of_ours)")
	expected=$(dpkg-deb -f "/var/tmp/packages/$1"/linux-image-*.deb Version)
	echo "installed: $installed, expected: $expected"
	[ "$installed" = "$expected" ]
}

choose_debian() {
	choose-kernel "$(sed -n 1p /root/kernel-before)"
}

purge_ours() {
	local names

	mapfile -t names < <(for package in /var/tmp/packages/newer/*.deb; do
		dpkg-deb -f "$package" Package
	done)
	apt-get purge -y "${names[@]}"
}

is_as_before() {
	print_state >/root/state-after
	diff /root/state-before /root/state-after
}

run_upgrade() {
	check "multi-user.target" systemctl is-active multi-user.target
	check "no failed unit" test -z "$(systemctl --failed --plain --no-legend)"
	case $1 in
	before)
		uname -r >/root/kernel-before
		update-grub >/dev/null 2>&1
		print_state >/root/state-before
		check "installation" install_version older
		;;
	older)
		check "our kernel runs" runs_ours
		check "older version" has_version older
		check "upgrade of the running kernel" install_version newer
		;;
	newer)
		check "our kernel runs" runs_ours
		check "newer version" has_version newer
		check "back to Debian's kernel" choose_debian
		;;
	purged)
		check "Debian's kernel runs" grep -qxF "$(uname -r)" /root/kernel-before
		check "purge" purge_ours
		check "the machine is as before" is_as_before
		;;
	esac
}
