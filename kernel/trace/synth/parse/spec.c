// SPDX-License-Identifier: GPL-2.0
/*
 * Parser for definitions of synthetic events:
 *
 *	NAME TYPE FIELD [TYPE FIELD]... [; TYPE FIELD [TYPE FIELD]...]...
 *
 * The parser classifies each word and reports the first error with its position. It does not
 * know whether an event of this name exists, or how a record is laid out.
 *
 * Pure code: it takes no locks and uses no tracing types. It only reads the text.
 */
#include <linux/err.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "spec.h"

static bool check_name(const char *text, struct trace_span name, struct trace_span at,
		       struct trace_diag *diag)
{
	if (!trace_span_is_identifier(text, name))
		synth_diag_set(diag, SYNTH_DIAG_BAD_NAME, at);
	else if (name.len > SYNTH_NAME_MAX)
		synth_diag_set(diag, SYNTH_DIAG_NAME_TOO_LONG, at);
	else
		return true;
	return false;
}

/* Read the next word. A '*' is a word of its own, even without blanks around it. */
static bool next_word(struct trace_cursor *cur, struct trace_span *word)
{
	const char *text = cur->text;
	u32 start;

	while (cur->pos < cur->end && trace_is_blank(text[cur->pos]))
		cur->pos++;
	if (cur->pos == cur->end)
		return false;

	start = cur->pos++;
	if (text[start] != '*')
		while (cur->pos < cur->end && !trace_is_blank(text[cur->pos]) &&
		       text[cur->pos] != '*')
			cur->pos++;
	*word = (struct trace_span){ start, cur->pos - start };
	return true;
}

/* Split "name[8]" before the bracket. @array is empty if the word has no bracket. */
static struct trace_span split_array(const char *text, struct trace_span word,
				     struct trace_span *array)
{
	const char *bracket = memchr(text + word.off, '[', word.len);

	*array = trace_span_from(word, bracket ? bracket - text : trace_span_end(word));
	word.len -= array->len;
	return word;
}

/* Match the words of @type at the cursor. If they match, move the cursor behind them. */
static bool match_type(struct trace_cursor *cur, const struct synth_type *type,
		       struct trace_span *array)
{
	struct trace_cursor ahead = *cur;
	const char *name = type->name;

	*array = (struct trace_span){};
	for (;;) {
		size_t len = strcspn(name, " ");
		struct trace_span word;

		if (array->len || !next_word(&ahead, &word))
			return false;
		word = split_array(cur->text, word, array);
		if (word.len != len || memcmp(cur->text + word.off, name, len))
			return false;
		if (!name[len])
			break;
		name += len + 1;
	}
	*cur = ahead;
	return true;
}

/* Parse a base type. If several types match, as "long" and "long long", take the longest one. */
static const struct synth_type *parse_base_type(struct trace_cursor *cur,
						struct trace_span *array)
{
	const struct synth_type *found = NULL;
	struct trace_cursor end = *cur;
	unsigned int i;

	for (i = 0; i < synth_n_types; i++) {
		struct trace_cursor ahead = *cur;
		struct trace_span here;

		if (!match_type(&ahead, &synth_types[i], &here) || (found && ahead.pos < end.pos))
			continue;
		found = &synth_types[i];
		end = ahead;
		*array = here;
	}
	*cur = end;
	return found;
}

static bool accept_word(struct trace_cursor *cur, const char *str)
{
	struct trace_cursor ahead = *cur;
	struct trace_span word;

	if (!next_word(&ahead, &word) || !trace_span_is(cur->text, word, str))
		return false;
	*cur = ahead;
	return true;
}

static int synth_parse_type(struct trace_cursor *cur, struct synth_spec_field *field,
			    struct trace_span *array, struct trace_diag *diag)
{
	const char *text = cur->text;
	struct trace_span first;

	field->is_const = accept_word(cur, "const");
	first = trace_span_trim(text, (struct trace_span){ cur->pos, cur->end - cur->pos });
	field->type = parse_base_type(cur, array);
	if (!field->type) {
		if (accept_word(cur, "unsigned"))
			return synth_diag_set(diag, SYNTH_DIAG_INCOMPLETE_TYPE, first);
		return synth_diag_set(diag, SYNTH_DIAG_BAD_TYPE, first);
	}
	if (field->type->is_tagged &&
	    (array->len || !next_word(cur, &field->tag) ||
	     !trace_span_is_identifier(text, field->tag)))
		return synth_diag_set(diag, SYNTH_DIAG_INCOMPLETE_TYPE, first);
	if (field->tag.len > SYNTH_NAME_MAX)
		return synth_diag_set(diag, SYNTH_DIAG_NAME_TOO_LONG, field->tag);

	while (accept_word(cur, "*"))
		if (++field->pointer_depth > SYNTH_POINTER_DEPTH_MAX)
			return synth_diag_set(diag, SYNTH_DIAG_BAD_TYPE, first);
	if (!field->pointer_depth && !field->type->format)
		return synth_diag_set(diag, SYNTH_DIAG_INCOMPLETE_TYPE, first);
	return 0;
}

/*
 * Apply "[]" or "[8]" to a field. @at is the text that an error about the array refers to: the
 * word that contains the brackets, or the whole field.
 */
static int synth_parse_array(const char *text, struct synth_spec_field *field,
			     struct trace_span array, struct trace_span at, struct trace_diag *diag)
{
	enum synth_array_of array_of = field->type->array_of;
	u64 length;

