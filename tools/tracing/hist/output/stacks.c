// SPDX-License-Identifier: GPL-2.0-only
/* Make stacks of the rows of a table. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "stacks.h"

/*
 * The field whose numbers are the widths: the one that sorts the answer if it can be added,
 * otherwise the first sum, otherwise the hitcount. As in hist_folded.
 */
static int value_field(const struct table *table, const char *sort)
{
	int field = sort ? table_find_field(table, sort) : NO_FIELD;

	if (field != NO_FIELD && (table->fields[field].role == FIELD_SUM ||
				  table->fields[field].role == FIELD_HITCOUNT))
		return field;
	for (int role = FIELD_SUM; role >= FIELD_HITCOUNT; role--) {
		for (size_t i = 0; i < table->n_fields; i++) {
			if ((int)table->fields[i].role == role)
				return i;
		}
	}
	return NO_FIELD;
}

/* Tell which keys are stack traces. Return: NULL without memory. */
static bool *find_stack_keys(const struct table *table, bool *has_stack)
{
	bool *is_stack = calloc(table->n_keys + 1, sizeof(*is_stack));

	*has_stack = false;
	for (size_t key = 0; is_stack && key < table->n_keys; key++) {
		struct shown_column column = { .field = key };

		is_stack[key] = column_shape(table, &column) == SHAPE_STACK;
		*has_stack |= is_stack[key];
	}
	return is_stack;
}

static bool is_user_field(const struct field *field)
{
	return strstr(field->name, "ustack") || strstr(field->name, "user");
}

/* A frame of a program that has no name is "FILE+0xOFFSET", in a copy of hist_folded, too. */
static bool is_user_frame(const char *name)
{
	const char *offset = strstr(name, "+0x");

	return *name == '/' || (offset && memchr(name, '/', offset - name));
}

static void push(struct stack *stack, const char *name, enum frame_kind kind)
{
	stack->frames[stack->n++] = (struct frame) { name, kind };
}

static void push_trace(struct stack *stack, const struct cell *cell, bool user)
{
	for (size_t i = cell->n_frames; i-- && stack->n < MAX_DEPTH;)
		push(stack, cell->frames[i],
		     user || is_user_frame(cell->frames[i]) ? FRAME_USER : FRAME_KERNEL);
}

static bool push_keys(struct stack *stack, const struct table *table, const struct row *row,
		      const bool *is_stack)
{
	for (size_t key = 0; key < table->n_keys; key++) {
		struct shown_column column = { .field = key, .unit = UNIT_NONE };
		char *text;

		if (is_stack[key] || row->other)
			continue;
		text = column_text(table, row->cells + key, &column, 0);
		if (!text)
			return false;
		stack->keys[stack->n_keys++] = text;
		if (stack->n < MAX_DEPTH)
			push(stack, text, FRAME_KEY);
	}
	if (row->other)
		push(stack, "other", FRAME_KEY);
	return true;
}

static void push_traces(struct stack *stack, const struct table *table, const struct row *row,
			bool user)
{
	for (size_t key = 0; key < table->n_keys; key++) {
		if (row->cells[key].kind == CELL_STACK &&
		    is_user_field(table->fields + key) == user)
			push_trace(stack, row->cells + key, user);
	}
}

static size_t count_frames(const struct table *table, const struct row *row)
{
	size_t n = table->n_keys + 1;

	for (size_t key = 0; key < table->n_keys; key++)
		n += row->cells[key].kind == CELL_STACK ? row->cells[key].n_frames : 0;
	return n;
}

static bool add_row(struct stacks *stacks, const struct table *table, const struct row *row,
		    const bool *is_stack, double value)
{
	struct stack *stack = stacks->stacks + stacks->n;
	size_t n = count_frames(table, row);

	stacks->deep += n > MAX_DEPTH;
	stack->frames = calloc(n < MAX_DEPTH ? n : MAX_DEPTH + 1, sizeof(*stack->frames));
	stack->keys = calloc(table->n_keys + 1, sizeof(*stack->keys));
	stack->value = value;
	stacks->n++;
	if (!stack->frames || !stack->keys || !push_keys(stack, table, row, is_stack))
		return false;
	push_traces(stack, table, row, true);
	push_traces(stack, table, row, false);
	stacks->total += value;
	return true;
}

