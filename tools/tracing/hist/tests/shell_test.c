// SPDX-License-Identifier: GPL-2.0-only
/* Tests of commands for a shell: the shell itself tells what it understands. */
#include <stdio.h>
#include <stdlib.h>

#include "common/shell.h"
#include "harness.h"

static const char *const texts[] = {
	"a", "", "a b", "'", "it's", "''", "$HOME `id` $(id)", "\"x\"", "a\\nb\\\\", "*", "~",
	"a#b", "\n", "\xff\x1b", "!x", "-n", "hist:keys=a if b == \"c\"",
};

/* Let a shell run a command, and compare what it prints. */
static void expect_output(const char *command, const char *expected)
{
	char output[128];
	FILE *in = popen(command, "r");
	size_t n = in ? fread(output, 1, sizeof(output) - 1, in) : 0;

	output[n] = '\0';
	EXPECT(in && !pclose(in));
	EXPECT_STREQ(output, expected);
}

static void expect_word(void (*write_word)(FILE *out, const char *text), const char *text)
{
	char *command = NULL;
	size_t size;
	FILE *out = open_memstream(&command, &size);

	fputs("printf %s ", out);
	write_word(out, text);
	fclose(out);
	expect_output(command, text);
	free(command);
}

TEST(the_shell_does_not_change_words)
{
	for (int i = 0; i < ARRAY_SIZE(texts); i++) {
		expect_word(shell_write_quoted, texts[i]);
		expect_word(shell_write_word, texts[i]);
	}
}

TEST(echo_prints_the_line)
{
	for (int i = 0; i < ARRAY_SIZE(texts); i++) {
		char *command = NULL, line[64];
		size_t size;
		FILE *out;

		/* An option of echo: no command for the kernel begins with a dash. */
		if (texts[i][0] == '-')
			continue;
		out = open_memstream(&command, &size);
		shell_write_echo(out, texts[i]);
		fclose(out);
		snprintf(line, sizeof(line), "%s\n", texts[i]);
		expect_output(command, line);
		free(command);
	}
}

TEST(words_without_special_characters_have_no_quotes)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	shell_write_word(out, "--pid=1,2");
	shell_write_word(out, "a;b");
	fclose(out);
	EXPECT_STREQ(text, "--pid=1,2'a;b'");
	free(text);
}
