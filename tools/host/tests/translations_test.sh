#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: translations_test.sh [NAME...]
#
# Tests of the scripts that compare translated documents with their originals.

. "$(dirname "$0")/harness.sh"

checkout=$scratch/checkout
original=Documentation/trace/page.rst
translation=Documentation/translations/zh_CN/trace/page.rst

# create_pages: create a checkout with an original and its translation
create_pages() {
	rm -rf "$checkout"
	mkdir -p "$checkout"/{tools/host/docs,Documentation/{trace,translations/zh_CN/trace}}
	cp "$host/docs/check-translations" "$checkout/tools/host/docs"
	cat >"$checkout/$original" <<-'END'
	Page
	====

	Read ``hist``, see `Keys`_ and :doc:`other`::

	  # one
	  two

	Keys
	----

	.. list-table::

	   * - a
	     - b

	- first
	- second

	.. literalinclude:: ../../samples/sample.c
	END
	git -C "$checkout" init -q
	cat >"$checkout/$translation" <<-END
	.. include:: ../disclaimer-zh_CN.rst

	:Original: $original
	.. Original blob: $(git -C "$checkout" hash-object -w "$checkout/$original")

	页面
	====

	见 \`键\`_ 和 :doc:\`其他（英文） </trace/other>\`，读取 \`\`hist\`\`::

	  # one
	  two

	键
	--

	.. list-table::

	   * - 甲
	     - 乙

	- 第一
	- 第二

	.. literalinclude:: ../../../../samples/sample.c
	END
}

# check_pages STATUS PATTERN [OPTION]: check the translation; a line of the output must match
check_pages() {
	local status=0 output

	output=$("$checkout/tools/host/docs/check-translations" "${@:3}") || status=$?
	printf '%s\n' "$output"
	[ "$status" -eq "$1" ] && grep -qx -e "$2" <<<"$output"
}

# change EXPRESSION PATTERN: change the translation, which is found, and restore it
change() {
	cp "$checkout/$translation" "$scratch/before"
	sed -i "$1" "$checkout/$translation"
	! cmp -s "$checkout/$translation" "$scratch/before" &&
		check_pages 1 "$translation:$2" || return
	cp "$scratch/before" "$checkout/$translation"
}

test_translation_has_the_structure_of_its_original() {
	create_pages
	check_pages 0 '1 passed, 0 failed, 0 skipped' || return
	change 's/^  two/  Two/' '1[0-9]: the literal block differs from line 6 of the original:' &&
		change 's/^  # one/  # 一/' '.*: the literal block differs from .*' &&
		change '/^- /d' '.*: literal_block instead of bullet_list, line 1[0-9] of the original' &&
		change '/^   \* - /d' '.*' &&
		change '/- 乙/d' '.*' &&
		change 's/``hist``/``Hist``/' '7: the section lacks ``hist``, line 2 of the original' &&
		change 's/`键`_/键/' '7: the section lacks the reference to section 1, .*' &&
		change 's/`键`_/`值`_/' '.*: .*Unknown target name: "值".*' &&
		change 's,/trace/other,/trace/another,' \
			'7: the section has the reference to document another, .*' &&
		change 's/^--$//' '.*' &&
		change 's/sample\.c/samples.c/' '.*: the literal block differs from .*' &&
		change '/^\.\. Original blob:/d' '1: no lines Original and Original blob' &&
		change 's/page\.rst$/pages.rst/' '1: Documentation/trace/pages.rst does not exist'
}

test_changed_original_is_a_notice_or_a_failure() {
	local notice="Notice: $translation is the translation of an older original."

	create_pages
	sed -i 's/^- second/- another/' "$checkout/$original"
	check_pages 0 "$notice" && check_pages 0 "  $original:17:" &&
		check_pages 0 '    +- another' &&
		check_pages 1 '0 passed, 1 failed, 0 skipped' --strict || return
	# The structure is that of the older original.
	sed -i 's/^  two/  Two/' "$checkout/$translation"
	check_pages 1 "$translation:.*: the literal block differs from line 6 of the original:"
}

test_unknown_original_is_skipped() {
	create_pages
	sed -i 's/^\.\. Original blob:.*/.. Original blob: 1234567890123456789012345678901234567890/' \
		"$checkout/$translation"
	check_pages 1 "skip $translation" &&
		check_pages 1 '  The repository does not have the blob 1234567890.*' &&
		check_pages 1 "FAIL $translation" --strict
}

# The introduction of the repository is in Markdown.
test_markdown_is_compared() {
	local translation=README.zh_CN.md

	create_pages
	rm "$checkout/Documentation/translations/zh_CN/trace/page.rst"
	printf '%s\n' '# Title' '' '[zh](README.zh_CN.md)' '' '    one' '' 'See `a`, [b](b.rst):' '' \
		'| c | d |' '| - | - |' '' '- e' '- f' >"$checkout/README.md"
	printf '%s\n' '<!-- Original: README.md -->' \
		"<!-- Original blob: $(git -C "$checkout" hash-object "$checkout/README.md") -->" \
		'' '# 标题' '' '[en](README.md)' '' '    one' '' '见 [乙](b.rst)，`a`：' '' \
		'| 丙 | 丁 |' '| - | - |' '' '- 戊' '- 己' >"$checkout/$translation"
	check_pages 0 '1 passed, 0 failed, 0 skipped' || return
	change 's/    one/    two/' '8: the literal block differs from line 5 of the original:' &&
		change 's/^# /## /' '4: heading ## instead of heading #, line 1 of the original' &&
		change 's/`a`/`b`/' '4: the section lacks `a`, line 1 of the original' &&
		change 's/(b.rst)/(c.rst)/' '4: the section lacks the link to b.rst, .*' &&
		change '/^| -/d' '14: list item instead of table row, line 10 of the original'
}

# The pages in traditional Chinese are converted, corrected, and get lines of the right width below
# and above their titles. --check finds pages that were not converted, and those of removed pages.
test_traditional_chinese_is_converted() {
	local simplified=$checkout/Documentation/translations/zh_CN/trace
	local traditional=$checkout/Documentation/translations/zh_TW/trace

	create_pages
	cp "$host/docs/convert-zh-tw" "$checkout/tools/host/docs"
	printf '%s\n' '# comment' $'“\t「' $'”\t」' >"$checkout/tools/host/docs/zh_TW-words"
	printf '%s\n' '.. include:: ../disclaimer-zh_CN.rst' '' ==== 内存 ==== '' '“内存” 的 `内存`_::' '' \
		'  cat' >"$simplified/page.rst"
	"$checkout/tools/host/docs/convert-zh-tw" && diff "$traditional/page.rst" - <<-'END' || return
	.. include:: ../disclaimer-zh_TW.rst

	======
	記憶體
	======

	「記憶體」 的 `記憶體`_::

	  cat
	END
	"$checkout/tools/host/docs/convert-zh-tw" --check || return
	echo 内存 >>"$simplified/page.rst"
	touch "$traditional/removed.rst"
	! "$checkout/tools/host/docs/convert-zh-tw" --check >"$scratch/output" &&
		[ "$(grep -c 'differs from zh_CN; run "make zh_TW"$' "$scratch/output")" -eq 2 ]
}

run_tests "$@"