static int compare_frames(const struct frame *a, const struct frame *b)
{
	return a->kind != b->kind ? (int)a->kind - (int)b->kind : strcmp(a->name, b->name);
}

static int compare_stacks(const void *a, const void *b)
{
	const struct stack *stack = a, *other = b;

	for (size_t i = 0; i < stack->n && i < other->n; i++) {
		int result = compare_frames(stack->frames + i, other->frames + i);

		if (result)
			return result;
	}
	return (stack->n > other->n) - (stack->n < other->n);
}

static void describe_values(struct stacks *stacks, const struct field *field,
			    const struct recording *recording)
{
	stacks->what = field->role == FIELD_HITCOUNT ? "Events" : field->name;
	stacks->unit = UNIT_COUNT;
	for (size_t i = 0; i < recording->n_columns; i++) {
		const struct recipe_column *column = recording->columns + i;

		if (strcmp(column->field, field->name))
			continue;
		stacks->what = column->title ? column->title : column->field;
		stacks->unit = column->unit == UNIT_NONE ? UNIT_COUNT : column->unit;
	}
}

static bool add_rows(struct stacks *stacks, const struct table *table, const bool *is_stack,
		     int field)
{
	const struct shown_column column = { .field = field };

	stacks->stacks = calloc(table->n_rows + 1, sizeof(*stacks->stacks));
	if (!stacks->stacks)
		return false;
	for (size_t i = 0; field != NO_FIELD && i < table->n_rows; i++) {
		const struct row *row = table->rows + i;
		double value = column_value(row->cells + field, &column, 0);

		if (value > 0 && isfinite(value) && !add_row(stacks, table, row, is_stack, value))
			return false;
	}
	qsort(stacks->stacks, stacks->n, sizeof(*stacks->stacks), compare_stacks);
	return true;
}

static enum status report_no_stacks(const struct recording *recording)
{
	report_error("a flame graph needs a key with stack traces (common_stacktrace, "
		     ".stacktrace); \"%s\" has none",
		     recording->recipe ? recording->recipe : "this histogram");
	return STATUS_INPUT;
}

/**
 * stacks_init() - make stacks of the rows of a table
 * @stacks: the stacks, which stacks_free() frees even if this function fails
 * @table: the table, which must exist as long as @stacks
 * @recording: recording with the columns
 *
 * Rows without a number above 0 are left out: they have no width.
 *
 * Return: %STATUS_OK; %STATUS_INPUT if the table has rows, but no stack traces; %STATUS_FAILED if
 * memory is short.
 */
enum status stacks_init(struct stacks *stacks, const struct table *table,
			const struct recording *recording)
{
	int field = value_field(table, recording->sort);
	enum status status = STATUS_OK;
	bool *is_stack, has_stack;

	*stacks = (struct stacks) { .what = "Events", .unit = UNIT_COUNT };
	is_stack = find_stack_keys(table, &has_stack);
	if (!is_stack)
		return out_of_memory();
	if (field != NO_FIELD)
		describe_values(stacks, table->fields + field, recording);
	if (table->n_rows && !has_stack)
		status = report_no_stacks(recording);
	else if (!add_rows(stacks, table, is_stack, field))
		status = out_of_memory();
	free(is_stack);
	return status;
}

/**
 * stacks_free() - free stacks
 * @stacks: the stacks
 */
void stacks_free(struct stacks *stacks)
{
	for (size_t i = 0; i < stacks->n; i++) {
		struct stack *stack = stacks->stacks + i;

		for (size_t key = 0; key < stack->n_keys; key++)
			free(stack->keys[key]);
		free(stack->keys);
		free(stack->frames);
	}
	free(stacks->stacks);
}
