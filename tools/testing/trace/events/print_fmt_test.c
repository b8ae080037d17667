// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print formats of events: fields that are used as pointers, constants that are
 * replaced by their values, and attributes that are removed.
 */

#include <linux/array_size.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "events/print_fmt.h"
#include "events/reference_model.h"
#include "harness.h"
#include "text/string_builder.h"

#define ROUNDS	50000

static u64 state = 1;

static unsigned int below(unsigned int n)
{
	return test_random(&state) % n;
}

/* Return one of @texts, whose last entry is NULL. */
static const char *any_of(const char *const *texts)
{
	unsigned int n = 0;

	while (texts[n])
		n++;
	return texts[below(n)];
}

/* End the text that is built, and return a copy whose allocation ends with the text. */
static char *built_copy(void)
{
	EXPECT(!seq_has_overflowed(&build));
	return kmemdup_nul(built, build.count, GFP_KERNEL);
}

/* More than the texts that list the pointers of a print format. */
#define POINTERS_MAX	4096

static void add_pointer(char *list, const char *name, unsigned int len, enum print_fmt_use use)
{
	size_t at = strlen(list);

	scnprintf(list + at, POINTERS_MAX - at, "%s%s %.*s", at ? ", " : "",
		  use == PRINT_FMT_STRING ? "read" : "deref", len, name);
}

/* List the pointers of a print format, as in "read comm, deref addr". */
static const char *list_pointers(const char *fmt)
{
	static char list[POINTERS_MAX];
	char *copy = kstrdup(fmt, GFP_KERNEL);
	const char *end = copy + strlen(copy);
	struct print_fmt_pointer pointer;
	struct print_fmt_scan scan;
	unsigned int i;

	list[0] = '\0';
	print_fmt_scan_init(&scan, copy);
	while (print_fmt_next_pointer(&scan, &pointer)) {
		EXPECT(pointer.name > copy && pointer.len && pointer.name + pointer.len <= end);
		add_pointer(list, pointer.name, pointer.len, pointer.use);
	}
	/* None is found behind the last one. */
	for (i = 0; i < 3; i++)
		EXPECT(!print_fmt_next_pointer(&scan, &pointer));
	kfree(copy);
	return list;
}

static void expect_pointers(const char *fmt, const char *expected)
{
	const char *list = list_pointers(fmt);

	if (strcmp(list, expected))
		test_fail(__FILE__, __LINE__, "'%.400s': '%s', not '%s'", fmt, list, expected);
}

struct pointers_case {
	const char *fmt;
	const char *pointers;
};

/* Formats as TP_printk() makes them. */
static const struct pointers_case event_formats[] = {
	{ "\"comm=%s pid=%d\", REC->comm, REC->pid", "read comm" },
	{ "\"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s ==> next_comm=%s\", "
	  "REC->prev_comm, REC->prev_pid, REC->prev_prio, "
	  "(REC->prev_state & ((((0x00000000 | 0x00000001) << 1) - 1))) ? "
	  "__print_flags(REC->prev_state & 0xff, \"|\", { 0x00000001, \"S\" }, "
	  "{ 0x00000002, \"D\" }) : \"R\", "
	  "REC->prev_state & 0x100 ? \"+\" : \"\", REC->next_comm",
	  "read prev_comm, read next_comm" },
	{ "\"call_site=%pS ptr=%p bytes_req=%zu gfp_flags=%s node=%d\", "
	  "(void *)REC->call_site, REC->ptr, REC->bytes_req, "
	  "(REC->gfp_flags) ? __print_flags(REC->gfp_flags, \"|\", {( unsigned long)(((( gfp_t)"
	  "((((1UL))) << (0)))), \"GFP_KERNEL\"}) : \"none\", REC->node", "" },
	{ "\"irq=%d name=%s\", REC->irq, __get_str(name)", "" },
	{ "\"irq=%d ret=%s\", REC->irq, REC->ret ? \"handled\" : \"unhandled\"", "" },
	{ "\"dev=%s saddr=%pI4 daddr=%pI4 saddrv6=%pI6c\", __get_str(dev), REC->saddr, "
	  "REC->daddr, REC->saddr_v6", "deref saddr, deref daddr, deref saddr_v6" },
	{ "\"timer=%p function=%ps expires=%lu\", REC->timer, REC->function, REC->expires", "" },
	{ "\"vcpu %d reason %s\", REC->vcpu, REC->name ?: \"UNKN\"", "read name" },
	{ "\"%d,%d %s %u (%s) %llu + %u [%d]\", "
	  "((unsigned int) ((REC->dev) >> 20)), ((unsigned int) ((REC->dev) & ((1U << 20) - 1))), "
	  "REC->rwbs, REC->bytes, __get_str(cmd), (unsigned long long)REC->sector, "
	  "REC->nr_sector, REC->error", "read rwbs" },
	{ "\"%s(%*pbl)\", REC->text, __get_dynamic_array_len(cpus), REC->mask",
	  "read text, deref mask" },
	{ "\"data=[%*phC]\", REC->len, __get_dynamic_array(data)", "" },
	{ "\"NR %ld (%lx, %lx)\", REC->id, REC->args[0], REC->args[1]", "" },
	{ "\"path: 0x%08lx, name: '%s'\", ((unsigned long)(REC->path)), REC->file", "read file" },
};

