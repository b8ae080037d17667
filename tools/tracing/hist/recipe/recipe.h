/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recipes: which events, triggers and columns answer a question. A recipe is a YAML file; see
 * trace-hist-recipe(5). parse.c checks everything that the other functions rely on.
 */
#ifndef _RECIPE_H
#define _RECIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/report.h"

/**
 * enum step_kind - what a step writes
 * @STEP_SYNTHETIC: a synthetic event, to synthetic_events
 * @STEP_DYNAMIC: a probe, to dynamic_events
 * @STEP_TRIGGER: a trigger, to the trigger file of an event in the instance
 * @STEP_RATE: the rate of timer_sample, to hist_sample_hz
 */
enum step_kind {
	STEP_SYNTHETIC,
	STEP_DYNAMIC,
	STEP_TRIGGER,
	STEP_RATE,
};

/**
 * struct recipe_step - one write of a recipe
 * @kind: kind of the write
 * @event: "SYSTEM/EVENT" of a trigger; @NAME@ is an event that an earlier step has defined
 * @text: text to write, with @NAME@ for names that must be unique
 * @does: one sentence: what this step does
 * @pid: numeric field that -p compares, or NULL if this step is not filtered by it
 * @comm: field that -c compares, or NULL
 * @filter: --filter applies to this step
 */
struct recipe_step {
	enum step_kind kind;
	char *event;
	char *text;
	char *does;
	char *pid;
	char *comm;
	bool filter;
};

/**
 * enum unit - unit of a column
 * @UNIT_NONE: a name or a number without a unit
 * @UNIT_COUNT: a number of events or things
 * @UNIT_NS: nanoseconds
 * @UNIT_US: microseconds
 * @UNIT_MS: milliseconds
 * @UNIT_SECONDS: seconds
 * @UNIT_BYTES: bytes
 * @UNIT_PAGES: pages
 * @UNIT_SECTORS: sectors of 512 bytes
 * @UNIT_PERCENT: percent
 */
enum unit {
	UNIT_NONE,
	UNIT_COUNT,
	UNIT_NS,
	UNIT_US,
	UNIT_MS,
	UNIT_SECONDS,
	UNIT_BYTES,
	UNIT_PAGES,
	UNIT_SECTORS,
	UNIT_PERCENT,
};

/**
 * struct recipe_column - column of the answer
 * @field: name of the field of the table, as the kernel prints it
 * @title: heading
 * @unit: unit of the numbers
 * @is_rate: show the number divided by the length of the interval in seconds
 */
struct recipe_column {
	char *field;
	char *title;
	enum unit unit;
	bool is_rate;
};

/**
 * enum picture - how the answer is drawn by default
 * @PICTURE_TABLE: as a table
 * @PICTURE_DISTRIBUTION: as a distribution: a key with ranges, or a .dist value
 * @PICTURE_FLAME: as a flame graph, from stack traces
 */
enum picture {
	PICTURE_TABLE,
	PICTURE_DISTRIBUTION,
	PICTURE_FLAME,
};

/**
 * struct recipe_variant - how a recipe works on some kernels
 * @needs: features (see needs.h) without which it does not work
 * @n_needs: number of features
 * @steps: writes, in this order
 * @n_steps: number of steps
 * @table: "SYSTEM/EVENT" or "@NAME@" whose histogram is the answer
 * @columns: columns of the answer
 * @n_columns: number of columns
 * @sort: field that sorts the answer, in descending order, or NULL
 * @picture: how it is drawn
 * @axis: field of the picture: ranges, a distribution, or stack traces
 */
struct recipe_variant {
	char **needs;
	size_t n_needs;
	struct recipe_step *steps;
	size_t n_steps;
	char *table;
	struct recipe_column *columns;
	size_t n_columns;
	char *sort;
	enum picture picture;
	char *axis;
};

/**
 * struct recipe - a question and how to answer it
 * @name: name of the file without its extension
 * @path: the file
 * @title: short title, without a period
 * @question: the question, one sentence with a question mark
 * @topic: group in the list, one of recipe_topics[]
 * @like: tools of other projects that answer it ("bcc runqlat"), or NULL
 * @needs: needs of the recipe in words: options and modules of the kernel; or NULL
 * @when: when to use it (paragraphs)
 * @example: example of an output (literal)
 * @conclude: conclusions from the numbers (paragraphs)
 * @variants: the first one whose needs are met is used
 * @n_variants: number of variants
 */
