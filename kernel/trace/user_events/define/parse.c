// SPDX-License-Identifier: GPL-2.0
/*
 * Parser for definitions of user events:
 *
 *	NAME[:FLAG[,FLAG]...] [TYPE FIELD [SIZE]; ...]
 *
 * The parser reports the first error with its position.
 *
 * Pure code: it takes no locks and uses no tracing types. It only reads the text.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../trace_text.h"
#include "../diag.h"
#include "layout.h"

/* Maximum number of digits of the size of an array. A longer number is an error. */
#define ARRAY_DIGITS_MAX	8

/* Length of the shortest field including its separator: "u8 x;". */
#define FIELD_LEN_MIN	5

/*
 * Maximum number of words of a field: "__data_loc unsigned TYPE NAME" or "struct TYPE NAME
 * SIZE".
 */
#define WORDS_MAX	4

static const struct base_type {
	const char *name;
	u8 size;
	bool is_signed;
	bool has_arrays;
} base_types[] = {
	{ "u8", 1 }, { "u16", 2 }, { "u32", 4 }, { "u64", 8 },
	{ "s8", 1, true }, { "s16", 2, true }, { "s32", 4, true }, { "s64", 8, true },
	{ "char", 1, true, true }, { "unsigned char", 1, false, true },
	{ "short", 2, true }, { "unsigned short", 2 },
	{ "int", 4, true }, { "unsigned int", 4 },
};

/**
 * struct parser - state of the parser
 * @text: the whole command
 * @layout: layout under construction
 * @at: next free byte in @layout->strings
 * @end: size of the record so far in bytes, head included
 * @diag: receives the error
 */
struct parser {
	const char *text;
	struct user_event_layout *layout;
	char *at;
	u32 end;
	struct trace_diag *diag;
};

/**
 * struct words - words of a field
 * @word: the words
 * @n: number of words
 * @brackets: array size behind the field's name, brackets included; cut off the last word
 * @all: text of the whole field
 */
struct words {
	struct trace_span word[WORDS_MAX];
	unsigned int n;
	struct trace_span brackets;
	struct trace_span all;
};

static int user_event_reject(struct parser *p, enum user_event_diag code, struct trace_span at)
{
	return user_event_diag_set(p->diag, code, at);
}

/*
 * Store words as a string, separated by one blank. All strings fit, because their memory is as long
 * as the text.
 */
static const char *keep(struct parser *p, const struct trace_span *word, unsigned int n)
{
	char *kept = p->at;
	unsigned int i;

	for (i = 0; i < n; i++) {
		memcpy(p->at, p->text + word[i].off, word[i].len);
		p->at += word[i].len;
		*p->at++ = i + 1 < n ? ' ' : '\0';
	}
	return kept;
}

/*
 * Store the type of a field in normal form: that of "char msg[8]" is "char[8]", as in "char[8]
 * msg".
 */
static const char *keep_type(struct parser *p, const struct words *w)
{
	const char *kept = keep(p, w->word, w->n - 1);

	if (w->brackets.len) {
		p->at--;
		keep(p, &w->brackets, 1);
	}
	return kept;
}

static const struct base_type *find_base(const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(base_types); i++)
		if (strlen(base_types[i].name) == len && !memcmp(base_types[i].name, name, len))
			return &base_types[i];
	return NULL;
}

/* Parse the size of an array: the text behind the first bracket of the field's type. */
static int parse_array(struct parser *p, struct user_event_field *field, struct trace_span digits,
		       struct trace_span at)
{
	u64 size;

	if (!digits.len || field->type[trace_span_end(digits) - 1] != ']')
		return user_event_reject(p, USER_EVENT_DIAG_BAD_ARRAY, at);
	digits.len--;
	if (digits.len > ARRAY_DIGITS_MAX || trace_span_to_u64(field->type, digits, &size) ||
	    !size || size > USER_ARRAY_MAX)
		return user_event_reject(p, USER_EVENT_DIAG_BAD_ARRAY, at);
	field->kind = USER_STRING;
	field->size = size;
	return 0;
}

