# SPDX-License-Identifier: GPL-2.0
# usage: guest.sh FILE...
#
# Runs in the guest: play the FILEs of commands.

cd /compat && exec play "$@"