TEST(pointers_of_event_formats)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(event_formats); i++)
		expect_pointers(event_formats[i].fmt, event_formats[i].pointers);
}

static const struct pointers_case format_strings[] = {
	{ "", "" },
	{ "\"\"", "" },
	{ "\"%s\"", "" },
	{ "\"\", REC->a", "" },
	{ "\"no conversion\", REC->a, REC->b", "" },
	{ "REC->a", "" },

	{ "\"%%s %s\", REC->a", "read a" },
	{ "\"%%%s\", REC->a", "read a" },
	{ "\"%d%% %s\", REC->a, REC->b", "read b" },
	{ "\"100%\", REC->a", "" },
	{ "\"%5% %s\", REC->a", "read a" },

	/* Flags, width, precision and length. */
	{ "\"%-16s|%.8s|%016.4s\", REC->a, REC->b, REC->c", "read a, read b, read c" },
	{ "\"%+d % d %#x %hhd %hd %ld %lld %lx %zu %td %s\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, REC->a",
	  "read a" },
	{ "\"%c%i%o%u%x%X %s\", 1, 2, 3, 4, 5, 6, REC->a", "read a" },
	{ "\"%ls %hp\", REC->a, REC->b", "read a" },
	/* '*' uses up an argument. */
	{ "\"%*s\", REC->a, REC->b", "read b" },
	{ "\"%.*s\", REC->a, REC->b", "read b" },
	{ "\"%*.*s %s\", REC->a, REC->b, REC->c, REC->d", "read c, read d" },
	{ "\"%-*d %s\", REC->a, REC->b, REC->c", "read c" },
	{ "\"%*%%s\", REC->a, REC->b", "read b" },
	{ "\"%*ph\", REC->a, REC->b", "deref b" },

	/* The rest of a pointer's kind is text to this scanner. */
	{ "\"%pISpfsc %s\", REC->a, REC->b", "deref a, read b" },
	{ "\"%pI6cs\", REC->a", "deref a" },
	{ "\"%p %s\", REC->a, REC->b", "read b" },
	{ "\"%p\", REC->a", "" },
	{ "\"%016p|%-20pS|%20pM\", REC->a, REC->b, REC->c", "deref c" },

	/* Adjacent literals form the format. */
	{ "\"%d \" \"%s\", REC->a, REC->b", "read b" },
	{ "\"%s, \"\n\t\"%s\"  , REC->a, REC->b", "read a, read b" },
	{ "\"a, b\" \"%s\" \"\", REC->a", "read a" },
	/* A conversion that is divided between two literals only uses up its argument. */
	{ "\"%\" \"s %s\", REC->a, REC->b", "read b" },

	/* Commas and escapes in the format. */
	{ "\"a,b,%s,c\", REC->a", "read a" },
	{ "\"\\\"%s\\\"\", REC->a", "read a" },
	{ "\"\\\\\", REC->a, \"%s\"", "" },
	{ "\"\\\\%s\", REC->a", "read a" },
	{ "\"%d\\n\\t%s\\\\\\\"\", REC->a, REC->b", "read b" },
	{ "\"(%s\", REC->a", "read a" },
	{ "\"%s}\", REC->a", "read a" },
	/* TP_printk() does not escape the quotes of its format. */
	{ "\"name=\"%s\"\", REC->a", "read a" },
	{ "\"name=\"%s\" file=\"%s\" %d\", REC->a, REC->b, REC->c", "read a, read b" },

	/* Too few or too many arguments. */
	{ "\"%s %s\", REC->a", "read a" },
	{ "\"%d %s\", REC->a", "" },
	{ "\"%d %s %s\", REC->a, REC->b", "read b" },
	{ "\"%*s\", REC->a", "" },
	{ "\"%s\", REC->a, REC->b", "read a" },
	{ "\"%s\",", "" },
	{ "\"%s%s\",,REC->a", "read a" },

	/* Incomplete formats. */
	{ "\"%s, REC->a", "" },
	{ "\"%", "" },
	{ "\"%*", "" },
	{ "\"%s\\", "" },
	{ "%", "" },
	{ "%, REC->a", "" },
	{ "%s, REC->a", "read a" },
	{ "\"%d%\", REC->a, REC->b", "" },
};