	if (field->pointer_depth || array_of == SYNTH_ARRAY_OF_NONE)
		return synth_diag_set(diag, SYNTH_DIAG_BAD_TYPE, field->all);

	if (trace_span_is(text, array, "[]")) {
		field->array = SYNTH_DYNAMIC_ARRAY;
		return 0;
	}
	if (array_of != SYNTH_ARRAY_OF_CHARS || array.len < 3 ||
	    text[trace_span_end(array) - 1] != ']')
		return synth_diag_set(diag, SYNTH_DIAG_BAD_ARRAY, at);

	array = (struct trace_span){ array.off + 1, array.len - 2 };
	if (trace_span_to_u64(text, array, &length) || !length || length > SYNTH_STRING_MAX)
		return synth_diag_set(diag, SYNTH_DIAG_BAD_ARRAY, at);
	field->array = SYNTH_FIXED_ARRAY;
	field->length = length;
	return 0;
}

static int synth_parse_field(struct trace_cursor *cur, struct synth_spec_field *field,
			     struct trace_diag *diag)
{
	const char *text = cur->text;
	struct trace_cursor ahead = *cur;
	struct trace_span type_array = {}, name_array;
	struct trace_span first, word;
	int ret;

	field->all = trace_span_trim(text, (struct trace_span){ cur->pos, cur->end - cur->pos });
	if (!next_word(&ahead, &first) || !next_word(&ahead, &word))
		return synth_diag_set(diag, SYNTH_DIAG_BAD_FIELD, field->all);

	ret = synth_parse_type(cur, field, &type_array, diag);
	if (ret)
		return ret;
	if (!next_word(cur, &word))
		return synth_diag_set(diag, SYNTH_DIAG_BAD_FIELD, field->all);
	field->all.len = trace_span_end(word) - field->all.off;

	field->name = split_array(text, word, &name_array);
	if (!check_name(text, field->name, word, diag))
		return -EINVAL;
	if (type_array.len && name_array.len)
		return synth_diag_set(diag, SYNTH_DIAG_BAD_ARRAY, word);
	if (type_array.len)
		return synth_parse_array(text, field, type_array, field->all, diag);
	return name_array.len ? synth_parse_array(text, field, name_array, word, diag) : 0;
}

/* Parse the fields between two semicolons. */
static int parse_part(struct synth_spec *spec, struct trace_span part, struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(spec->text, part);

	while (cur.pos < cur.end) {
		struct trace_cursor ahead = cur;
		struct trace_span word;
		int ret;

		if (spec->n_fields == SYNTH_FIELDS_MAX) {
			next_word(&ahead, &word);
			return synth_diag_set(diag, SYNTH_DIAG_TOO_MANY_FIELDS, word);
		}
		ret = synth_parse_field(&cur, &spec->fields[spec->n_fields], diag);
		if (ret)
			return ret;
		spec->n_fields++;
	}
	return 0;
}

static int synth_parse_fields(struct synth_spec *spec, struct trace_span fields,
			      struct trace_diag *diag)
{
	struct trace_span part;

	do {
		int ret;

		trace_span_cut(spec->text, fields, ';', &part, &fields);
		ret = parse_part(spec, part, diag);
		if (ret)
			return ret;
	} while (fields.len);
	return 0;
}

static int parse_definition(struct synth_spec *spec, struct trace_span all, struct trace_diag *diag)
{
	const char *text = spec->text;
	struct trace_span fields;

	all = trace_span_trim(text, all);
	spec->name = all;
	spec->name.len = 0;
	while (spec->name.len < all.len && !trace_is_blank(text[trace_span_end(spec->name)]) &&
	       text[trace_span_end(spec->name)] != ';')
		spec->name.len++;

	fields = trace_span_trim(text, trace_span_from(all, trace_span_end(spec->name)));
	if (!spec->name.len || !fields.len || text[fields.off] == ';')
		return synth_diag_set(diag, SYNTH_DIAG_BAD_FORM, all);
	if (!check_name(text, spec->name, spec->name, diag))
		return -EINVAL;
	/* The system directory has files of these names beside the directories of the events. */
	if (trace_span_is(text, spec->name, "enable") || trace_span_is(text, spec->name, "filter"))
		return synth_diag_set(diag, SYNTH_DIAG_FILE_NAME, spec->name);
	return synth_parse_fields(spec, fields, diag);
}

/**
 * synth_spec_parse - parse the definition of a synthetic event
 * @text: command that contains the definition. Not copied: it must outlive the result.
 * @span: the definition within @text
 * @diag: receives the error
 *
 * Context: may sleep; takes no locks.
 * Return: the parsed definition with at least one field, to be freed with synth_spec_free();
 * ERR_PTR(-EINVAL) with @diag set; or ERR_PTR(-ENOMEM).
 */
struct synth_spec *synth_spec_parse(const char *text, struct trace_span span,
				    struct trace_diag *diag)
{
	struct synth_spec *spec = kzalloc(sizeof(*spec), GFP_KERNEL);
	int ret;

	if (!spec)
		return ERR_PTR(-ENOMEM);

	spec->text = text;
	ret = parse_definition(spec, span, diag);
	if (!ret)
		return spec;

	synth_spec_free(spec);
	return ERR_PTR(ret);
}

/**
 * synth_spec_free - free a parsed definition
 * @spec: result of synth_spec_parse(), NULL or an error pointer
 */
void synth_spec_free(struct synth_spec *spec)
{
	if (!IS_ERR(spec))
		kfree(spec);
}
