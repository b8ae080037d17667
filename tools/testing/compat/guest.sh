# SPDX-License-Identifier: GPL-2.0
# usage: guest.sh FILE...
# In the guest: play files of commands.

cd /compat && exec play "$@"
