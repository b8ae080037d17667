// SPDX-License-Identifier: GPL-2.0-only
/* Reference model of filters, see reference_model.h. */

#include <linux/string.h>

#include "reference_model.h"
#include "trace_task.h"

#define TEXT_MAX	4096

static const struct filter_field *field_of(const struct naive_term *term)
{
	unsigned int i;

	for (i = 0; i < mock_n_fields; i++)
		if (!strcmp(mock_fields[i].name, term->field))
			return &mock_fields[i].field;
	return NULL;
}

static bool is_one_of(const char *what, const char *words)
{
	size_t len = strlen(what);
	const char *at;

	for (at = words; (at = strstr(at, what)); at += len)
		if ((at == words || at[-1] == ' ') && (!at[len] || at[len] == ' '))
			return true;
	return false;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/*
 * Read a sign and decimal, octal or hexadecimal digits. Return: whether the
 * value is such a number.
 */
static bool read_number(const struct naive_term *term, s128 *number, bool *is_negative)
{
	const char *at = term->value, *end = term->value + term->value_len, *first;
	int base = 10;

	*is_negative = at < end && *at == '-';
	at += *is_negative;
	if (at < end && *at == '0')
		base = 8;
	if (end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
		base = 16;
		at += 2;
	}
	for (first = at, *number = 0; at < end; at++) {
		if (digit_of(*at) >= base)
			return false;
		*number = *number * base + digit_of(*at);
	}
	if (*is_negative)
		*number = -*number;
	return at > first;
}

static s128 two_to(unsigned int n)
{
	return (s128)1 << n;
}

/* Smallest value of a field, and the first value that is too large for it. */
static s128 least_of(const struct filter_field *field)
{
	return field->is_signed ? -two_to(8 * field->size - 1) : 0;
}

static s128 limit_of(const struct filter_field *field)
{
	return two_to(8 * field->size - field->is_signed);
}

static bool is_number(const struct filter_field *field)
{
	return field->kind == FILTER_KIND_NUMBER || field->kind == FILTER_KIND_CPU ||
	       field->kind == FILTER_KIND_TASK;
}

static bool is_mask(const struct filter_field *field)
{
	return field->kind == FILTER_KIND_DYN_MASK || field->kind == FILTER_KIND_REL_MASK;
}

static bool is_long(const struct filter_field *field)
{
	return field->kind == FILTER_KIND_NUMBER && field->size == 8;
}

static enum filter_diag check_number(const struct naive_term *term,
				     const struct filter_field *field)
{
	s128 number, limit = limit_of(field);
	bool is_negative;

	if (term->written != NAIVE_WORD || !read_number(term, &number, &is_negative))
		return FILTER_DIAG_BAD_NUMBER;
	if (is_negative && !field->is_signed)
		return FILTER_DIAG_NEGATIVE;
	/*
	 * A number that begins with 0 may be the bit pattern of a signed
	 * field's value.
	 */
	if (term->value[0] == '0' && is_one_of(term->operator, "== != &"))
		limit = two_to(8 * field->size);
	return number < least_of(field) || number >= limit ? FILTER_DIAG_NUMBER_RANGE :
							    FILTER_DIAG_NONE;
}

static const struct mock_function *function_of(const struct naive_term *term)
{
	s128 number;
	bool is_negative;
	unsigned int i;

	for (i = 0; i < mock_n_functions; i++) {
		const struct mock_function *f = &mock_functions[i];

		if (strlen(f->name) == term->value_len &&
		    !memcmp(f->name, term->value, term->value_len))
			return f;
		if (read_number(term, &number, &is_negative) && !is_negative &&
		    number >= f->range.start &&
		    number < (s128)f->range.start + f->range.len)
			return f;
	}
	return NULL;
}

/* Read a list of CPU numbers and ranges. Return: the error, if any. */
static enum filter_diag read_cpus(const struct naive_term *term, bool *cpus)
{
	unsigned int ends[2], which = 0, i = 0, n_digits = 0, cpu;

	memset(cpus, 0, MOCK_CPUS);
	for (ends[0] = 0; i <= term->value_len; i++) {
		char c = i < term->value_len ? term->value[i] : ',';

		if (digit_of(c) < 10) {
			ends[which] = ends[which] * 10 + digit_of(c);
			n_digits++;
			continue;
		}
		if (!n_digits || (c != ',' && (c != '-' || which)))
			return FILTER_DIAG_BAD_CPUS;
		n_digits = 0;
		if (c == '-') {
			ends[++which] = 0;
			continue;
		}
		if (ends[0] > ends[which])
			return FILTER_DIAG_BAD_CPUS;
		if (ends[which] >= MOCK_CPUS)
			return FILTER_DIAG_NO_CPUS;
		for (cpu = ends[0]; cpu <= ends[which]; cpu++)
			cpus[cpu] = true;
		ends[0] = 0;
		which = 0;
	}
	return FILTER_DIAG_NONE;
}

static enum filter_diag check_text(const struct naive_term *term, u32 *at)
{
	bool is_negative;
	s128 number;

	*at = term->operator_at;
	if (!is_one_of(term->operator, "== != ~"))
		return FILTER_DIAG_STRING_OPERATOR;
	*at = term->value_at;
	if (term->written == NAIVE_WORD && read_number(term, &number, &is_negative))
		return FILTER_DIAG_STRING_NUMBER;
	return term->value_len > 255 ? FILTER_DIAG_STR_TOO_LONG : FILTER_DIAG_NONE;
}

static enum filter_diag check_modified(const struct naive_term *term,
				       const struct filter_field *field, u32 *at)
{
	*at = term->field_at;
	if (term->written == NAIVE_CPUS)
		return FILTER_DIAG_CPUS_FIELD;
	if (!strcmp(term->modifier, "ustring")) {
		if (field->kind != FILTER_KIND_POINTER && !is_long(field))
			return FILTER_DIAG_USTRING_FIELD;
		return check_text(term, at);
	}
	if (!is_long(field))
		return FILTER_DIAG_FUNCTION_FIELD;
	*at = term->operator_at;
	if (!is_one_of(term->operator, "== !="))
		return FILTER_DIAG_FUNCTION_OPERATOR;
	*at = term->value_at;
	return function_of(term) ? FILTER_DIAG_NONE : FILTER_DIAG_NO_FUNCTION;
}

static enum filter_diag check_cpus(const struct naive_term *term,
				   const struct filter_field *field, u32 *at)
{
	bool cpus[MOCK_CPUS];

	*at = term->field_at;
	if (!is_number(field) && !is_mask(field))
		return FILTER_DIAG_CPUS_FIELD;
	*at = term->operator_at;
	if (!is_one_of(term->operator, "& == !="))
		return FILTER_DIAG_CPUS_OPERATOR;
	*at = term->value_at;
	return read_cpus(term, cpus);
}

enum filter_diag naive_check(const struct naive_term *term, u32 *at)
{
	const struct filter_field *field = field_of(term);

	*at = term->field_at;
	if (!field)
		return FILTER_DIAG_NO_FIELD;
	*at = term->modifier_at;
	if (term->modifier && !is_one_of(term->modifier, "ustring function"))
		return FILTER_DIAG_BAD_MODIFIER;
	if (term->modifier)
		return check_modified(term, field, at);
	if (term->written == NAIVE_CPUS)
		return check_cpus(term, field, at);
	*at = term->value_at;
	if (is_mask(field))
		return FILTER_DIAG_MASK_VALUE;
	if (is_number(field)) {
		*at = term->operator_at;
		if (!strcmp(term->operator, "~"))
			return FILTER_DIAG_NUMBER_OPERATOR;
		*at = term->value_at;
		return check_number(term, field);
	}
	*at = term->field_at;
	if (field->kind == FILTER_KIND_OTHER)
		return FILTER_DIAG_FIELD_TYPE;
	return check_text(term, at);
}

/* Load a little-endian number byte by byte. */
static s128 load(const struct naive_world *world, u32 offset, u32 size)
{
	s128 number = 0;

	while (size--)
		number = number * 256 + world->record[offset + size];
	return number;
}

static s128 task_number_of(const struct naive_world *world, unsigned int id)
{
	if (id == TRACE_TASK_TGID)
		return world->tgid;
	return id == TRACE_TASK_UID ? world->uid : world->cgroup;
}

static s128 number_of(const struct naive_world *world, const struct filter_field *field)
{
	s128 number;

	if (field->kind == FILTER_KIND_CPU)
		return world->cpu;
	if (field->kind == FILTER_KIND_TASK)
		return task_number_of(world, field->offset);
	number = load(world, field->offset, field->size);
	return number >= limit_of(field) ? number - two_to(8 * field->size) : number;
}

static bool bit_of(s128 number, unsigned int bit)
{
	/* A negative number has all upper bits set. */
	return (number >> bit) & 1;
}

static bool eval_number(const struct naive_term *term, const struct naive_world *world,
			const struct filter_field *field)
{
	s128 field_number = number_of(world, field), number;
	bool is_negative, any = false;
	unsigned int bit;

	read_number(term, &number, &is_negative);
	if (number >= limit_of(field))
		number -= two_to(8 * field->size);
	for (bit = 0; bit < 8 * field->size; bit++)
		any = any || (bit_of(field_number, bit) && bit_of(number, bit));

	switch (term->operator[0]) {
	case '=':
		return field_number == number;
	case '!':
		return field_number != number;
	case '<':
		return term->operator[1] ? field_number <= number : field_number < number;
	case '>':
		return term->operator[1] ? field_number >= number : field_number > number;
	default:
		return any;
	}
}

static bool eval_function(const struct naive_term *term, const struct naive_world *world,
			  const struct filter_field *field)
{
	const struct mock_function *f = function_of(term);
	s128 addr = load(world, field->offset, 8);
	bool is_there = addr >= f->range.start &&
			addr < (s128)f->range.start + f->range.len;

	return is_there == (term->operator[0] == '=');
}

static bool eval_cpus(const struct naive_term *term, const struct naive_world *world,
		      const struct filter_field *field)
{
	bool cpus[MOCK_CPUS], meet = false, same = true;
	u32 n_bits = 0, start = 0, bit;
	s128 number = -1;

	read_cpus(term, cpus);
	if (is_number(field)) {
		number = number_of(world, field);
	} else {
		start = load(world, field->offset, 2);
		n_bits = 8 * load(world, field->offset + 2, 2);
		if (field->kind == FILTER_KIND_REL_MASK)
			start += field->offset + 4;
	}
	/* A numeric field is treated as a set with one member. */
	for (bit = 0; bit < MOCK_CPUS || bit < n_bits; bit++) {
		bool own = bit < MOCK_CPUS && cpus[bit];
		bool theirs = bit < n_bits &&
			      (world->record[start + bit / 8] >> bit % 8) % 2;

		theirs = theirs || bit == number;
		meet = meet || (own && theirs);
		same = same && own == theirs;
	}
	/*
	 * A number that is not a valid CPU is in no set, so it cannot be equal
	 * to one.
	 */
	same = same && (!is_number(field) || (number >= 0 && number < MOCK_CPUS));
	return term->operator[0] == '&' ? meet : same == (term->operator[0] == '=');
}

/* Copy the text of a field. Return: false if it is unreadable. */
static bool text_of(const struct naive_term *term, const struct naive_world *world,
		    const struct filter_field *field, char *text)
{
	bool of_user = term->modifier;
	unsigned long addr;
	u32 start = field->offset, room = field->size, i;

	if (of_user || field->kind == FILTER_KIND_POINTER) {
		addr = load(world, field->offset, 8);
		for (i = 0; i < world->n_pointees; i++) {
			const struct naive_pointee *p = &world->pointees[i];

			if (p->addr != addr || p->of_user != of_user || !p->text)
				continue;
			strscpy(text, p->text, 1024);
			return true;
		}
		return false;
	}
	if (field->kind == FILTER_KIND_COMM) {
		memcpy(text, world->comm, sizeof(world->comm));
		return true;
	}
	if (field->kind == FILTER_KIND_TCOMM) {
		memcpy(text, world->tcomm, sizeof(world->tcomm));
		return true;
	}
	if (field->kind != FILTER_KIND_CHARS) {
		start = load(world, field->offset, 2);
		room = load(world, field->offset + 2, 2);
		if (field->kind == FILTER_KIND_REL)
			start += field->offset + 4;
	}
	for (i = 0; i < room && world->record[start + i]; i++)
		text[i] = world->record[start + i];
	text[i] = '\0';
	return true;
}

/*
 * Read the character class at @at into @members. Return: its end, or NULL if
 * the class is not terminated.
 */
static const u8 *read_class(const u8 *at, const u8 *end, bool *members)
{
	bool is_inverted = at < end && *at == '!';
	const u8 *first = at + is_inverted, *last;
	unsigned int c;

	/* A ] in the first position is a member and does not end the class. */
	for (last = first + 1; last < end && *last != ']'; last++)
		;
	if (last >= end)
		return NULL;
	memset(members, is_inverted, 256);
	for (at = first; at < last; at++) {
		if (last - at >= 3 && at[1] == '-') {
			for (c = at[0]; c <= at[2]; c++)
				members[c] = !is_inverted;
			at += 2;
		} else {
			members[*at] = !is_inverted;
		}
	}
	return last + 1;
}

static bool matches(const u8 *at, const u8 *end, const u8 *text)
{
	bool members[256];
	const u8 *behind;

	if (at == end)
		return !*text;
	if (*at == '*')
		return matches(at + 1, end, text) || (*text && matches(at, end, text + 1));
	if (!*text)
		return false;
	if (*at == '?')
		return matches(at + 1, end, text + 1);
	if (*at == '[') {
		behind = read_class(at + 1, end, members);
		if (behind)
			return members[*text] && matches(behind, end, text + 1);
	}
	if (*at == '\\' && end - at > 1)
		at++;
	return *at == *text && matches(at + 1, end, text + 1);
}

static bool eval_text(const struct naive_term *term, const struct naive_world *world,
		      const struct filter_field *field)
{
	const u8 *at = (const u8 *)term->value, *end = at + term->value_len;
	char text[TEXT_MAX];
	bool is_unlike;

	if (!text_of(term, world, field, text))
		return false;
	if (term->operator[0] == '~') {
		is_unlike = at < end && *at == '!';
		return matches(at + is_unlike, end, (u8 *)text) != is_unlike;
	}
	is_unlike = strlen(text) != term->value_len || memcmp(text, at, term->value_len);
	return is_unlike == (term->operator[0] == '!');
}

static bool eval_term(const struct naive_term *term, const struct naive_world *world)
{
	const struct filter_field *field = field_of(term);

	if (term->written == NAIVE_CPUS)
		return eval_cpus(term, world, field);
	if (term->modifier && !strcmp(term->modifier, "function"))
		return eval_function(term, world, field);
	if (!term->modifier && is_number(field))
		return eval_number(term, world, field);
	return eval_text(term, world, field);
}

bool naive_eval(const struct naive_node *node, const struct naive_world *world)
{
	unsigned int i;

	if (node->kind == 't')
		return eval_term(node->term, world);
	if (node->kind == '!')
		return !naive_eval(node->sides[0], world);
	for (i = 0; i < node->n_sides; i++)
		if (naive_eval(node->sides[i], world) == (node->kind == '|'))
			return node->kind == '|';
	return node->kind == '&';
}