TEST(pointers_by_format_string)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(format_strings); i++)
		expect_pointers(format_strings[i].fmt, format_strings[i].pointers);
}

/* Arguments of %s, and the names of the fields in them that are used as pointers. */
static const struct pointers_case arguments[] = {
	{ "REC->a", "a" },
	{ "REC->a_1", "a_1" },
	{ "REC->_", "_" },
	{ "REC->__data_loc_a", "__data_loc_a" },
	{ "  REC->a\t\n", "a" },
	{ "(REC->a)", "a" },
	{ "( ( REC->a ) )", "a" },
	{ "((((((((REC->a))))))))", "a" },
	{ "(char *)REC->a", "a" },
	{ "(const char *) REC->a", "a" },
	{ "(char *)(void *)REC->a", "a" },
	{ "((char *)(REC->a))", "a" },
	{ "( const char * )", "" },

	/* Other expressions. */
	{ "", "" },
	{ "()", "" },
	{ "REC", "" },
	{ "REC->", "" },
	{ "REC-> a", "" },
	{ "XREC->a", "" },
	{ "a->REC->b", "" },
	{ "REC->a->b", "" },
	{ "REC->a.b", "" },
	{ "REC->a[0]", "" },
	{ "&REC->a", "" },
	{ "*REC->a", "" },
	{ "REC->a + 1", "" },
	{ "1 + REC->a", "" },
	{ "REC->a REC->b", "" },
	{ "(REC->a)[1]", "" },
	{ "(REC->a) + (REC->b)", "" },
	{ "(unsigned long)REC->a", "" },
	{ "(char *)REC->a + 1", "" },
	{ "\"REC->a\"", "" },
	{ "__get_str(a)", "" },
	{ "__get_str(REC->a)", "" },
	{ "show(REC->a, REC->b)", "" },
	{ "({ REC->a; })", "" },
	{ "__print_symbolic(REC->a, { 0, \"a,b\" }, { 1, \"}\" })", "" },
	{ "__print_flags(REC->a, \"|\", { (1 << 1), \")\" })", "" },

	/* Commas, brackets and quotes that do not separate arguments. */
	{ "\"a,b\"", "" },
	{ "\"\\\",\"", "" },
	{ "(\",\", REC->a)", "" },
	{ "a[REC->b, 1]", "" },
	{ "(struct x){ .a = REC->b, .c = 1 }", "" },
	{ "REC->a == ',' ? REC->b : REC->c", "b c" },
	{ "REC->a == '(' ? REC->b : REC->c", "b c" },
	{ "REC->a == '\"' ? REC->b : REC->c", "b c" },
	{ "REC->a == '\\'' ? REC->b : REC->c", "b c" },
	{ "\"'\"", "" },
	{ "REC->a ? \"'\" : REC->b", "b" },

	/* Conditional expressions: each operand may be a pointer, but no condition. */
	{ "REC->a ? REC->b : REC->c", "b c" },
	{ "REC->a?REC->b:REC->c", "b c" },
	{ "(REC->a ? REC->b : REC->c)", "b c" },
	{ "REC->a ? (REC->b) : (char *)REC->c", "b c" },
	{ "REC->a ? \"b\" : REC->c", "c" },
	{ "REC->a ? REC->b : \"c\"", "b" },
	{ "REC->a ? \"?\" : \":\"", "" },
	{ "REC->a ? __get_str(b) : REC->c", "c" },
	{ "(REC->a) ? REC->b : REC->c", "b c" },
	{ "(REC->a & (1 << 3)) ? REC->b : \"\"", "b" },
	{ "(REC->a ? REC->b : REC->c) ? REC->d : REC->e", "d e" },
	{ "f(REC->a ? 1 : 2) ? REC->b : REC->c", "b c" },
	{ "(char *)(REC->a ? REC->b : REC->c)", "b c" },
	{ "(REC->a ? REC->b : REC->c) + 1", "" },
	{ "f(REC->a ? REC->b : REC->c)", "" },
	{ "REC->a ? REC->b + 1 : REC->c", "c" },

	/* Nested ones. */
	{ "REC->a ? REC->b : REC->c ? REC->d : REC->e", "b d e" },
	{ "REC->a ? REC->b : (REC->c ? REC->d : REC->e)", "b d e" },
	{ "REC->a ? (REC->b ? REC->c : REC->d) : REC->e", "c d e" },
	{ "REC->a ? REC->b ? REC->c : REC->d : REC->e", "c d e" },
	{ "(REC->a ? (REC->b ? REC->c : (REC->d)) : (REC->e ? REC->f : REC->g))", "c d f g" },
	{ "REC->a ? ((REC->b ? (REC->c ? REC->d : REC->e) : REC->f)) : REC->g", "d e f g" },
	{ "REC->a ? (char *)(REC->b ? REC->c : REC->d) : REC->e", "c d e" },

	/* The condition is the second operand if that is omitted. */
	{ "REC->a ?: REC->b", "a b" },
	{ "REC->a ? : REC->b", "a b" },
	{ "REC->a?:\"(null)\"", "a" },
	{ "(REC->a) ?: REC->b ?: REC->c", "a b c" },
	{ "(REC->a ? REC->b : REC->c) ?: REC->d", "b c d" },
	{ "REC->a ? (REC->b ?: REC->c) : REC->d", "b c d" },
	{ "REC->a ? REC->b ?: REC->c : REC->d", "b c d" },
};

