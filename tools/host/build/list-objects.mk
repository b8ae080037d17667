# SPDX-License-Identifier: GPL-2.0
# usage: make -C SOURCE O=OBJECTS run-command KBUILD_RUN_COMMAND='+$(MAKE) -f list-objects.mk obj=.'
#
# List the objects of the kernel and of its modules that a configured build directory compiles, without
# compiling anything: read the Makefile of each directory as scripts/Makefile.build of the base kernel
# does. The list lacks host programs and objects of special Makefiles, such as the vDSO.

src := $(if $(VPATH),$(VPATH)/)$(obj)

# The types of these variables, and no value of the environment.
lists := obj-y obj-m lib-y lib-m always-y always-m targets subdir-y subdir-m \
	asflags-y ccflags-y rustflags-y cppflags-y ldflags-y subdir-asflags-y subdir-ccflags-y
$(foreach list,$(lists),$(eval $(list) :=))

include include/config/auto.conf
include $(srctree)/scripts/Kbuild.include
include $(srctree)/scripts/Makefile.compiler
include $(kbuild-file)
include $(srctree)/scripts/Makefile.lib

.DEFAULT_GOAL := list-objects
directories := $(addprefix in-,$(subdir-ym))
list-objects: $(directories)
	@:$(foreach object,$(filter %.o,$(real-obj-y) $(real-obj-m) $(lib-y)),$(info $(object)))
$(directories): in-%:
	@$(MAKE) -f $(firstword $(MAKEFILE_LIST)) obj=$*
.PHONY: list-objects $(directories)