struct recipe {
	char *name;
	char *path;
	char *title;
	char *question;
	char *topic;
	char *like;
	char *needs;
	char *when;
	char *example;
	char *conclude;
	struct recipe_variant *variants;
	size_t n_variants;
};

/**
 * struct recipe_options - options of a run
 * @pid: task to select, or 0
 * @comm: name of the task to select, or NULL
 * @filter: expression of an event filter that is added with &&, or NULL
 * @suffix: part of names that makes them unique: "PID_STARTTIME". @NAME@ becomes th_SUFFIX_NAME
 */
struct recipe_options {
	int pid;
	const char *comm;
	const char *filter;
	const char *suffix;
};

/* parse.c: on an error, print the line and a caret, and leave nothing to free. */
enum status recipe_read(struct recipe *recipe, const char *path);
enum status recipe_parse(struct recipe *recipe, const char *path, const char *text, size_t size);
enum status recipe_check(struct recipe *recipe, const char *path, bool complete,
			 unsigned int max_errors, unsigned int *n_errors);
bool recipe_is_name(const char *text, size_t length);
void recipe_free(struct recipe *recipe);

/* End of messages that say that there are no recipes. */
#define NO_RECIPES_HINT \
	"install them with \"make install\", or set TRACE_HIST_RECIPES to their directory"

/*
 * find.c: a NAME is searched in $XDG_CONFIG_HOME/trace-hist/recipes, or ~/.config/..., then in
 * $TRACE_HIST_RECIPES, or the directory of the installed recipes; a NAME with a slash is a file.
 * The names of recipe_list() are sorted; recipe_free_list() frees them.
 */
enum status recipe_find(struct recipe *recipe, const char *name);
enum status recipe_list(char ***names, size_t *n);
const char *recipe_directory(void);
void recipe_free_list(char **names, size_t n);

/**
 * enum recipe_option - option that limits a recipe to some events
 * @OPTION_PID: -p
 * @OPTION_COMM: -c
 * @OPTION_FILTER: --filter
 * @N_RECIPE_OPTIONS: number of options
 */
enum recipe_option {
	OPTION_PID,
	OPTION_COMM,
	OPTION_FILTER,
	N_RECIPE_OPTIONS
};

/*
 * expand.c: text and event of a step for this run. Both are allocated; the event is NULL if the
 * step is no trigger. Errors were reported, as those of recipe_check_options(), which tells whether
 * the variant accepts the user's options; call it first.
 */
const char *recipe_option_name(enum recipe_option option);
bool recipe_accepts(const struct recipe_variant *variant, enum recipe_option option);
enum status recipe_check_options(const struct recipe_variant *variant,
				 const struct recipe_options *options);
enum status recipe_expand(const struct recipe_variant *variant, size_t step,
			  const struct recipe_options *options, char **event, char **text);
enum status recipe_expand_table(const struct recipe_variant *variant,
				const struct recipe_options *options, char **event);
/* System/event or name that a step defines, or NULL in @name if it defines none. */
enum status recipe_expand_definition(const struct recipe_variant *variant, size_t step,
				     const struct recipe_options *options, char **name);

/*
 * table.c: step whose histogram is the answer: the last hist trigger of the variant's table. Its
 * fields are the columns that the answer can have.
 */
size_t recipe_table_step(const struct recipe_variant *variant);

extern const char *const recipe_topics[];
extern const char *const recipe_topic_titles[];
extern const size_t n_recipe_topics;

/* Words in recipes and in answers, in the order of enum unit and enum picture. */
extern const char *const unit_names[];
extern const size_t n_unit_names;
extern const char *const picture_names[];
extern const size_t n_picture_names;
const char *unit_name(enum unit unit);
bool unit_find(const char *name, enum unit *unit);
const char *picture_name(enum picture picture);
bool picture_find(const char *name, enum picture *picture);

#endif /* _RECIPE_H */
