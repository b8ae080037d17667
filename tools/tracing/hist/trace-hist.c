// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace-hist: answer questions about a running kernel with histogram triggers.
 *
 * This file finds the subcommand; command/ has a file for each of them. Each folder may include
 * headers of the folders above it in this list, and its own:
 *
 *	1.	common			messages, UTF-8, quotes for the shell, new files
 *	2.	table			histograms in memory, and the reader of their text
 *	3.	recipe, symbols		questions as data; names of functions in programs
 *	4.	kernel, recording	sessions in tracefs; files for other machines
 *	5.	output			text, CSV, JSON, pictures
 *	6.	export, top		metrics for Prometheus; the live display
 *	7.	command			subcommands and their options
 *
 * tests/layers_test.sh reads this list.
 */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "command/answer.h"
#include "command/command.h"
#include "common/report.h"
#include "output/output.h"
#include "recipe/words.h"

#define N_COMMANDS	(sizeof(commands) / sizeof(commands[0]))

static const struct command commands[] = {
	{ "list", "list the recipes by topic", command_list },
	{ "info", "describe a recipe: when to use it, an example, what to conclude", command_info },
	{ "explain", "print the commands of a recipe, to paste into a shell", command_explain },
	{ "check", "say what is wrong with a file of a recipe", command_check },
	{ "run", "run a recipe, and print its answer", command_run },
	{ "top", "show a recipe or a histogram on the terminal while it changes", command_top },
	{ "show", "print histograms of existing triggers", command_show },
	{ "record", "record a recipe in a file", command_record },
	{ "report", "print a recording", command_report },
	{ "diff", "compare two recordings", command_diff },
	{ "heatmap", "draw a distribution over time", command_heatmap },
	{ "flame", "draw stack traces as a flame graph", command_flame },
	{ "export", "let Prometheus read histograms as metrics", command_export },
	{ "clean", "remove what killed runs have left behind", command_clean },
};

static void print_help(FILE *out)
{
	fputs("Usage: trace-hist COMMAND [OPTION...] [ARGUMENT...]\n"
	      "Answer questions about a running kernel with histogram triggers.\n\n"
	      "Commands:\n", out);
	for (size_t i = 0; i < N_COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\nOptions:\n"
	      "  -h, --help     print this text\n"
	      "  -V, --version  print the versions of the program and of --csv\n\n"
	      "\"trace-hist COMMAND --help\" or \"trace-hist help COMMAND\" describes a command.\n"
	      "Begin with \"trace-hist list\".\n",
	      out);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < N_COMMANDS; i++) {
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	}
	return NULL;
}

static enum status report_unknown(const char *name)
{
	const char *names[N_COMMANDS], *nearest;

	for (size_t i = 0; i < N_COMMANDS; i++)
		names[i] = commands[i].name;
	nearest = nearest_word(name, names, N_COMMANDS);
	if (nearest)
		report_error("there is no command \"%s\", did you mean \"%s\"?", name, nearest);
	else
		report_error("there is no command \"%s\"; \"trace-hist --help\" lists the commands",
			     name);
	return STATUS_USAGE;
}

/* Run a command with its arguments, of which argv[0] is replaced. */
static int run_command(int argc, char **argv, const char *command_name)
{
	const struct command *command = find_command(command_name);
	char name[64];

	if (!command)
		return report_unknown(command_name);
	snprintf(name, sizeof(name), "trace-hist %s", command->name);
	argv[0] = name;
	return command->run(argc, argv);
}

/* "help" prints the commands, "help COMMAND" is "COMMAND --help". */
static int describe(int argc, char **argv)
{
	char *command[] = { NULL, "--help", NULL };

	if (argc > 2) {
		report_error("unexpected argument \"%s\"; help takes one command", argv[2]);
		return STATUS_USAGE;
	}
	if (argc == 2)
		return run_command(2, command, argv[1]);
	print_help(stdout);
	return answer_flush();
}

int main(int argc, char **argv)
{
	/* A write to a closed pipe fails with EPIPE, and each command reports it. */
	signal(SIGPIPE, SIG_IGN);
	setlocale(LC_ALL, "");
	/* Numbers have a point in all formats. */
	setlocale(LC_NUMERIC, "C");
	if (argc < 2) {
		print_help(stderr);
		return STATUS_USAGE;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "help"))
		return describe(argc - 1, argv + 1);
	if (!strcmp(argv[1], "-V") || !strcmp(argv[1], "--version")) {
		printf("trace-hist %s\nCSV version %d\n", VERSION, CSV_VERSION);
		return answer_flush();
	}
	return run_command(argc - 1, argv + 1, argv[1]);
}
