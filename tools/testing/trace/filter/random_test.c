// SPDX-License-Identifier: GPL-2.0-only
/*
 * Run random filters on random records. The compiled program and the reference
 * model, which evaluates the tree that the text was printed from, must report
 * the same error or, if there is none, agree on every record.
 *
 * FILTER_SEED in the environment selects another sequence, FILTER_ROUNDS the
 * number of filters.
 */

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/unaligned.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "fixture.h"
#include "harness.h"
#include "reference_model.h"

#define ROUNDS		20000
#define RECORDS		12
/* Maxima for a tree of depth DEPTH_MAX whose nodes have at most three children. */
#define DEPTH_MAX	5
#define TERMS_MAX	243
#define NODES_MAX	364
#define TERMS_ENOUGH	12
#define TEXT_MAX	16384
#define POOL		4

static u64 state;

static unsigned int below(unsigned int n)
{
	return (test_random(&state) >> 11) % n;
}

static bool one_in(unsigned int n)
{
	return !below(n);
}

/*
 * Pick a random element of an array, or a character of a string including its
 * NUL.
 */
#define PICK(array)	((array)[below(ARRAY_SIZE(array))])

/*
 * Pools for one round: fields and values are taken from here, so that they
 * coincide often.
 */
static u64 numbers[POOL];
static char texts[POOL][24];

/* The filter of this round. */
static struct naive_term terms[TERMS_MAX];
static struct naive_node nodes[NODES_MAX];
static unsigned int n_terms, n_nodes;
static char text[TEXT_MAX];
static u32 text_len;

/*
 * Ends of the user and the kernel text areas; the memory behind them is
 * unmapped.
 */
static char *user_end, *kernel_end;

