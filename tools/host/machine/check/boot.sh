# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": three boots to multi-user.target with no failed unit. The kernel
# log must have no line of level "warning" or worse that Debian's kernel has in none of its three
# boots.

boots='first second third'

# Lines that depend on the time that the host gives the emulated machine, as patterns of the whole
# line. Each of them was seen in some boots of a kernel and not in others. An RTC interrupt is lost
# if the host does not run the machine when it is due.
ignored='tsc: .*|APIC calibration not consistent with PM-Timer: .*|hrtimer: interrupt took N ns'
ignored+='|kauditd_printk_skb: N callbacks suppressed'
ignored+='|\.\.MP-BIOS bug: N timer not connected to IO-APIC|hpet: Lost N RTC interrupts'

has_no_failed_unit() {
	systemctl --failed --plain
	[ -z "$(systemctl --failed --plain --no-legend)" ]
}

# list_warnings: print the lines of the kernel log for the comparison, without numbers
list_warnings() {
	set -o pipefail
	dmesg -t -l emerg,alert,crit,err,warn |
		sed -E 's/\b(0x)?[0-9a-f]*[0-9][0-9a-f]*\b/N/g; s/^/log /' | sort -u
}

# The boot loader starts another entry if it does not find the chosen one.
runs_chosen_kernel() {
	grub-editenv list
	grub-editenv list | grep -q "^saved_entry=gnulinux-$(uname -r)-advanced-"
}

run_boot() {
	check "multi-user.target" systemctl is-active multi-user.target
	check "no failed unit" has_no_failed_unit
	check "the chosen kernel runs" runs_chosen_kernel
	echo "figure release: $(uname -r)"
	echo "figure boot: $(systemd-analyze time | head -n 1)"
	echo "figure clock minus RTC: $(($(date +%s) - $(cat /sys/class/rtc/rtc0/since_epoch))) s"
	check "the kernel log can be read" list_warnings
	# The best log has no such line.
	grep '^log ' "$log" || :
}

# compare_boot OURS STOCK: compare the kernel logs
compare_boot() {
	local new

	new=$(sed -n 's/^log //p' "$1" | sort -u |
		grep -vxF -f <(sed -n 's/^log //p' "$2") | grep -vxE "$ignored") || :
	if [ -z "$new" ]; then
		echo "pass kernel log: no warning that Debian's kernel does not have"
	else
		echo "FAIL kernel log: $(wc -l <<<"$new") warnings that Debian's kernel" \
			"does not have"
		sed 's/^/# /' <<<"$new"
	fi
}
