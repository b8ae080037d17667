// SPDX-License-Identifier: GPL-2.0-only
/* Describe where a recording comes from: the command, the machine, the kernel, the time. */
#include <stdlib.h>
#include <time.h>

#include "common/buffer.h"
#include "common/shell.h"
#include "common/wait.h"
#include "picture.h"

/* The command line as the user could type it into a shell. Return: NULL without memory. */
static char *command_line(int argc, char **argv)
{
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);

	if (out)
		fputs(argv[0], out);
	for (int i = 1; out && i < argc; i++) {
		fputc(' ', out);
		shell_write_word(out, argv[i]);
	}
	return buffer_close(&buffer, out) ? buffer.text : NULL;
}

/**
 * origin_init() - describe this machine and this command
 * @origin: result, which origin_free() frees
 * @argc: number of arguments of the command
 * @argv: arguments
 *
 * Call it before the arguments are parsed: argp changes their order.
 *
 * Return: %STATUS_OK, or %STATUS_FAILED after a message.
 */
enum status origin_init(struct origin *origin, int argc, char **argv)
{
	const struct utsname *machine = &origin->machine;

	*origin = (struct origin){ .command = command_line(argc, argv) };
	if (!origin->command)
		return report_memory("describe this command");
	uname(&origin->machine);
	snprintf(origin->kernel, sizeof(origin->kernel), "%s %s %s", machine->release,
		 machine->version, machine->machine);
	return STATUS_OK;
}

/**
 * origin_free() - free a description
 * @origin: the description
 */
void origin_free(struct origin *origin)
{
	free(origin->command);
}

/**
 * describe_measurement() - begin a recording of a recipe that runs
 * @measurement: the recipe
 * @origin: the command and the machine
 *
 * Return: a recording that begins with the histograms, without intervals. Its texts belong to
 * the arguments.
 */
struct recording describe_measurement(const struct measurement *measurement, struct origin *origin)
{
	const struct recipe_variant *variant = measurement->variant;
	const struct recipe *recipe = &measurement->recipe;
	struct timespec time;
	double started;

	clock_gettime(CLOCK_REALTIME, &time);
	started = time.tv_sec + time.tv_nsec / 1e9 - now() +
		  session_answer(measurement->session)->begin;
	return (struct recording){
		.command = origin->command,
		.recipe = recipe->name,
		.title = recipe->title,
		.question = recipe->question,
		.host = origin->machine.nodename,
		.kernel = origin->kernel,
		.started = started,
		.columns = variant->columns,
		.n_columns = variant->n_columns,
		.picture = variant->picture,
		.axis = variant->axis,
		.sort = variant->sort,
	};
}
