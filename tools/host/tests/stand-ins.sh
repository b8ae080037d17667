# SPDX-License-Identifier: GPL-2.0-only
#
# Stand-ins for a checkout and for the base kernel, shared by the tests of
# scripts. Bash scripts source this file after harness.sh.

# copy_scripts CHECKOUT FILE...: copy files of tools/host into a stand-in for a
# checkout
copy_scripts() {
	local checkout=$1
	shift

	mkdir -p "$checkout/tools/host" && (cd "$host" && cp -R --parents "$@" "$checkout/tools/host")
}

create_known_splats() {
	mkdir -p "$1/tools/testing/selftests"
	echo '# none' >"$1/tools/testing/selftests/known-splats"
}

# A minimal checkout and kernel tree for overlay-sources.
create_overlay() {
	own=$scratch/own tree=$scratch/tree
	mkdir -p "$own/tools/host/build/host-patches" "$own"/{include,kernel/trace,samples} \
		"$tree"/{kernel/trace,samples}
	copy_scripts "$own" build/{overlay-sources,source-trees.sh} env.sh config/kernel.config
	touch "$own"/{Kconfig,samples/Kconfig.overlay,tools/host/config/replaced-files} \
		"$own/tools/host/config/repository-only" \
		"$tree"/{kernel/trace,samples}/Makefile
	echo 'source "kernel/trace/rv/Kconfig"' >"$tree/kernel/trace/Kconfig"
	echo 'source "samples/rust/Kconfig"' >"$tree/samples/Kconfig"
	printf '%s\n' 'OURS' $'F:\tours/' >"$own/MAINTAINERS"
	printf '%s\n' 'THE REST' $'F:\t*' >"$tree/MAINTAINERS"
}
