# SPDX-License-Identifier: GPL-2.0
# usage: run-player.sh FILE...
#
# Runs in the guest: play the FILEs of commands.

cd /compat && exec play-commands "$@"
