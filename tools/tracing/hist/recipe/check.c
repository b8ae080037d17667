// SPDX-License-Identifier: GPL-2.0-only
/*
 * Check what the values of a recipe mean together: names are defined before they are used, the
 * table has a histogram, and the columns are in it. So the other functions need not check it.
 *
 * These functions run when all keys and types were right: each node that they look up is there.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fields.h"
#include "names.h"
#include "needs.h"
#include "table/trigger.h"
#include "words.h"

#define MAX_RATE	10000	/* of hist_sample_hz */

/**
 * struct variant_check - variant that is checked
 * @document: the file
 * @variant: the variant
 * @node: its mapping
 * @steps: its list of steps
 */
struct variant_check {
	struct document *document;
	const struct recipe_variant *variant;
	const yaml_node_t *node;
	const yaml_node_t *steps;
};

static const yaml_node_t *step_value(const struct variant_check *check, size_t step,
				     const char *key)
{
	return document_lookup(check->document,
			       document_item(check->document, check->steps, step), key);
}

/* Report each @NAME@ of a text that none of the first @n_steps steps defines. */
static void check_names(const struct variant_check *check, const yaml_node_t *node,
			const char *text, size_t n_steps)
{
	struct name name;

	for (; name_find(text, &name); text = name.start + name.length + 2) {
		if (find_definition(check->variant, n_steps, &name))
			continue;
		document_error_in(check->document, node, name.start, name.length + 2,
				  "no step before this one defines %.*s: define it with \"synthetic\", \"dynamic\" or \"name=\"",
				  (int)name.length + 2, name.start);
	}
}

static bool is_word(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char)text[i]) && !strchr("_.-", text[i]))
			return false;
	}
	return length;
}

/* The definition of a step: its name must be there, short, and new, unless tables are shared. */
static void check_definition(const struct variant_check *check, size_t step,
			     const yaml_node_t *node, const char *advice)
{
	const struct recipe_step *s = &check->variant->steps[step], *earlier;
	struct name name;

	if (!step_defines(s, &name)) {
		document_error(check->document, node, "%s", advice);
		return;
	}
	if (name.length > NAME_MAX_LENGTH)
		document_error_in(check->document, node, name.start, name.length + 2,
				  "a name has at most %d bytes", NAME_MAX_LENGTH);
	earlier = find_definition(check->variant, step, &name);
	if (earlier && (earlier->kind != STEP_TRIGGER || s->kind != STEP_TRIGGER))
		document_error_in(check->document, node, name.start, name.length + 2,
				  "%.*s was defined by an earlier step: use another name",
				  (int)name.length + 2, name.start);
}

static void check_synthetic(const struct variant_check *check, size_t step)
{
	const yaml_node_t *node = step_value(check, step, "synthetic");

	check_definition(check, step, node,
			 "a synthetic event is '@NAME@ TYPE FIELD; TYPE FIELD'");
	check_names(check, node, check->variant->steps[step].text, step + 1);
}

/* The system of a probe is a part of paths that "trace-hist explain" prints for a shell. */
static void check_system(const struct variant_check *check, size_t step, const yaml_node_t *node)
{
	const struct recipe_step *s = &check->variant->steps[step];
	struct name name;
	char *system;

	if (!step_defines(s, &name))
		return;
	if (step_group(s, &system))
		system = NULL;
	if (document_memory(check->document, system) &&
	    (!is_word(system, strlen(system)) || system[0] == '.'))
		document_error(check->document, node,
			       "the system of a probe is a word, as in 'p:SYSTEM/@NAME@ FUNCTION'");
	free(system);
}

static void check_dynamic(const struct variant_check *check, size_t step)
{
	const char *text = check->variant->steps[step].text;
	const yaml_node_t *node = step_value(check, step, "dynamic");

	if (!strchr("prftes", text[0]))
		document_error(check->document, node,
			       "a probe begins with p, r, f, t, e or s, as in 'p:@NAME@ FUNCTION'");
	else
		check_definition(check, step, node,
				 "a probe is 'TYPE:@NAME@ TARGET ARGUMENTS', as in 'p:@reads@ vfs_read size=$arg3'");
	check_system(check, step, node);
	check_names(check, node, text, step + 1);
}

static void check_rate(const struct variant_check *check, size_t step)
{
	const char *text = check->variant->steps[step].text;
	char *end;
	long rate = strtol(text, &end, 10);

	if (!isdigit((unsigned char)text[0]) || *end || rate < 1 || rate > MAX_RATE)
		document_error(check->document, step_value(check, step, "rate"),
			       "a rate is a number from 1 to %d", MAX_RATE);
	for (size_t i = 0; i < step; i++) {
		if (check->variant->steps[i].kind == STEP_RATE)
			document_error(check->document, step_value(check, step, "rate"),
				       "an earlier step sets the rate, of which there is only one");
	}
}