/* Reject a type. More than two words are a malformed field, unless the first is "unsigned". */
static int reject_type(struct parser *p, const struct words *w, struct trace_span type)
{
	struct trace_span name, ignored;

	trace_span_cut(p->text, type, '[', &name, &ignored);
	if (trace_span_find_word(p->text, name, "long", &ignored))
		return user_event_reject(p, USER_EVENT_DIAG_LONG, type);
	if (w->n > 2 && !trace_span_is(p->text, w->word[0], "unsigned"))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_FIELD, w->all);
	return user_event_reject(p, USER_EVENT_DIAG_BAD_TYPE, type);
}

/* Parse "TYPE FIELD" or "TYPE FIELD[SIZE]". The type has one or two words and may be an array. */
static int parse_basic(struct parser *p, struct user_event_field *field, const struct words *w)
{
	struct trace_span type = w->word[0], array, digits;
	const struct base_type *base;
	const char *bracket;
	size_t len;

	type.len = trace_span_end(w->word[w->n - 2]) - type.off;
	array = w->brackets.len ? w->brackets : type;
	field->type = keep_type(p, w);
	len = p->at - 1 - field->type;
	bracket = memchr(field->type, '[', len);
	base = find_base(field->type, bracket ? bracket - field->type : len);
	if (!base)
		return reject_type(p, w, type);

	field->kind = USER_NUMBER;
	field->size = base->size;
	field->is_signed = base->is_signed;
	if (!bracket)
		return 0;
	if (!base->has_arrays)
		return user_event_reject(p, USER_EVENT_DIAG_BAD_ARRAY, array);
	digits.off = bracket + 1 - field->type;
	digits.len = len - digits.off;
	return parse_array(p, field, digits, array);
}

/*
 * Check the text behind the first bracket of an array in a dynamic field: an optional number or
 * identifier, and the closing bracket.
 */
static bool is_any_array(const char *text, struct trace_span size)
{
	u64 ignored;

	if (!size.len || text[trace_span_end(size) - 1] != ']')
		return false;
	size.len--;
	return !size.len || trace_span_is_identifier(text, size) ||
	       !trace_span_to_u64(text, size, &ignored);
}

/*
 * Check the type of the elements of a dynamic field. The brackets are optional, and the size in
 * them is ignored.
 */
static int check_elements(struct parser *p, const struct words *w, struct trace_span element)
{
	struct trace_span base, array;
	bool is_array = trace_span_cut(p->text, element, '[', &base, &array);

	if (!trace_span_is_identifier(p->text, base) ||
	    trace_span_is(p->text, element, "unsigned") ||
	    (is_array && !is_any_array(p->text, array)))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_TYPE, element);
	if (!w->brackets.len)
		return 0;
	array = trace_span_from(w->brackets, w->brackets.off + 1);
	if (is_array || !is_any_array(p->text, array))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_TYPE, w->brackets);
	return 0;
}

/*
 * Parse "__data_loc TYPE[] FIELD" or "__data_loc TYPE FIELD[]". The type of the elements is not
 * looked up, because only programs that read the trace interpret it.
 */
static int parse_loc(struct parser *p, struct user_event_field *field, const struct words *w,
		     enum user_event_kind kind)
{
	int ret;

	if (w->n == 2 || (w->n == 4 && !trace_span_is(p->text, w->word[1], "unsigned")))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_FIELD, w->all);
	ret = check_elements(p, w, w->word[w->n - 2]);
	if (ret)
		return ret;

	field->type = keep_type(p, w);
	field->kind = kind;
	field->size = sizeof(u32);
	field->is_signed = true;
	/*
	 * The data must end with a NUL if the letters "char" are anywhere in the type. Filters and
	 * the trace file treat them as text only if "char" is a word of the type.
	 */
	field->is_text = strstr(field->type, "char");
	p->layout->n_locs++;
	return 0;
}

/* Parse "struct TYPE FIELD SIZE". */
static int parse_struct(struct parser *p, struct user_event_field *field, const struct words *w)
{
	struct trace_span size = w->word[3];
	u64 val = 0;
	u32 i;

	if (w->n < 4)
		return user_event_reject(p, w->n == 3 ? USER_EVENT_DIAG_NO_SIZE :
					 USER_EVENT_DIAG_BAD_FIELD, w->all);
	if (!trace_span_is_identifier(p->text, w->word[1]))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_TYPE, w->word[1]);
	for (i = 0; i < size.len; i++) {
		char c = p->text[size.off + i];

		if (!isdigit(c))
			return user_event_reject(p, USER_EVENT_DIAG_BAD_SIZE, size);
		val = min(10 * val + c - '0', (u64)USER_PAYLOAD_MAX + 1);
	}
	if (!val)
		return user_event_reject(p, USER_EVENT_DIAG_BAD_SIZE, size);
	if (val > USER_PAYLOAD_MAX)
		return user_event_reject(p, USER_EVENT_DIAG_TOO_LARGE, size);

	field->type = keep(p, w->word, 2);
	field->kind = USER_STRUCT;
	field->size = val;
	field->is_signed = true;
	return 0;
}