/* The same, for arguments whose end is missing. */
static const struct pointers_case incomplete_arguments[] = {
	{ "REC->a ?", "" },
	{ "REC->a ? REC->b", "b" },
	{ "REC->a ? REC->b :", "b" },
	{ "? REC->b : REC->c", "b c" },
	{ "REC->a ? : ", "a" },
	{ "(REC->a", "" },
	{ "(char *", "" },
	{ "((REC->a)", "" },
	{ "\"REC->a", "" },
	{ "'", "" },
	{ "REC->a ? (REC->b : REC->c", "" },
};

/* Check a format whose first argument is that of the case. */
static void expect_argument(const char *before, const struct pointers_case *c, const char *behind,
			    const char *last)
{
	char fmt[256], list[POINTERS_MAX] = "";
	const char *names;
	size_t len;

	for (names = c->pointers; *names; names += len + !!names[len]) {
		len = strcspn(names, " ");
		add_pointer(list, names, len, PRINT_FMT_STRING);
	}
	if (*last)
		add_pointer(list, last, strlen(last), PRINT_FMT_STRING);
	scnprintf(fmt, sizeof(fmt), "%s, %s%s", before, c->fmt, behind);
	expect_pointers(fmt, list);
}

TEST(pointers_by_argument)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(arguments); i++)
		expect_argument("\"%s %s\"", &arguments[i], ", REC->z", "z");
	for (i = 0; i < ARRAY_SIZE(incomplete_arguments); i++)
		expect_argument("\"%s\"", &incomplete_arguments[i], "", "");
}

/*
 * These kinds of %p read the memory that the pointer points to, and these do not. Other letters are
 * no kinds; they may become either.
 */
TEST(kinds_of_pointers)
{
	static const char reads[] = "rRhbmMiIEUVN4adtCDgGOfAuk", prints[] = "sSBKxeF";
	char fmt[32], c;

	for (c = 1; c < 127; c++) {
		scnprintf(fmt, sizeof(fmt), "\"%%p%c\", REC->a", c);
		if (strchr(reads, c))
			expect_pointers(fmt, "deref a");
		else if (strchr(prints, c) || !isalnum(c))
			expect_pointers(fmt, "");
	}
}

/* A format may end anywhere: nothing is read behind it, and the names are inside. */
TEST(truncated_formats)
{
	unsigned int i, len;
	char text[1024];

	for (i = 0; i < ARRAY_SIZE(event_formats); i++) {
		for (len = 0; len <= strlen(event_formats[i].fmt); len++) {
			strscpy(text, event_formats[i].fmt, len + 1);
			list_pointers(text);
		}
	}
}