static bool is_event(const char *text)
{
	size_t length = strcspn(text, "/");

	return text[length] && is_word(text, length) &&
	       is_word(text + length + 1, strlen(text + length + 1)) && text[0] != '.' &&
	       text[length + 1] != '.';
}

/* An event of a step or the table: SYSTEM/EVENT, or @NAME@ of an event. */
static void check_event(const struct variant_check *check, const yaml_node_t *node,
			const char *event, size_t n_steps)
{
	const struct recipe_step *definition;
	struct name name;

	if (!name_is_whole(event, &name)) {
		if (!is_event(event))
			document_error(check->document, node,
				       "an event is SYSTEM/EVENT, as in sched/sched_switch, or '@NAME@'");
		return;
	}
	definition = find_definition(check->variant, n_steps, &name);
	if (!definition)
		check_names(check, node, event, n_steps);
	else if (definition->kind == STEP_TRIGGER)
		document_error(check->document, node,
			       "%s is the name of a histogram, not of an event", event);
}

static void check_hist(const struct variant_check *check, size_t step, const yaml_node_t *node)
{
	const char *trigger = check->variant->steps[step].text;
	struct span value;

	if (!trigger_parameter(trigger, "keys", &value))
		document_error(check->document, node,
			       "a histogram needs keys, as in hist:keys=FIELD");
	if (trigger_parameter(trigger, "name", &value))
		check_definition(check, step, node,
				 "the name of a histogram must be unique: write name=@NAME@");
}

static void check_trigger_type(const struct variant_check *check, size_t step,
			       const yaml_node_t *node)
{
	static const char *const types[] = { "enable_hist:", "disable_hist:" };
	const char *trigger = check->variant->steps[step].text;

	if (trigger_is_hist(trigger)) {
		check_hist(check, step, node);
		return;
	}
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (!strncmp(trigger, types[i], strlen(types[i])))
			return;
	}
	document_error(check->document, node,
		       "a trigger begins with hist:, enable_hist: or disable_hist:");
}

static void check_field_name(const struct variant_check *check, size_t step, const char *key,
			     const char *field)
{
	if (field && !is_word(field, strlen(field)))
		document_error(check->document, step_value(check, step, key),
			       "%s is the name of a field of the event", key);
}

static void check_trigger(const struct variant_check *check, size_t step)
{
	const struct recipe_step *s = &check->variant->steps[step];
	const yaml_node_t *node = step_value(check, step, "trigger");

	check_trigger_type(check, step, node);
	check_names(check, node, s->text, step + 1);
	if (!s->event)
		document_error(check->document, node,
			       "a trigger needs the key \"event\": SYSTEM/EVENT or '@NAME@'");
	else
		check_event(check, step_value(check, step, "event"), s->event, step);
	check_field_name(check, step, "pid", s->pid);
	check_field_name(check, step, "comm", s->comm);
}

/* Keys that only a trigger has. */
static void check_only_trigger(const struct variant_check *check, size_t step)
{
	static const char *const keys[] = { "event", "pid", "comm", "filter" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const yaml_node_t *node = step_value(check, step, keys[i]);

		if (node)
			document_error(check->document, node,
				       "only a step with \"trigger\" has the key \"%s\"", keys[i]);
	}
}

static void check_step(const struct variant_check *check, size_t step)
{
	static void (*const checks[])(const struct variant_check *check, size_t step) = {
		[STEP_SYNTHETIC] = check_synthetic,
		[STEP_DYNAMIC] = check_dynamic,
		[STEP_TRIGGER] = check_trigger,
		[STEP_RATE] = check_rate,
	};
	enum step_kind kind = check->variant->steps[step].kind;

	checks[kind](check, step);
	if (kind != STEP_TRIGGER)
		check_only_trigger(check, step);
}

/* Report that a table has no column of a name; @name is the kernel's name for it. */
static void report_no_column(const struct variant_check *check, const struct table *table,
			     const yaml_node_t *node, const char *name)
{
	const char **names = document_memory(check->document,
					     calloc(table->n_fields, sizeof(*names)));
	const char *text = document_text(node), *nearest;
	char *all;

	if (!names)
		return;
	for (size_t i = 0; i < table->n_fields; i++)
		names[i] = table->fields[i].name;
	all = document_memory(check->document, join_words(names, table->n_fields));
	nearest = nearest_word(name, names, table->n_fields);
	if (nearest)
		document_error(check->document, node,
			       "the table has no column \"%s\", did you mean \"%s\"?", text,
			       nearest);
	else if (all)
		document_error(check->document, node,
			       "the table has no column \"%s\" (valid: %s)", text, all);
	free(all);
	free(names);
}

