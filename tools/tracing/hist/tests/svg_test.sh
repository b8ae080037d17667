#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Draw recordings of many shapes, and look at the pictures with Chromium.
cd "$(dirname "$0")" && exec python3 svg_pictures.py