static void scan_deep_formats(void)
{
	static const char *const pieces[] = {
		"(", "((char *)", "a ? (", "a ? b : (", "(a ? ", "(a ?: ", "\"", "'", "{[", "f(",
	};
	unsigned int i;
	char *fmt;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		start("\"%s\", ");
		repeat(pieces[i], 1000);
		fmt = built_copy();
		expect_pointers(fmt, "");
		kfree(fmt);
	}
	start("\"%s\", ");
	repeat("(a ? ", 1000);
	seq_puts(&build, "REC->b");
	repeat(" : \"\")", 1000);
	fmt = built_copy();
	expect_pointers(fmt, "read b");
	kfree(fmt);
}

TEST(deep_formats_do_not_recurse)
{
	test_on_small_stack(scan_deep_formats);
}

/*
 * Random formats: the functions below add an expression to the format. If a conversion uses its
 * value as a pointer, they also add the fields that can be this value to a list.
 */
static char expected_pointers[POINTERS_MAX];

enum use { UNUSED, STRING, DEREF };

static void add_blank(void)
{
	static const char *const blanks[] = { "", "", " ", " ", "  ", "\n\t", NULL };

	seq_puts(&build, any_of(blanks));
}

static void add_field(enum use use)
{
	char name[16];

	scnprintf(name, sizeof(name), "field_%u", below(10));
	seq_printf(&build, "REC->%s", name);
	if (use)
		add_pointer(expected_pointers, name, strlen(name),
			    use == STRING ? PRINT_FMT_STRING : PRINT_FMT_DEREF);
}

/* Values that are no fields of the record. */
static const char *const other_values[] = {
	"__get_str(f)", "\"a, b\"", "\"?:)(\"", "\"\\\"\"", "','", "'\"'", "'('", "'\\''", "'?'",
	"&REC->f", "REC->f[1]", "REC->f.g", "(unsigned long)REC->f", "NULL", "0",
	"show(REC->f, \"%s\", REC->g ? REC->h : REC->i)", "(REC->f)->g", "((REC->f) + (REC->g))",
	"__print_flags(REC->f, \"|\", { 1, \"a,\" }, { (1 << 3), \")\" })",
	"(REC->f ? REC->g : REC->h)[1]", NULL,
};

static const char *const conditions[] = {
	"REC->f", "(REC->f & 0x3)", "REC->f == ','", "REC->f[0]", "(REC->f ? REC->g : 0)",
	"!strcmp(\"?\", REC->f)", "(REC->f) && (REC->g)", "f(REC->g, a ? b : c)", NULL,
};

static void add_value(unsigned int depth, enum use use);

static void add_parenthesized(unsigned int depth, enum use use)
{
	seq_puts(&build, "(");
	add_blank();
	add_value(depth, use);
	add_blank();
	seq_puts(&build, ")");
}

static void add_conditional(unsigned int depth, enum use use)
{
	/* Either part of "?:" may be apart from the other. */
	if (below(3)) {
		seq_puts(&build, any_of(conditions));
		seq_puts(&build, " ? ");
		add_value(depth, use);
	} else {
		add_parenthesized(depth, use);
		seq_puts(&build, below(2) ? " ?" : " ? ");
	}
	add_blank();
	seq_puts(&build, ":");
	add_blank();
	add_value(depth, use);
}

static void add_value(unsigned int depth, enum use use)
{
	unsigned int kind = depth ? below(7) : below(2);

	switch (kind) {
	case 0:
		add_field(use);
		break;
	case 1:
		seq_puts(&build, any_of(other_values));
		break;
	case 2:
		seq_puts(&build, below(2) ? "(char *)" : "(const void *) ");
		if (below(2))
			add_field(use);
		else
			add_parenthesized(depth - 1, use);
		break;
	case 3:
		add_parenthesized(depth - 1, use);
		break;
	default:
		add_conditional(depth - 1, use);
	}
}

struct conversion {
	const char *text;
	/* how many numbers '*' uses up */
	unsigned int n_numbers;
	bool has_arg;
	enum use use;
};

static const struct conversion conversions[] = {
	{ "%s", 0, true, STRING },
	{ "%-16s", 0, true, STRING },
	{ "%*s", 1, true, STRING },
	{ "%-*.*s", 2, true, STRING },
	{ "%pI4", 0, true, DEREF },
	{ "%20pM", 0, true, DEREF },
	{ "%*phC", 1, true, DEREF },
	{ "%d", 0, true, UNUSED },
	{ "%#08llx", 0, true, UNUSED },
	{ "%*u", 1, true, UNUSED },
	{ "%pS", 0, true, UNUSED },
	{ "%p", 0, true, UNUSED },
	{ "%%" },
	{ ", (" },
	{ "\\\"" },
	{ "\" \"" },
};