/* A column that the table does not have, perhaps because it is written as in the trigger. */
static void check_column_name(const struct variant_check *check, const struct table *table,
			      const yaml_node_t *node)
{
	struct parse_error error;
	struct table column;
	char *trigger;

	if (asprintf(&trigger, "hist:keys=%s:nohitcount", document_text(node)) < 0) {
		document_memory(check->document, NULL);
		return;
	}
	if (recipe_table_fields(&column, trigger, &error) == -ENOMEM)
		document_memory(check->document, NULL);
	else if (!column.n_fields)
		report_no_column(check, table, node, document_text(node));
	else if (table_find_field(table, column.fields[0].name) < 0)
		report_no_column(check, table, node, column.fields[0].name);
	else
		document_error(check->document, node,
			       "the column has the name \"%s\" in the table",
			       column.fields[0].name);
	table_free(&column);
	free(trigger);
}

static void check_field(const struct variant_check *check, const struct table *table,
			const yaml_node_t *node)
{
	if (table_find_field(table, document_text(node)) < 0)
		check_column_name(check, table, node);
}

static void check_fields(const struct variant_check *check, const struct table *table)
{
	struct document *document = check->document;
	const yaml_node_t *columns = document_lookup(document, check->node, "columns");
	const yaml_node_t *node;

	for (size_t i = 0; i < check->variant->n_columns; i++)
		check_field(check, table,
			    document_lookup(document, document_item(document, columns, i),
					    "field"));
	node = document_lookup(document, check->node, "sort");
	if (node)
		check_field(check, table, node);
	node = document_lookup(document, check->node, "axis");
	if (node)
		check_field(check, table, node);
}

static void check_table_fields(const struct variant_check *check, size_t step)
{
	struct parse_error error;
	struct table table;
	int ret = recipe_table_fields(&table, check->variant->steps[step].text, &error);

	if (ret == -ENOMEM)
		document_memory(check->document, NULL);
	else if (ret)
		document_error(check->document, step_value(check, step, "trigger"),
			       "the keys or values of the table are wrong: %s", error.message);
	else
		check_fields(check, &table);
	table_free(&table);
}

static void check_table(const struct variant_check *check)
{
	const struct recipe_variant *variant = check->variant;
	const yaml_node_t *node = document_lookup(check->document, check->node, "table");
	size_t step;

	check_event(check, node, variant->table, variant->n_steps);
	step = recipe_table_step(variant);
	if (step == variant->n_steps)
		document_error(check->document, node,
			       "no step has a hist trigger for the event %s of the table",
			       variant->table);
	else
		check_table_fields(check, step);
}

static void check_needs(const struct variant_check *check)
{
	const yaml_node_t *node = document_lookup(check->document, check->node, "needs");
	const char *names[FEATURES_MAX];
	char *all;

	for (size_t i = 0; i < n_features; i++)
		names[i] = features[i].name;
	for (size_t i = 0; i < check->variant->n_needs; i++) {
		const char *need = check->variant->needs[i];

		if (feature_is_known(need))
			continue;
		all = document_memory(check->document, join_words(names, n_features));
		if (all)
			document_error(check->document, document_item(check->document, node, i),
				       "there is no feature \"%s\" (valid: %s, event:SYSTEM/EVENT)",
				       need, all);
		free(all);
	}
}

static void check_picture(const struct variant_check *check)
{
	if (check->variant->picture != PICTURE_TABLE && !check->variant->axis)
		document_error(check->document,
			       document_lookup(check->document, check->node, "picture"),
			       "this picture needs the key \"axis\": a field of ranges, of a .dist value, or of stack traces");
}

static void check_variant(struct document *document, const yaml_node_t *node,
			  const struct recipe_variant *variant)
{
	struct variant_check check = {
		.document = document, .variant = variant, .node = node,
		.steps = document_lookup(document, node, "steps"),
	};

	check_needs(&check);
	for (size_t i = 0; i < variant->n_steps; i++)
		check_step(&check, i);
	/* The table is looked up among events of triggers, which all must be there. */
	if (document->n_errors)
		return;
	check_table(&check);
	check_picture(&check);
}

/**
 * recipe_check_meaning() - check what the values of a recipe mean together
 * @document: the file; errors are reported there
 * @recipe: the recipe; all its keys are known, have the right types, and none is missing
 */
void recipe_check_meaning(struct document *document, const struct recipe *recipe)
{
	const yaml_node_t *root = yaml_document_get_root_node(&document->yaml);
	const yaml_node_t *variants = document_lookup(document, root, "variants");

	for (size_t i = 0; i < recipe->n_variants; i++)
		check_variant(document, document_item(document, variants, i),
			      &recipe->variants[i]);
}
