// SPDX-License-Identifier: GPL-2.0
/*
 * Print the compiled form of a histogram for the hist_debug file: all fields with their
 * index in fields[], then references, field variables, actions and saved fields.
 *
 * The compiled form is constant, so no lock is needed.
 */
#include <linux/seq_file.h>
#include <linux/string.h>

#include "debug.h"
#include "describe.h"
#include "escape.h"

static void show_flags(struct seq_file *m, const struct hist_field *field)
{
	seq_puts(m, "      flags:\n");
	if (field->role == HIST_ROLE_KEY)
		seq_puts(m, "        HIST_FIELD_FL_KEY\n");
	else if (field->role == HIST_ROLE_VAR)
		seq_puts(m, "        HIST_FIELD_FL_VAR\n");
	else if (field->value.kind == HIST_KIND_HITCOUNT)
		seq_puts(m, "        VAL: HIST_FIELD_FL_HITCOUNT\n");
	else
		seq_puts(m, "        VAL: normal u64 value\n");
	if (field->ref >= 0)
		seq_puts(m, "        HIST_FIELD_FL_ALIAS\n");
}

static void show_var_idx(struct seq_file *m, unsigned int idx)
{
	seq_printf(m, "      var.idx (into tracing_map_elt.vars[]): %u\n", idx);
}

static void show_ref_idx(struct seq_file *m, unsigned int ref)
{
	seq_printf(m, "      var_ref_idx (into hist_data->var_refs[]): %u\n", ref);
}

static void show_var(struct seq_file *m, const char *name, unsigned int idx)
{
	seq_printf(m, "      var.name: %s\n", name);
	show_var_idx(m, idx);
}

static void show_type(struct seq_file *m, const char *type, unsigned int size, bool is_signed)
{
	seq_printf(m, "      type: %s\n", type);
	seq_printf(m, "      size: %u\n", size);
	seq_printf(m, "      is_signed: %u\n", is_signed);
}

static void show_event_field(struct seq_file *m, const struct hist_value *value)
{
	if (value->is_field)
		seq_printf(m, "      ftrace_event_field name: %s\n", value->name);
}

static void show_field(struct seq_file *m, const struct hist_trigger_data *data, unsigned int i)
{
	const struct hist_field *field = &data->fields[i];
	const struct hist_value *value = &field->value;

	seq_printf(m, "\n    hist_data->fields[%u]:\n", i);
	show_flags(m, field);
	show_event_field(m, value);
	if (field->role == HIST_ROLE_VAR)
		show_var(m, field->var_name, field->pos);
	if (field->ref >= 0)
		show_ref_idx(m, field->ref);
	if (value->title)
		seq_printf(m, "      aggregate: %s\n", value->title);
	show_type(m, value->type, value->size, value->is_signed);
}

/* The address is that of the defining histogram. */
static void show_ref(struct seq_file *m, const struct hist_trigger_data *data, unsigned int i)
{
	const struct hist_var_ref *ref = &data->var_refs[i];

	seq_puts(m, "      flags:\n        HIST_FIELD_FL_VAR_REF\n");
	seq_printf(m, "      name: %s\n", ref->name);
	if (ref->lookup >= 0 && data->program.lookups[ref->lookup].n_keys)
		seq_printf(m, "      key: %s\n", data->program.lookups[ref->lookup].key_text);
	show_var_idx(m, ref->var_idx);
	seq_printf(m, "      var.hist_data: %p\n", ref->defining_hist ?: data);
	show_ref_idx(m, i);
	show_type(m, ref->type, ref->size, ref->is_signed);
}

static void show_refs(struct seq_file *m, const struct hist_trigger_data *data)
{
	unsigned int i;

	if (data->n_var_refs)
		seq_puts(m, "\n  variable reference fields:\n");
	for (i = 0; i < data->n_var_refs; i++) {
		seq_printf(m, "\n    hist_data->var_refs[%u]:\n", i);
		show_ref(m, data, i);
	}
}

static void show_field_vars(struct seq_file *m, const char *title, const char *array,
			    const struct hist_field_var *vars, unsigned int n)
{
	unsigned int i;

	if (n)
		seq_printf(m, "\n  %s:\n", title);
	for (i = 0; i < n; i++) {
		const struct hist_value *value = &vars[i].value;

		seq_printf(m, "\n    hist_data->%s[%u]:\n\n", array, i);
		seq_printf(m, "      %s[%u].var:\n", array, i);
		seq_puts(m, "      flags:\n        HIST_FIELD_FL_VAR\n");
		show_var(m, value->name, vars[i].var_idx);
		seq_printf(m, "\n      %s[%u].val:\n", array, i);
		show_event_field(m, value);
		show_type(m, value->type, value->size, value->is_signed);
	}
}

static void show_tracked_var(struct seq_file *m, const struct hist_trigger_data *data,
			     unsigned int i)
{
	const struct hist_action *action = &data->actions[i];

	seq_printf(m, "\n    hist_data->actions[%u].track_data.var_ref:\n", i);
	show_ref(m, data, action->ref);
	seq_printf(m, "\n    hist_data->actions[%u].track_data.track_var:\n", i);
	seq_puts(m, "      flags:\n        HIST_FIELD_FL_VAR\n");
	show_var(m, hist_handler_info[action->handler].var_name, action->track_idx);
	show_type(m, "u64", sizeof(u64), false);
}

static void show_match(struct seq_file *m, const struct hist_trigger_data *data, unsigned int i)
{
	const struct hist_action *action = &data->actions[i];

	seq_printf(m, "\n    hist_data->actions[%u].match_data.event_system: %s\n", i,
		   action->match_system);
	/* The name of a user event can contain non-ASCII bytes. */
	seq_printf(m, "    hist_data->actions[%u].match_data.event: ", i);
	hist_show_string(m, action->match_event, strlen(action->match_event), 0);
	seq_putc(m, '\n');
}

static void show_actions(struct seq_file *m, const struct hist_trigger_data *data)
{
	unsigned int i;

	if (data->n_actions)
		seq_puts(m, "\n  action tracking variables (for onmax()/onchange()/onmatch()):\n");
	for (i = 0; i < data->n_actions; i++) {
		if (hist_handler_tracks(data->actions[i].handler))
			show_tracked_var(m, data, i);
		else
			show_match(m, data, i);
	}
}

/**
 * hist_debug_show - print the compiled form of a histogram
 * @m: output file
 * @data: the histogram
 * @status: its displayed state
 *
 * Context: process context.
 */
void hist_debug_show(struct seq_file *m, const struct hist_trigger_data *data,
		     const struct hist_status *status)
{
	unsigned int i;

	hist_describe_header(m, data, status, NULL);
	seq_printf(m, "hist_data: %p\n\n", data);
	seq_printf(m, "  n_vals: %u\n", data->n_vals);
	seq_printf(m, "  n_keys: %u\n", data->n_keys);
	seq_printf(m, "  n_fields: %u\n", data->n_fields);

	seq_puts(m, "\n  val fields:\n");
	for (i = 0; i < data->n_vals; i++)
		show_field(m, data, i);
	seq_puts(m, "\n  key fields:\n");
	for (; i < data->n_fields; i++)
		show_field(m, data, i);

	show_refs(m, data);
	show_field_vars(m, "field variables", "field_vars", data->field_vars,
			data->n_field_vars);
	show_actions(m, data);
	show_field_vars(m, "save action variables (save() params)", "save_vars",
			data->save_vars, data->n_save_vars);
}