static void add_argument(enum use use)
{
	seq_puts(&build, ",");
	add_blank();
	add_value(below(5), use);
	add_blank();
}

/* Build a format of up to five conversions with all their arguments. */
static void build_random_format(void)
{
	const struct conversion *chosen[5];
	unsigned int i, j, n = below(ARRAY_SIZE(chosen) + 1);

	expected_pointers[0] = '\0';
	start("\"");
	for (i = 0; i < n; i++) {
		chosen[i] = &conversions[below(ARRAY_SIZE(conversions))];
		seq_printf(&build, "%s=%s ", i ? "" : "a", chosen[i]->text);
	}
	seq_puts(&build, "\"");
	for (i = 0; i < n; i++) {
		for (j = 0; j < chosen[i]->n_numbers; j++)
			add_argument(UNUSED);
		if (chosen[i]->has_arg)
			add_argument(chosen[i]->use);
	}
}

TEST(pointers_of_random_formats)
{
	unsigned int round, n_with = 0;
	char *fmt;

	for (round = 0; round < ROUNDS; round++) {
		build_random_format();
		fmt = built_copy();
		expect_pointers(fmt, expected_pointers);
		n_with += *expected_pointers != '\0';
		kfree(fmt);
	}
	EXPECT(n_with > ROUNDS / 2);
}

static void expect_replaced(const char *fmt, const char *name, long value, const char *expected)
{
	struct trace_eval_map constant = { .eval_string = name, .eval_value = value };
	struct trace_eval_map *map = &constant;
	char *copy = kstrdup(fmt, GFP_KERNEL);

	print_fmt_replace_constants(copy, &map, 1);
	if (strcmp(copy, expected))
		test_fail(__FILE__, __LINE__, "'%s', %s = %ld: '%s', not '%s'", fmt, name, value,
			  copy, expected);
	kfree(copy);
}

