/* SPDX-License-Identifier: GPL-2.0-only */
/* The subcommands. Each has a file of its own, which parses its options with argp. */
#ifndef _COMMAND_H
#define _COMMAND_H

/**
 * struct command - a subcommand
 * @name: what the user types
 * @summary: one line for --help
 * @run: parse the arguments, argv[0] being "trace-hist NAME", and execute the command; return the
 *	exit status
 */
struct command {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
};

int command_list(int argc, char **argv);
int command_info(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_check(int argc, char **argv);
int command_run(int argc, char **argv);
int command_top(int argc, char **argv);
int command_show(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_record(int argc, char **argv);
int command_report(int argc, char **argv);
int command_heatmap(int argc, char **argv);
int command_flame(int argc, char **argv);
int command_export(int argc, char **argv);
int command_clean(int argc, char **argv);

#endif /* _COMMAND_H */
