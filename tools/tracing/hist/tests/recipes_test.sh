#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Test that the recipes are tested. Their tests run in guests, see tests/guest/recipes.

. "$(dirname "$0")/../../../host/tests/harness.sh"

recipes=$repo/tools/tracing/hist/recipes
guest_tests=$repo/tools/tracing/hist/tests/guest/recipes

test_each_recipe_has_a_test() {
	local recipe name missing=0

	for recipe in "$recipes"/*.yaml; do
		name=$(basename "$recipe" .yaml)
		grep -qE "(start|count_events) $name " "$guest_tests/$name.sh" && continue
		echo "$name has no test"
		missing=1
	done
	return "$missing"
}

test_each_test_compares_a_number_of_the_answer() {
	local script

	for script in "$guest_tests"/*.sh; do
		# shellcheck disable=SC2016 # the text has a $
		grep -q '\$(sum ' "$script" && grep -qx finish "$script" && continue
		echo "$script compares nothing"
		return 1
	done
}

run_tests