static const struct {
	const char *fmt;
	const char *name;
	long value;
	const char *expected;
} replacements[] = {
	{ "\"%d\", NAME", "NAME", 1, "\"%d\", 1" },
	{ "NAME", "NAME", 1234, "1234" },
	{ "", "NAME", 1, "" },
	{ "NAM", "NAME", 1, "NAM" },
	{ "{ NAME, \"a\" }, { NAME_2, \"b\" }", "NAME", 7, "{ 7, \"a\" }, { NAME_2, \"b\" }" },
	{ "NAME,NAME|NAME", "NAME", 12, "12,12|12" },
	{ "1 << NAME", "NAME", 3, "1 << 3" },
	{ "(NAME)[NAME]{NAME}", "NAME", 0, "(0)[0]{0}" },
	{ "!NAME&~NAME+NAME-NAME", "NAME", 3, "!3&~3+3-3" },
	{ "NAME?NAME:NAME", "NAME", 3, "3?3:3" },
	{ "a-NAME>NAME", "NAME", 3, "a-3>3" },
	{ "sizeof(NAME)", "NAME", 3, "sizeof(3)" },
	{ "A", "A", 5, "5" },

	/* Parts of longer identifiers. */
	{ "NAMES", "NAME", 1, "NAMES" },
	{ "NAME_", "NAME", 1, "NAME_" },
	{ "NAME2", "NAME", 1, "NAME2" },
	{ "_NAME", "NAME", 1, "_NAME" },
	{ "2NAME", "NAME", 1, "2NAME" },
	{ "NAMENAME", "NAME", 1, "NAMENAME" },
	{ "NAME\xe9", "NAME", 1, "NAME\xe9" },
	{ "name", "NAME", 1, "name" },

	/* Members. */
	{ "REC->NAME", "NAME", 1, "REC->NAME" },
	{ "REC->NAME + NAME", "NAME", 1, "REC->NAME + 1" },
	{ "REC->NAME[NAME]", "NAME", 1, "REC->NAME[1]" },
	{ "a.NAME == NAME", "NAME", 1, "a.NAME == 1" },
	{ "a -> NAME, a .\tNAME", "NAME", 1, "a -> NAME, a .\tNAME" },
	{ "{ .NAME = NAME }", "NAME", 1, "{ .NAME = 1 }" },
	{ "a.b.NAME.c->NAME", "NAME", 1, "a.b.NAME.c->NAME" },
	{ "a->b > NAME", "NAME", 1, "a->b > 1" },
	{ "a - > NAME", "NAME", 1, "a - > 1" },

	/* Literals. */
	{ "\"NAME\", NAME, \"NAME\"", "NAME", 1, "\"NAME\", 1, \"NAME\"" },
	{ "\"a\\\"NAME\", NAME", "NAME", 1, "\"a\\\"NAME\", 1" },
	{ "\"\\\\\"NAME", "NAME", 1, "\"\\\\\"1" },
	{ "\"a NAME", "NAME", 1, "\"a NAME" },
	{ "\"a NAME\\", "NAME", 1, "\"a NAME\\" },
	{ "a == '\"' ? NAME : \"NAME\"", "NAME", 1, "a == '\"' ? 1 : \"NAME\"" },
	{ "a == 'A' ? A : 'A'", "A", 1, "a == 'A' ? 1 : 'A'" },
	{ "'\\'', NAME, '", "NAME", 1, "'\\'', 1, '" },

	/* A value that is longer than the name has no room. */
	{ "NAME", "NAME", 12345, "NAME" },
	{ "NAME, NAME", "NAME", -1234, "NAME, NAME" },
	{ "A | AB", "A", 10, "A | AB" },
	{ "A", "A", -1, "A" },

	{ "NAME == a", "NAME", -1, "-1 == a" },
	{ "NAME", "NAME", -123, "-123" },
	{ "a, CONSTANT_WITH_A_LONG_NAME", "CONSTANT_WITH_A_LONG_NAME", LONG_MIN,
	  "a, -9223372036854775808" },
	{ "CONSTANT_WITH_A_LONG_NAME, a", "CONSTANT_WITH_A_LONG_NAME", LONG_MAX,
	  "9223372036854775807, a" },

	{ "__get_dynamic_array_len(a) / sizeof(struct x)", "sizeof(struct x)", 16,
	  "__get_dynamic_array_len(a) / 16" },
	{ "sizeof(struct x)+sizeof(struct xy)", "sizeof(struct x)", 8, "8+sizeof(struct xy)" },
	{ "a_sizeof(struct x)", "sizeof(struct x)", 8, "a_sizeof(struct x)" },
	{ "sizeof(struct x)sizeof(struct x)", "sizeof(struct x)", 8, "sizeof(struct x)8" },
	{ "sizeof(sizeof(int))", "sizeof(int)", 4, "sizeof(4)" },
	{ "(sizeof(struct x)", "sizeof(struct x)", 8, "(8" },
	{ "sizeof(struct x", "sizeof(struct x)", 8, "sizeof(struct x" },
	{ "\"sizeof(int)\", a->sizeof(int)", "sizeof(int)", 4, "\"sizeof(int)\", a->sizeof(int)" },
};

TEST(constants_are_replaced)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(replacements); i++)
		expect_replaced(replacements[i].fmt, replacements[i].name, replacements[i].value,
				replacements[i].expected);
}

TEST(several_constants_are_replaced)
{
	static struct trace_eval_map constants[] = {
		{ .eval_string = "NAME_2", .eval_value = 2 },
		{ .eval_string = "NAME", .eval_value = 1 },
		{ .eval_string = "NAME", .eval_value = 5 },
		{ .eval_string = "A", .eval_value = 100 },
		{ .eval_string = "sizeof(A)", .eval_value = 8 },
		{ .eval_string = "sizeof(int)", .eval_value = 4 },
	};
	static const char expected[] = "\"NAME\", 1 | 2 | NAME_3, A, 8 + 4 + sizeof(long)";
	struct trace_eval_map *map[ARRAY_SIZE(constants)];
	char fmt[] = "\"NAME\", NAME | NAME_2 | NAME_3, A, sizeof(A) + sizeof(int) + sizeof(long)";
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(constants); i++)
		map[i] = &constants[i];
	print_fmt_replace_constants(fmt, map, 0);
	EXPECT(strlen(fmt) > strlen(expected));
	print_fmt_replace_constants(fmt, map, ARRAY_SIZE(map));
	EXPECT(!strcmp(fmt, expected));
}

