/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions of the commands that draw pictures or store recordings. */
#ifndef _PICTURE_H
#define _PICTURE_H

#include <sys/utsname.h>

#include "answer.h"
#include "kernel/measurement.h"
#include "options.h"
#include "recording/recording.h"

/**
 * struct origin - where a recording comes from, as texts
 * @command: the command line
 * @machine: name of the machine
 * @kernel: release and version of its kernel
 */
struct origin {
	char *command;
	struct utsname machine;
	char kernel[3 * sizeof(((struct utsname *)0)->release) + 3];
};

/* describe.c */
enum status origin_init(struct origin *origin, int argc, char **argv);
void origin_free(struct origin *origin);
struct recording describe_measurement(const struct measurement *measurement,
				      struct origin *origin);

/* picture.c */
typedef enum status (*draw_picture)(FILE *out, const struct recording *recording);
enum status picture_write(const char *path, draw_picture draw, const struct recording *recording);

/**
 * enum input - what an argument of a command that draws is
 * @INPUT_RECIPE: name or file of a recipe
 * @INPUT_RECORDING: file of a recording, or "-"
 * @INPUT_HIST: copy of a hist file
 * @INPUT_FOLDED: another file, which may be a copy of hist_folded
 */
enum input {
	INPUT_RECIPE,
	INPUT_RECORDING,
	INPUT_HIST,
	INPUT_FOLDED,
};

enum input input_kind(const char *name);

/* How long a recipe runs if the user does not say so, in seconds. */
#define DRAW_DURATION	30.0

/**
 * struct draw_options - command line of heatmap and flame
 * @run: selection and time of a recipe
 * @format: CSV or JSON of the tables; or text, which stands for the picture
 * @path: file of the picture, or NULL
 * @name: recipe or file that is drawn
 */
struct draw_options {
	struct run_options run;
	enum format format;
	const char *path;
	const char *name;
};

/* draw.c. Input: struct draw_options. -o, --csv, --json, -p, -c, --filter, RECIPE|FILE */
extern const struct argp draw_argp;
enum status draw_check_file(const struct draw_options *options);

#endif /* _PICTURE_H */