static char *make_edge(size_t size)
{
	char *pages = mmap(NULL, size + PAGE_SIZE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	EXPECT(pages != MAP_FAILED);
	EXPECT(!mprotect(pages + size, PAGE_SIZE, PROT_NONE));
	return pages + size;
}

/* A random number, often near the limits of a field's type. */
static u64 random_number(void)
{
	u64 number = 1ULL << below(64);

	switch (below(5)) {
	case 0:
		return below(4) - 1;
	case 1:
		return below(130);
	case 2:
		return test_random(&state);
	case 3:
		number = -number;
		break;
	}
	return number + below(3) - 1;
}

static u64 known_number(void)
{
	return one_in(6) ? random_number() : PICK(numbers) + (one_in(4) ? below(3) - 1 : 0);
}

static void make_text(char *dst, unsigned int max)
{
	unsigned int len = below(max + 1);

	while (len--)
		*dst++ = one_in(4) ? PICK("c*?[]\\!-Z.\xe9\xff,1") ?: 'd' : "ab"[below(2)];
	*dst = '\0';
}

static void make_pools(void)
{
	unsigned int i;

	for (i = 0; i < POOL; i++) {
		numbers[i] = random_number();
		make_text(texts[i], one_in(4) ? 20 : 6);
	}
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

static void print_value(struct naive_term *term, const char *fmt, ...) __printf(2, 3);

static void print_value(struct naive_term *term, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	term->value_len = vscnprintf(term->value, sizeof(term->value), fmt, args);
	va_end(args);
}

/* A number in any base, usually in the range of the field. */
static void make_number(struct naive_term *term, const struct filter_field *field)
{
	static const char * const formats[] = {
		"%s%llu", "%s%llu", "%s0x%llx", "%s0X%llX", "%s0%llo",
	};
	static const char * const others[] = {
		"x", "-", "1x", "08", "0x", "0xg", "--1", "+1", "1.5", "99999999999999999999",
		"18446744073709551616", "-9223372036854775809", "-18446744073709551615",
		"0x1ffffffffffffffff", "1e3", "-0", "-00",
	};
	u32 size = is_number(field) && !one_in(100) ? field->size : 1 << below(4);
	unsigned int unused = 64 - 8 * size;
	u64 number = known_number() << unused >> unused;
	bool is_negative = field->is_signed && (s64)(number << unused) < 0 && !one_in(10);

	if (one_in(100)) {
		print_value(term, "%s", PICK(others));
		return;
	}
	if (is_negative)
		number = -(u64)((s64)(number << unused) >> unused);
	if (one_in(200))
		is_negative = !is_negative;
	print_value(term, PICK(formats), is_negative ? "-" : "", number);
}

/* Replace the character at @at by a wildcard construct. */
static void insert_wild(struct naive_term *term, unsigned int at)
{
	static const char * const wilds[] = { "[ab]", "[!a]", "[a-", "\\*ab", "[a-c]", "[" };
	const char *wild = PICK(wilds);
	u32 len = strlen(wild);

	memmove(term->value + at + len, term->value + at + 1, term->value_len - at - 1);
	memcpy(term->value + at, wild, len);
	term->value_len += len - 1;
}

/* A text of the pool or a variation of it, possibly with wildcards. */
static void make_pattern(struct naive_term *term)
{
	unsigned int i, at;

	print_value(term, "%s", PICK(texts));
	for (i = below(4); i > 0 && term->value_len; i--) {
		at = below(term->value_len);
		switch (below(6)) {
		case 0:
			term->value[at] = '?';
			break;
		case 1:
			term->value[at] = '*';
			break;
		case 2:
			term->value[at] = PICK("abc!") ?: '\\';
			break;
		case 3:
			term->value_len = at;
			break;
		case 4:
			memmove(term->value, term->value + at, term->value_len - at);
			term->value_len -= at;
			break;
		case 5:
			insert_wild(term, at);
			break;
		}
	}
	if (one_in(8) && term->value_len) {
		term->value[0] = '*';
		term->value[term->value_len - 1] = '*';
	}
	if (one_in(200)) {
		memset(term->value, 'a', 300);
		term->value_len = 254 + below(4);
	}
}

static void make_cpus(struct naive_term *term)
{
	static const char * const lists[] = {
		"0", "1", "3", "0-3", "1,3", "0-99", "64-70", "99", "63-64,2", "1-1", "7,7",
		"", "100", "1-", "x", "3-1", "1,,2", "0-1-2", "-1", "4,1000-2000",
	};

	/* The last nine lists are invalid. */
	print_value(term, "%s", lists[below(one_in(60) ? ARRAY_SIZE(lists) : 11)]);
	if (one_in(3))
		print_value(term, "%u", below(MOCK_CPUS));
	term->written = NAIVE_CPUS;
}

static void make_function(struct naive_term *term)
{
	const struct mock_function *f = &mock_functions[below(mock_n_functions)];

	if (one_in(3))
		print_value(term, "0x%lx", f->range.start + below(f->range.len));
	else
		print_value(term, "%s", one_in(60) ? "nosuch" : f->name);
}

/*
 * Can the value be written without quotes? Characters that would extend the
 * operator are excluded.
 */
static bool is_word(const struct naive_term *term)
{
	unsigned int i;

	for (i = 0; i < term->value_len; i++)
		if (strchr(" \t\n\v\f\r)\"'&|={}", term->value[i]))
			return false;
	return term->value_len;
}

/* A value that the field can be compared with; rarely one that it cannot. */
static void make_value(struct naive_term *term, const struct filter_field *field)
{
	bool is_function = term->modifier && !strcmp(term->modifier, "function");
	bool is_text = term->modifier || !is_number(field);

	if (term->modifier ? one_in(200) : is_mask(field) ? !one_in(100) :
			     one_in(is_number(field) ? 6 : 200)) {
		make_cpus(term);
		return;
	}
	if (is_function)
		make_function(term);
	else if (is_text != one_in(200))
		make_pattern(term);
	else
		make_number(term, field);
	if (!is_word(term) || one_in(is_text ? 2 : 200))
		term->written = NAIVE_QUOTED;
}

/* An operator that the field supports; rarely another one. */
static const char *random_operator(const struct naive_term *term,
				   const struct filter_field *field)
{
	static const char * const operators[] = { "==", "!=", "&", "<", "<=", ">", ">=", "~" };
	static const char * const of_texts[] = { "==", "!=", "~", "~", "~" };

	if (one_in(150))
		return PICK(operators);
	if (term->modifier && !strcmp(term->modifier, "function"))
		return operators[below(2)];
	if (term->written == NAIVE_CPUS && !term->modifier)
		return operators[below(3)];
	if (term->modifier || !is_number(field))
		return PICK(of_texts);
	return operators[below(7)];
}

static void make_term(struct naive_term *term)
{
	static const char * const long_modifiers[] = { NULL, NULL, "ustring", "function" };
	const struct mock_field *fake;
	bool is_long;

	do {
		fake = &mock_fields[below(mock_n_fields)];
	} while (fake->field.kind == FILTER_KIND_OTHER && !one_in(10));
	is_long = fake->field.kind == FILTER_KIND_NUMBER && fake->field.size == 8;

	*term = (struct naive_term){ .field = one_in(300) ? "nosuch" : fake->name };
	if (is_long || one_in(100))
		term->modifier = PICK(long_modifiers);
	else if (fake->field.kind == FILTER_KIND_POINTER && one_in(2))
		term->modifier = "ustring";
	else if (one_in(300))
		term->modifier = "hex";
	make_value(term, &fake->field);
	term->operator = random_operator(term, &fake->field);
}

static struct naive_node *make_node(unsigned int depth)
{
	struct naive_node *node = &nodes[n_nodes++];
	unsigned int i, kind = below(8);

	*node = (struct naive_node){ .kind = 't' };
	if (!depth || kind < 2 || n_terms >= TERMS_ENOUGH) {
		node->term = &terms[n_terms++];
		make_term(node->term);
		return node;
	}
	node->kind = kind == 2 ? '!' : kind < 6 ? '&' : '|';
	node->n_sides = kind == 2 ? 1 : 2 + one_in(3);
	for (i = 0; i < node->n_sides; i++)
		node->sides[i] = make_node(depth - 1);
	return node;
}

static void print(const char *piece, u32 len)
{
	if (text_len + len < TEXT_MAX) {
		memcpy(text + text_len, piece, len);
		text_len += len;
	}
}

static void print_string(const char *piece)
{
	print(piece, strlen(piece));
}

static void print_blanks(void)
{
	static const char * const blanks[] = { " ", " ", " ", " ", "\t", "\n", "\v", "\f", "\r" };
	unsigned int n = one_in(3) ? 0 : one_in(10) ? below(5) : 1;

	while (n--)
		print_string(PICK(blanks));
}

static void print_term(struct naive_term *term)
{
	const char *quote = memchr(term->value, '"', term->value_len) || one_in(3) ? "'" : "\"";

	term->field_at = text_len;
	print_string(term->field);
	if (term->modifier) {
		print_string(".");
		term->modifier_at = text_len;
		print_string(term->modifier);
	}
	print_blanks();
	term->operator_at = text_len;
	print_string(term->operator);
	print_blanks();
	if (term->written != NAIVE_WORD)
		print_string(term->written == NAIVE_CPUS ? "CPUS{" : quote);
	term->value_at = text_len;
	print(term->value, term->value_len);
	if (term->written != NAIVE_WORD)
		print_string(term->written == NAIVE_CPUS ? "}" : quote);
}

/* Print parentheses where precedence requires them, and at random elsewhere. */
static void print_node(const struct naive_node *node, char around)
{
	bool in_parens = one_in(8) || (around == '&' && node->kind == '|') ||
			 (around == '!' && (node->kind == '|' || node->kind == '&'));
	unsigned int i;

	if (in_parens) {
		print_string("(");
		print_blanks();
	}
	if (node->kind == '!')
		print_string("!");
	for (i = 0; i < node->n_sides; i++) {
		if (i)
			print_string(node->kind == '&' ? "&&" : "||");
		print_blanks();
		print_node(node->sides[i], node->kind);
		print_blanks();
	}
	if (node->kind == 't')
		print_term(node->term);
	if (in_parens) {
		print_blanks();
		print_string(")");
	}
}

static const struct naive_node *make_filter(void)
{
	const struct naive_node *all;

	n_terms = 0;
	n_nodes = 0;
	text_len = 0;
	all = make_node(below(DEPTH_MAX + 1));
	print_node(all, '\0');
	return all;
}

static void add_pointee(struct naive_world *world, const char *addr, const char *what, bool of_user)
{
	world->pointees[world->n_pointees++] = (struct naive_pointee){
		.addr = (unsigned long)addr, .text = what, .of_user = of_user,
	};
}

/*
 * Fill the user and the kernel area with short texts, one text longer than the
 * copy limit, and one that has no NUL before the end of the area. Also add an
 * invalid address.
 */
static void make_pointees(struct naive_world *world)
{
	bool of_user;

	world->n_pointees = 0;
	for (of_user = false; ; of_user = true) {
		char *end = of_user ? user_end : kernel_end;
		char *is_long = end - 2048;

		strscpy(end - PAGE_SIZE, PICK(texts), 64);
		add_pointee(world, end - PAGE_SIZE, end - PAGE_SIZE, of_user);
		strscpy(end - PAGE_SIZE + 64, PICK(texts), 64);
		add_pointee(world, end - PAGE_SIZE + 64, end - PAGE_SIZE + 64, of_user);
		memset(is_long, "ab"[below(2)], 1100);
		is_long[1000 + below(60)] = '\0';
		add_pointee(world, is_long, is_long, of_user);
		memset(end - 5, 'a', 5);
		add_pointee(world, end - 5, NULL, of_user);
		add_pointee(world, of_user ? NULL : end, NULL, of_user);
		if (of_user)
			break;
	}
}

static u32 put_text(struct mock_record *rec, u32 member, u32 pos)
{
	char what[24];
	u32 len;

	if (one_in(5))
		make_text(what, 20);
	else
		strscpy(what, PICK(texts));
	/* With NUL, without NUL, or empty. */
	len = one_in(10) ? 0 : strlen(what) + below(2);
	mock_set_dynamic(rec, member, pos, what, len);
	return pos + len;
}

static u32 put_mask(struct mock_record *rec, u32 member, u32 pos)
{
	unsigned long bits[3] = {};
	unsigned int i, n = below(4);

	for (i = below(4); i > 0; i--)
		bits[one_in(2) ? 0 : below(3)] |= 1UL << below(one_in(2) ? 4 : 64);
	mock_set_dynamic(rec, member, pos, bits, n * sizeof(*bits));
	return pos + n * sizeof(*bits);
}

static void put_chars(char *dst, size_t size)
{
	const char *what = PICK(texts);

	memset(dst, one_in(2) ? 0 : 'a', size);
	memcpy(dst, what, min(strlen(what) + below(2), size));
}

static void put_number(struct mock_record *rec, const struct filter_field *field,
		       const struct naive_world *world)
{
	const struct filter_function_range *range =
		&mock_functions[below(mock_n_functions)].range;
	u64 number = known_number();

	if (field->size == 8 && one_in(3))
		number = world->pointees[below(world->n_pointees)].addr;
	else if (field->size == 8 && one_in(3))
		number = range->start + below(range->len + 2) - 1;
	memcpy((u8 *)rec + field->offset, &number, field->size);
}

/* Make a random record whose allocation ends with the record. */
static u8 *make_record(struct naive_world *world)
{
	static struct mock_record rec;
	unsigned int i;
	u8 *copy;
	u32 pos;

	memset(&rec, 0xa5, sizeof(rec));
	make_pointees(world);
	for (i = 0; i < mock_n_fields; i++)
		if (mock_fields[i].field.kind == FILTER_KIND_NUMBER)
			put_number(&rec, &mock_fields[i].field, world);
	put_chars(rec.a8, sizeof(rec.a8));
	put_chars(rec.next, sizeof(rec.next));
	put_chars(rec.a1, sizeof(rec.a1));
	rec.ptr = (const char *)world->pointees[below(world->n_pointees)].addr;
	pos = put_text(&rec, offsetof(struct mock_record, dyn), 0);
	pos = put_mask(&rec, offsetof(struct mock_record, rel_mask), pos);
	pos = put_mask(&rec, offsetof(struct mock_record, mask), pos);
	pos = put_text(&rec, offsetof(struct mock_record, rel), pos);

	copy = malloc(offsetof(struct mock_record, data) + pos);
	memcpy(copy, &rec, offsetof(struct mock_record, data) + pos);
	world->record = copy;
	world->cpu = below(4);
	memset(world->comm, 0, sizeof(world->comm));
	strscpy(world->comm, PICK(texts));
	memset(world->tcomm, 0, sizeof(world->tcomm));
	strscpy(world->tcomm, PICK(texts));
	world->tgid = below(4);
	world->uid = PICK(numbers);
	world->cgroup = PICK(numbers);
	return copy;
}

/* Statistics, to check that each result and each error occurs often enough. */
static unsigned int n_answers[2], n_rejected, n_codes[FILTER_DIAG_COUNT];

static void disagree(const char *what, const struct trace_diag *diag)
{
	test_fail(__FILE__, __LINE__, "%s (said: %s at %u): %.*s", what,
		  filter_diag_messages[diag->code], diag->at.off, (int)text_len, text);
}

static struct task_struct leader;
static struct cgroup cgroup;
static struct css_set css_set = { .dfl_cgrp = &cgroup };

/* Give the current task the properties of @world. */
static void set_task(const struct naive_world *world)
{
	memcpy(current->comm, world->comm, sizeof(current->comm));
	memcpy(leader.comm, world->tcomm, sizeof(leader.comm));
	current->group_leader = &leader;
	current->tgid = world->tgid;
	current->uid = world->uid;
	current->cgroups = &css_set;
	cgroup.id = world->cgroup;
}

static void expect_agreement(struct filter_program *program,
			     const struct naive_node *all)
{
	struct naive_world world;
	unsigned int i;

	EXPECT(is_filter_sound(program));
	EXPECT_EQ(filter_alloc_buffers(program), 0);
	for (i = 0; i < RECORDS; i++) {
		u8 *record = make_record(&world);
		bool expected = naive_eval(all, &world);

		shim_cpu = world.cpu;
		set_task(&world);
		if (filter_run(program, record) != expected)
			disagree(expected ? "is false" : "is true", &(struct trace_diag){});
		n_answers[expected]++;
		free(record);
	}
}

/* Return the error of the first invalid comparison in the text. */
static enum filter_diag expected_diag(u32 *at)
{
	enum filter_diag code = FILTER_DIAG_NONE;
	unsigned int i;

	for (i = 0; i < n_terms && !code; i++)
		code = naive_check(&terms[i], at);
	return code;
}

static void run_round(void)
{
	const struct naive_node *all;
	struct filter_program *program;
	struct trace_diag diag = {};
	enum filter_diag code;
	u32 at = 0;

	make_pools();
	all = make_filter();
	code = expected_diag(&at);
	program = filter_make(text, text_len, &diag);
	EXPECT(is_filter_explained(program, &diag, text_len));
	n_codes[code]++;
	if (code) {
		if (diag.code != code || diag.at.off != at)
			disagree(filter_diag_messages[code], &diag);
		n_rejected++;
	} else if (IS_ERR(program)) {
		disagree("is right", &diag);
	} else {
		expect_agreement(program, all);
	}
	if (!IS_ERR(program))
		filter_program_free(program);
}

TEST(random_filters_agree_with_model)
{
	static const enum filter_diag codes[] = {
		FILTER_DIAG_STR_TOO_LONG, FILTER_DIAG_NO_FIELD, FILTER_DIAG_FIELD_TYPE,
		FILTER_DIAG_BAD_MODIFIER, FILTER_DIAG_USTRING_FIELD, FILTER_DIAG_FUNCTION_FIELD,
		FILTER_DIAG_NUMBER_OPERATOR, FILTER_DIAG_STRING_OPERATOR, FILTER_DIAG_STRING_NUMBER,
		FILTER_DIAG_FUNCTION_OPERATOR, FILTER_DIAG_CPUS_OPERATOR, FILTER_DIAG_MASK_VALUE,
		FILTER_DIAG_CPUS_FIELD, FILTER_DIAG_BAD_NUMBER, FILTER_DIAG_NUMBER_RANGE,
		FILTER_DIAG_NEGATIVE, FILTER_DIAG_NO_FUNCTION, FILTER_DIAG_BAD_CPUS,
		FILTER_DIAG_NO_CPUS,
	};
	const char *seed = getenv("FILTER_SEED"), *rounds = getenv("FILTER_ROUNDS");
	unsigned int i, n_rounds = rounds ? strtoul(rounds, NULL, 0) : ROUNDS;

	state = seed ? strtoull(seed, NULL, 0) : 1;
	printf("# FILTER_SEED=%llu FILTER_ROUNDS=%u repeats it\n", state, n_rounds);
	user_end = make_edge(PAGE_SIZE);
	kernel_end = make_edge(PAGE_SIZE);
	shim_user_memory = user_end - PAGE_SIZE;
	shim_user_memory_end = user_end;

	for (i = 0; i < n_rounds; i++)
		run_round();

	/* Each outcome must have occurred often enough. */
	printf("# %u true, %u false, %u wrong\n", n_answers[true], n_answers[false], n_rejected);
	EXPECT(n_answers[true] > 5 * n_rounds / 4);
	EXPECT(n_answers[false] > 5 * n_rounds / 4);
	EXPECT(n_rejected > n_rounds / 10);
	for (i = 0; i < ARRAY_SIZE(codes); i++)
		if (!n_codes[codes[i]])
			test_fail(__FILE__, __LINE__, "never: %s", filter_diag_messages[codes[i]]);
}

static void expect_checked(const struct naive_term *of)
{
	struct filter_program *program;
	struct trace_diag diag = {};
	enum filter_diag code;
	u32 at = 0;

	text_len = 0;
	terms[0] = *of;
	print_term(&terms[0]);
	code = naive_check(&terms[0], &at);
	program = filter_make(text, text_len, &diag);
	EXPECT(is_filter_explained(program, &diag, text_len));
	if (diag.code != code || (code && diag.at.off != at))
		disagree(filter_diag_messages[code], &diag);
	n_codes[code]++;
	if (!IS_ERR(program))
		filter_program_free(program);
}

static void expect_each_value(const char *field, const char *operator, const char *modifier)
{
	static const char * const values[] = { "1", "-1", "x", "alpha", "0x81000000", "300" };
	struct naive_term term = {
		.field = field, .operator = operator, .modifier = modifier,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		print_value(&term, "%s", values[i]);
		for (term.written = NAIVE_WORD; term.written <= NAIVE_CPUS; term.written++)
			expect_checked(&term);
	}
}

/* Every operator and modifier, with every kind of value, quoted or not. */
TEST(every_operator_on_every_field)
{
	static const char * const operators[] = { "==", "!=", "<", "<=", ">", ">=", "&", "~" };
	static const char * const modifiers[] = { NULL, "ustring", "function", "nosuch" };
	unsigned int field, op, modifier;

	state = 1;
	for (field = 0; field < mock_n_fields; field++)
		for (op = 0; op < ARRAY_SIZE(operators); op++)
			for (modifier = 0; modifier < ARRAY_SIZE(modifiers); modifier++)
				expect_each_value(mock_fields[field].name, operators[op],
						  modifiers[modifier]);
	EXPECT(n_codes[FILTER_DIAG_NONE] > 500);
}