TEST(random_constants)
{
	static const char *const pieces[] = {
		"NAME", "NAME", "N", "sizeof(N)", "_", "1", ".", "->", "-", ">", " ", "\t", "\"",
		"'", "\\", "(", ")", ",", NULL,
	};
	static const char *const names[] = { "NAME", "N", "sizeof(N)", NULL };
	static const long values[] = { 0, 7, -1, 42, 1234, -1234, LONG_MIN };
	unsigned int round, n_changed = 0;
	char *fmt, expected[256];

	for (round = 0; round < 4 * ROUNDS; round++) {
		unsigned int i, n = below(20);
		const char *name = any_of(names);
		long value = values[below(ARRAY_SIZE(values))];

		start("");
		for (i = 0; i < n; i++)
			seq_puts(&build, any_of(pieces));
		fmt = built_copy();
		model_replace(fmt, name, value, expected);
		expect_replaced(fmt, name, value, expected);
		n_changed += strcmp(fmt, expected) != 0;
		kfree(fmt);
	}
	EXPECT(n_changed > ROUNDS / 4);
}

static void expect_removed(const char *text, const char *expected)
{
	char *copy = kstrdup(text, GFP_KERNEL);

	print_fmt_remove_attributes(copy);
	if (strcmp(copy, expected))
		test_fail(__FILE__, __LINE__, "'%s': '%s', not '%s'", text, copy, expected);
	kfree(copy);
}

static const struct {
	const char *text;
	const char *expected;
} attributes[] = {
	{ "", "" },
	{ "const char *", "const char *" },
	{ "const char __attribute__((btf_type_tag(\"user\"))) *", "const char *" },
	{ "const char __attribute__((btf_type_tag(\"user\")))*", "const char *" },
	{ "__attribute__((noderef)) int", "int" },
	{ "int __attribute__((noderef))", "int " },
	{ "__attribute__((noderef))", "" },
	{ "__attribute__()", "" },
	{ "a __attribute__(b)\n\t  c", "a c" },
	{ "a __attribute__((b)) ", "a " },

	/* Several of them. */
	{ "a __attribute__((b)) __attribute__((c)) d", "a d" },
	{ "a __attribute__((b))__attribute__((c))d", "a d" },
	{ "(a __attribute__((b)) *)c, (d __attribute__((e)) *)f", "(a *)c, (d *)f" },
	{ "\"%s\", (const char __attribute__((btf_type_tag(\"user\"))) *)(REC->a)",
	  "\"%s\", (const char *)(REC->a)" },

	/* Parentheses and quotes in an attribute. */
	{ "a __attribute__((b(c, (d)), e)) f", "a f" },
	{ "a __attribute__((b(\")\"))) c", "a c" },
	{ "a __attribute__((b(\"\\\")\"))) c", "a c" },
	{ "a __attribute__((b(')'))) c", "a c" },

	/* Incomplete and other names. */
	{ "a __attribute__((b) c", "a __attribute__((b) c" },
	{ "a __attribute__(", "a __attribute__(" },
	{ "a __attribute__((\"b)) c", "a __attribute__((\"b)) c" },
	{ "a __attribute__((b)) __attribute__((c)", "a __attribute__((c)" },
	{ "a __attribute__ b", "a __attribute__ b" },
	{ "a __attribute b", "a __attribute b" },
	{ "__attribut__attribute__((a))e__(b)", "__attribute__(b)" },
};

TEST(attributes_are_removed)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(attributes); i++)
		expect_removed(attributes[i].text, attributes[i].expected);
}

/* Texts with and without attributes, each of which is removed with the blanks behind it. */
TEST(random_attributes)
{
	static const char *const texts[] = {
		"const ", "char", "(", ")", "*", "\"a)\"", "x, ", NULL,
	};
	static const char *const insides[] = {
		"", "(a)", "(a(\"user\"))", "(a(b, (c)), [d])", "(\"))\")", "(a(')', '\"'))", NULL,
	};
	static const char *const blanks[] = { "", " ", "\n\t ", NULL };
	char *text, expected[256];
	unsigned int round;

	for (round = 0; round < ROUNDS; round++) {
		unsigned int i, n = below(8);

		start("");
		expected[0] = '\0';
		for (i = 0; i < n; i++) {
			const char *piece = any_of(texts);

			seq_puts(&build, piece);
			strcat(expected, piece);
			/* The next piece begins without blanks. */
			if (below(2))
				seq_printf(&build, "__attribute__(%s)%s", any_of(insides),
					   any_of(blanks));
		}
		text = built_copy();
		expect_removed(text, expected);
		kfree(text);
	}
}
