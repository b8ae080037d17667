# SPDX-License-Identifier: GPL-2.0
# Debian's kernel configurations, and the directories of what "make deb" builds with them. Bash scripts
# source this file after env.sh.

# Configurations of the package linux-config-6.12 that CONFIG can name, and the directory of its files.
debian_configs='cloud-amd64 amd64'
debian_config_directory=/usr/src/linux-config-6.12

# is_debian_config NAME: does NAME name one of Debian's configurations?
is_debian_config() {
	[ -n "$1" ] && [[ " $debian_configs " == *" $1 "* ]]
}

# reject_other_base WAY-OUT: end with an error that proposes WAY-OUT if CONFIG names one of Debian's
# configurations, and the base kernel is not the one that they are for
reject_other_base() {
	[ "$base" != "$default_base" ] && is_debian_config "${CONFIG-}" || return 0
	die "CONFIG=$CONFIG is Debian's configuration of Linux $default_base, and the base kernel" \
		"is Linux $base; $1"
}

# set_deb_directories: set the directories of the packages and of the objects, which depend on CONFIG,
# DEBUG_INFO and STOCK. Each of Debian's configurations has its own, with and without debugging
# information, so that a build of one continues where it was after a build of another. So has the
# small one.
set_deb_directories() {
	local name=

	! is_debian_config "${CONFIG-}" && [ "${CONFIG-}" != small ] || name=$CONFIG
	case ${DEBUG_INFO-} in
	''|yes)	;;
	no)	name=${name:+$name-}no-debug ;;
	*)	die "DEBUG_INFO=$DEBUG_INFO is unknown (valid: yes, no)" ;;
	esac
	case ${STOCK-} in
	'')	;;
	1)	name=${name:+$name-}stock ;;
	*)	die "STOCK=$STOCK is unknown (valid: 1, or not set)" ;;
	esac
	debs=$out/deb${name:+/$name}
	deb_objects=$kdeb${name:+-$name}
}