/* Split the size of an array off the field's name. */
static void cut_brackets(const struct parser *p, struct words *w)
{
	struct trace_span *last = &w->word[w->n - 1], name, ignored;

	if (!trace_span_cut(p->text, *last, '[', &name, &ignored) ||
	    !trace_span_is_identifier(p->text, name))
		return;
	w->brackets = trace_span_from(*last, trace_span_end(name));
	*last = name;
}

static int parse_type(struct parser *p, struct user_event_field *field, struct words *w)
{
	const char *text = p->text;
	u64 ignored;

	if (trace_span_is(text, w->word[0], "struct"))
		return parse_struct(p, field, w);
	if (w->n < 2)
		return user_event_reject(p, USER_EVENT_DIAG_BAD_FIELD, w->all);
	cut_brackets(p, w);
	if (trace_span_is(text, w->word[0], "__data_loc"))
		return parse_loc(p, field, w, USER_DATA_LOC);
	if (trace_span_is(text, w->word[0], "__rel_loc"))
		return parse_loc(p, field, w, USER_REL_LOC);
	if (w->n > 2 && !trace_span_to_u64(text, w->word[w->n - 1], &ignored))
		return user_event_reject(p, USER_EVENT_DIAG_STRAY_SIZE, w->word[w->n - 1]);
	return parse_basic(p, field, w);
}

static int parse_name(struct parser *p, struct user_event_field *field, struct trace_span name)
{
	const struct user_event_layout *layout = p->layout;
	unsigned int i;

	if (!trace_span_is_identifier(p->text, name))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_FIELD_NAME, name);
	field->name = keep(p, &name, 1);
	if (str_has_prefix(field->name, "common_"))
		return user_event_reject(p, USER_EVENT_DIAG_COMMON_FIELD, name);
	for (i = 0; i < layout->n_fields; i++)
		if (!strcmp(layout->fields[i].name, field->name))
			return user_event_reject(p, USER_EVENT_DIAG_DUPLICATE_FIELD, name);
	return 0;
}

static int parse_field(struct parser *p, struct trace_span item)
{
	struct trace_cursor cur = trace_cursor_over(p->text, item);
	struct words w = { .all = item };
	struct user_event_field field = {};
	struct trace_span extra;
	int ret;

	while (w.n < WORDS_MAX && trace_next_word(&cur, &w.word[w.n]))
		w.n++;
	if (trace_next_word(&cur, &extra))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_FIELD, extra);

	ret = parse_type(p, &field, &w);
	if (!ret)
		ret = parse_name(p, &field, w.word[field.kind == USER_STRUCT ? 2 : w.n - 1]);
	if (ret)
		return ret;

	if (p->end + field.size > USER_RECORD_HEAD + USER_PAYLOAD_MAX)
		return user_event_reject(p, USER_EVENT_DIAG_TOO_LARGE, item);
	field.offset = p->end;
	p->end += field.size;
	p->layout->has_text |= field.is_text || field.kind == USER_STRING;
	/* Increment the count first: it is the bound of the array, see __counted_by(). */
	p->layout->n_fields++;
	p->layout->fields[p->layout->n_fields - 1] = field;
	return 0;
}

static int parse_fields(struct parser *p, struct trace_span span)
{
	struct trace_span item;

	while (span.len) {
		int ret;

		trace_span_cut(p->text, span, ';', &item, &span);
		ret = item.len ? parse_field(p, item) : 0;
		if (ret)
			return ret;
	}
	p->layout->min_size = p->end - USER_RECORD_HEAD;
	return 0;
}

/* Other entries of the system directory, in which the event gets a directory. */
static const char *const files_beside[] = { ".", "..", "enable", "filter" };

