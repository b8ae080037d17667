// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the text of a hist trigger into struct hist_spec: split off the command's name and the
 * filter. param.c parses the parameters between them.
 *
 * Pure: knows the grammar, but no event, no histogram and no tracing instance.  Takes no locks.
 * Every rejection stores the position of the offending token in the diagnostic.
 */
#include <linux/err.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "parser.h"

/*
 * Remove " [active]" or " [paused]", which the trigger file shows at the end of a line. Without the
 * blank, "$var[active]" is a row of a variable, and "*[paused]" is a pattern of a filter.
 */
static struct trace_span strip_state(struct hist_spec *spec, struct trace_span all)
{
	spec->pause = hist_spec_take_end(spec->text, &all, " [paused]");
	if (!spec->pause)
		hist_spec_take_end(spec->text, &all, " [active]");
	return trace_span_trim(spec->text, all);
}

/* Remove "if <filter>" from the end, and leave the parameters in @all. */
static int cut_filter(struct hist_spec *spec, struct trace_span *all,
		      struct trace_diag *diag)
{
	struct trace_span word;

	if (!trace_span_find_word(spec->text, *all, "if", &word))
		return 0;

	spec->filter = trace_span_trim(spec->text, trace_span_from(*all, trace_span_end(word)));
	if (!spec->filter.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_FILTER, word);
	all->len = word.off - all->off;
	return 0;
}

/* Remove [!]hist and the delimiter behind it, a ':' or a blank. */
static struct trace_span strip_command(struct hist_spec *spec, struct trace_span all)
{
	u32 end = all.off;

	while (end < trace_span_end(all) && spec->text[end] != ':' &&
	       !trace_is_blank(spec->text[end]))
		end++;
	spec->command = (struct trace_span){ all.off, end - all.off };
	spec->remove = spec->command.len && spec->text[all.off] == '!';

	all = trace_span_trim(spec->text, trace_span_from(all, end));
	if (all.len && spec->text[all.off] == ':')
		all = trace_span_from(all, all.off + 1);
	return all;
}

static int parse_command(struct hist_spec *spec, struct trace_diag *diag)
{
	struct trace_span all = { .len = spec->len };
	const char *nul = memchr(spec->text, '\0', spec->len);
	int ret;

	if (nul)
		return hist_diag_set(diag, HIST_DIAG_NUL_BYTE,
				     (struct trace_span){ nul - spec->text, 1 });

	all = strip_command(spec, trace_span_trim(spec->text, all));
	all = strip_state(spec, all);
	ret = cut_filter(spec, &all, diag);
	return ret ?: hist_spec_parse_params(spec, trace_span_trim(spec->text, all), diag);
}

/**
 * hist_spec_parse - parse a hist trigger command
 * @text: the command, beginning with "hist" or "!hist"; need not be NUL-terminated
 * @len: length of @text in bytes
 * @diag: filled in with the error and its position in @text, if the command is rejected
 *
 * Context: may sleep; takes no locks.
 * Return: the spec, to be freed with hist_spec_free(), or an ERR_PTR: -EINVAL with @diag filled
 * in, or -ENOMEM.
 */
struct hist_spec *hist_spec_parse(const char *text, size_t len, struct trace_diag *diag)
{
	struct hist_spec *spec;
	int ret;

	if (len > HIST_TEXT_MAX)
		return ERR_PTR(hist_diag_set(diag, HIST_DIAG_TOO_LONG,
					     (struct trace_span){ HIST_TEXT_MAX, 1 }));

	spec = kvzalloc(sizeof(*spec), GFP_KERNEL);
	if (!spec)
		return ERR_PTR(-ENOMEM);

	spec->size = HIST_SIZE_DEFAULT;
	spec->len = len;
	spec->text = kmemdup_nul(text, len, GFP_KERNEL);
	ret = spec->text ? parse_command(spec, diag) : -ENOMEM;
	if (ret) {
		hist_spec_free(spec);
		return ERR_PTR(ret);
	}
	return spec;
}

/**
 * hist_spec_free - free a spec
 * @spec: return value of hist_spec_parse(), including an ERR_PTR, or NULL
 */
void hist_spec_free(struct hist_spec *spec)
{
	unsigned int i;

	if (IS_ERR_OR_NULL(spec))
		return;
	for (i = 0; i < spec->n_keys; i++)
		hist_expr_free(&spec->keys[i]);
	for (i = 0; i < spec->n_vals; i++)
		hist_expr_free(&spec->vals[i]);
	for (i = 0; i < spec->n_vars; i++)
		hist_expr_free(&spec->vars[i].expr);
	for (i = 0; i < spec->n_actions; i++)
		kfree(spec->actions[i].params);
	kfree(spec->text);
	kvfree(spec);
}