/*
 * Check the name of an event. It names a directory, is part of commands, and is displayed in
 * definitions that must parse again. Characters outside of ASCII are not restricted.
 */
static bool name_is_good(const char *text, struct trace_span name)
{
	u32 i;

	if (!name.len)
		return false;
	for (i = 0; i < ARRAY_SIZE(files_beside); i++)
		if (trace_span_is(text, name, files_beside[i]))
			return false;
	for (i = name.off; i < trace_span_end(name); i++)
		if (isascii(text[i]) && (!isgraph(text[i]) || strchr("/:;#", text[i])))
			return false;
	return true;
}

static int parse_head(struct parser *p, struct trace_span head)
{
	struct trace_span name, flags;
	bool has_flags = trace_span_cut(p->text, head, ':', &name, &flags);

	if (!name_is_good(p->text, name))
		return user_event_reject(p, USER_EVENT_DIAG_BAD_NAME, name);
	if (name.len > USER_NAME_MAX)
		return user_event_reject(p, USER_EVENT_DIAG_NAME_TOO_LONG, name);
	if (has_flags)
		return user_event_reject(p, USER_EVENT_DIAG_FLAG, flags);
	p->layout->name = keep(p, &name, 1);
	return 0;
}

/*
 * Allocate a layout that is large enough for the definition. The strings fit, because each is
 * shorter than the text that it comes from.
 */
static struct user_event_layout *alloc_layout(const char *text, struct trace_span span)
{
	struct user_event_layout *layout;
	unsigned int n = 1;
	u32 i;

	for (i = span.off; i < trace_span_end(span); i++)
		n += text[i] == ';';
	/*
	 * A field takes at least FIELD_LEN_MIN bytes. The last one has no separator, but the
	 * name precedes the first one.
	 */
	n = min(n, span.len / FIELD_LEN_MIN);
	layout = kzalloc(struct_size(layout, fields, n), GFP_KERNEL_ACCOUNT);
	if (!layout)
		return NULL;
	layout->strings = kmalloc(span.len + 1, GFP_KERNEL_ACCOUNT);
	if (!layout->strings) {
		kfree(layout);
		return NULL;
	}
	return layout;
}

/**
 * user_event_layout_parse - parse the definition of a user event
 * @text: the whole command
 * @span: the definition in @text
 * @diag: receives the error
 *
 * Context: may sleep; takes no locks.
 * Return: the layout, to be freed with user_event_layout_free(). It does not refer to @text.
 * ERR_PTR(-EINVAL) with @diag set if the definition is invalid; or ERR_PTR(-ENOMEM).
 */
struct user_event_layout *user_event_layout_parse(const char *text, struct trace_span span,
						  struct trace_diag *diag)
{
	struct parser p = { .text = text, .diag = diag, .end = USER_RECORD_HEAD };
	struct trace_cursor cur = trace_cursor_over(text, span);
	struct trace_span head;
	int ret;

	p.layout = alloc_layout(text, span);
	if (!p.layout)
		return ERR_PTR(-ENOMEM);
	p.at = p.layout->strings;

	trace_next_word(&cur, &head);
	ret = parse_head(&p, head);
	if (!ret)
		ret = parse_fields(&p, trace_span_from(span, cur.pos));
	if (!ret)
		return p.layout;
	user_event_layout_free(p.layout);
	return ERR_PTR(ret);
}

/**
 * user_event_layout_free - free a layout
 * @layout: the layout, NULL or an error pointer
 */
void user_event_layout_free(struct user_event_layout *layout)
{
	if (IS_ERR_OR_NULL(layout))
		return;
	kfree(layout->strings);
	kfree(layout);
}

/**
 * user_event_layouts_equal - check whether two definitions define the same event
 * @a: a layout
 * @b: another layout
 *
 * Return: true if names and fields are equal.
 */
bool user_event_layouts_equal(const struct user_event_layout *a, const struct user_event_layout *b)
{
	unsigned int i;

	if (strcmp(a->name, b->name) || a->n_fields != b->n_fields)
		return false;
	for (i = 0; i < a->n_fields; i++)
		if (strcmp(a->fields[i].type, b->fields[i].type) ||
		    strcmp(a->fields[i].name, b->fields[i].name) ||
		    a->fields[i].size != b->fields[i].size)
			return false;
	return true;
}
