// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of synthetic event definitions: types and layout of valid
 * definitions, error and position of invalid ones.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fixture.h"
#include "harness.h"
#include "text/string_builder.h"

static int define_text(struct definition *def, const char *text, struct trace_diag *diag)
{
	*diag = (struct trace_diag){};
	return define(def, text, strlen(text), diag);
}

static void must_define(struct definition *def, const char *text)
{
	struct trace_diag diag;

	if (!define_text(def, text, &diag))
		return;
	test_fail(__FILE__, __LINE__, "'%.80s': %s at %u", text, synth_diag_messages[diag.code],
		  diag.at.off);
	exit(1);
}

struct base {
	const char *name;
	const char *format;
	unsigned int size;
	bool is_signed;
	enum synth_kind kind;
};

/*
 * Types of C on a 64-bit machine, with printf() formats. The formats of signed
 * types include the length, for programs that print records by these formats.
 */
static const struct base bases[] = {
	{ "u8",			"%u",	1, false, SYNTH_NUMBER },
	{ "u16",		"%u",	2, false, SYNTH_NUMBER },
	{ "u32",		"%u",	4, false, SYNTH_NUMBER },
	{ "u64",		"%llu",	8, false, SYNTH_NUMBER },
	{ "s8",			"%hhd",	1, true, SYNTH_NUMBER },
	{ "s16",		"%hd",	2, true, SYNTH_NUMBER },
	{ "s32",		"%d",	4, true, SYNTH_NUMBER },
	{ "s64",		"%lld",	8, true, SYNTH_NUMBER },
	{ "char",		"%hhd",	1, true, SYNTH_NUMBER },
	{ "unsigned char",	"%u",	1, false, SYNTH_NUMBER },
	{ "short",		"%hd",	2, true, SYNTH_NUMBER },
	{ "unsigned short",	"%u",	2, false, SYNTH_NUMBER },
	{ "int",		"%d",	4, true, SYNTH_NUMBER },
	{ "unsigned int",	"%u",	4, false, SYNTH_NUMBER },
	{ "long",		"%ld",	8, true, SYNTH_NUMBER },
	{ "unsigned long",	"%lu",	8, false, SYNTH_NUMBER },
	{ "long long",		"%lld",	8, true, SYNTH_NUMBER },
	{ "unsigned long long",	"%llu",	8, false, SYNTH_NUMBER },
	{ "size_t",		"%zu",	8, false, SYNTH_NUMBER },
	{ "pid_t",		"%d",	4, true, SYNTH_NUMBER },
	{ "gfp_t",		"%x",	4, false, SYNTH_NUMBER },
	{ "bool",		"%d",	1, false, SYNTH_BOOL },
};

static void expect_number(const char *type, const struct base *base)
{
	bool is_gfp = strstr(type, "gfp_t");
	struct synth_field *field;
	struct definition def;
	char text[64];

	scnprintf(text, sizeof(text), "e %s a", type);
	must_define(&def, text);
	field = &def.layout->fields[0];
	EXPECT_STREQ(field->type, type);
	EXPECT_STREQ(synth_field_type(field), type);
	EXPECT_STREQ(field->format, base->format);
	EXPECT_EQ(field->kind, base->kind);
	EXPECT_EQ(field->number_format, is_gfp ? SYNTH_GFP_FLAGS : SYNTH_DECIMAL);
	EXPECT_EQ(field->is_signed, base->is_signed);
	EXPECT_EQ(field->offset, 8);
	EXPECT_EQ(field->size, base->size);
	EXPECT_EQ(def.layout->size, 16);
	undefine(&def);
}

static void expect_pointer(const char *type)
{
	struct synth_field *field;
	struct definition def;
	char text[64];

	scnprintf(text, sizeof(text), "e %s*a", type);
	must_define(&def, text);
	field = &def.layout->fields[0];
	scnprintf(text, sizeof(text), "%s *", type);
	EXPECT_STREQ(field->type, text);
	EXPECT_STREQ(field->format, "0x%lx");
	EXPECT_EQ(field->kind, SYNTH_NUMBER);
	EXPECT_EQ(field->number_format, SYNTH_POINTER);
	EXPECT(!field->is_signed);
	EXPECT_EQ(field->size, 8);
	undefine(&def);
}

TEST(base_types)
{
	char type[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		expect_number(bases[i].name, &bases[i]);
		expect_pointer(bases[i].name);
		scnprintf(type, sizeof(type), "const %s", bases[i].name);
		expect_number(type, &bases[i]);
		expect_pointer(type);
	}

	expect_pointer("void");
	expect_pointer("const void");
	expect_pointer("struct s");
	expect_pointer("union u");
	/* The table above covers all types. */
	EXPECT_EQ(synth_n_types, ARRAY_SIZE(bases) + 3);
}

/*
 * @slots: offset, size and kind of each field. A record begins with a common
 * header of 8 bytes. A field occupies a multiple of 8 bytes; a dynamic field
 * has an 8-byte location.
 */
struct accepted {
	const char *text;
	const char *shown;
	const char *slots;
	unsigned int size;
};

static const struct accepted accepted[] = {
	{ "e u64 a", "e\tu64 a", "8+8 number", 16 },
	{ "wakeup_latency u64 lat; pid_t pid; char comm[16]",
	  "wakeup_latency\tu64 lat; pid_t pid; char[16] comm",
	  "8+8 number, 16+4 number, 24+16 string", 40 },
	{ "e u64 a pid_t b char c[16]", "e\tu64 a; pid_t b; char[16] c",
	  "8+8 number, 16+4 number, 24+16 string", 40 },
	{ "e u8 a; s16 b u32 c; bool d u64 e", "e\tu8 a; s16 b; u32 c; bool d; u64 e",
	  "8+1 number, 16+2 number, 24+4 number, 32+1 bool, 40+8 number", 48 },
	{ "  e \t u64\t\ta ;;  ; s64 b;\n", "e\tu64 a; s64 b", "8+8 number, 16+8 number", 24 },
	{ "e\vu64\fa\r\n", "e\tu64 a", "8+8 number", 16 },
	{ "e u8 a;;;;;;", "e\tu8 a", "8+1 number", 16 },

	/* Names. Names of types are valid as names of fields. */
	{ "_ u8 _; u8 A9; u8 a_b_", "_\tu8 _; u8 A9; u8 a_b_",
	  "8+1 number, 16+1 number, 24+1 number", 32 },
	{ "u64 int int; long unsigned; u64 const; struct struct *struct",
	  "u64\tint int; long unsigned; u64 const; struct struct * struct",
	  "8+4 number, 16+8 number, 24+8 number, 32+8 number", 40 },
	{ "e u8 common; u8 xcommon_pid; u8 Common_pid",
	  "e\tu8 common; u8 xcommon_pid; u8 Common_pid",
	  "8+1 number, 16+1 number, 24+1 number", 32 },
	{ "e u8 a; u8 A; u8 aa", "e\tu8 a; u8 A; u8 aa",
	  "8+1 number, 16+1 number, 24+1 number", 32 },

	/* The parser takes the longest matching type. */
	{ "e long long a long b unsigned long long c unsigned\n long d unsigned long int",
	  "e\tlong long a; long b; unsigned long long c; unsigned long d; unsigned long int",
	  "8+8 number, 16+8 number, 24+8 number, 32+8 number, 40+8 number", 48 },
	{ "e long longer; unsigned char character", "e\tlong longer; unsigned char character",
	  "8+8 number, 16+1 number", 24 },

	/* Pointers. */
	{ "e const struct foo **p", "e\tconst struct foo ** p", "8+8 number", 16 },
	{ "e struct foo*p; union u * q void*v; const char * * s u8\n*\n*\n*\n*w",
	  "e\tstruct foo * p; union u * q; void * v; const char ** s; u8 **** w",
	  "8+8 number, 16+8 number, 24+8 number, 32+8 number, 40+8 number", 48 },
	{ "e bool *p; gfp_t *q; const bool b", "e\tbool * p; gfp_t * q; const bool b",
	  "8+8 number, 16+8 number, 24+1 bool", 32 },

	/* Strings. */
	{ "e char a[1]; char[7] b; char c[8]; char[9] d; unsigned char e[256] u8 f",
	  "e\tchar[1] a; char[7] b; char[8] c; char[9] d; unsigned char[256] e; u8 f",
	  "8+1 string, 16+7 string, 24+8 string, 32+9 string, 48+256 string, 304+1 number", 312 },
	{ "e char a[010]; char[0x10] b; const char c[3]",
	  "e\tchar[8] a; char[16] b; const char[3] c",
	  "8+8 string, 16+16 string, 32+3 string", 40 },

	/* Fields of dynamic size. */
	{ "e char a[]; u64 b; char[] c unsigned char d[]; const char[] e",
	  "e\tchar[] a; u64 b; char[] c; unsigned char[] d; const char[] e",
	  "8+4 dynamic, 16+8 number, 24+4 dynamic, 32+4 dynamic, 40+4 dynamic", 48 },
	{ "e long a[]; unsigned long b[] long[] c; unsigned long[] d",
	  "e\tlong[] a; unsigned long[] b; long[] c; unsigned long[] d",
	  "8+4 stack, 16+4 stack, 24+4 stack, 32+4 stack", 40 },
};

static void show_slots(struct seq_file *m, const struct synth_layout *layout)
{
	static const char * const kinds[] = {
		[SYNTH_NUMBER] = "number",	[SYNTH_BOOL] = "bool",
		[SYNTH_STRING] = "string",	[SYNTH_DYN_STRING] = "dynamic",
		[SYNTH_STACK] = "stack",
	};
	unsigned int i;

	for (i = 0; i < layout->n_fields; i++)
		seq_printf(m, "%s%u+%u %s", i ? ", " : "", layout->fields[i].offset,
			   layout->fields[i].size, kinds[layout->fields[i].kind]);
}

/* In the "format" file, exactly the dynamic fields have a "__data_loc" type. */
static void expect_locations(const struct synth_layout *layout)
{
	unsigned int i, n = 0;

	for (i = 0; i < layout->n_fields; i++) {
		const struct synth_field *field = &layout->fields[i];
		size_t prefix = str_has_prefix(field->type, "__data_loc ");

		EXPECT_EQ(!!prefix, synth_kind_is_dynamic(field->kind));
		EXPECT_EQ(!!prefix, !strcmp(field->type + strlen(field->type) - 2, "[]"));
		EXPECT_STREQ(synth_field_type(field), field->type + prefix);
		n += !!prefix;
	}
	EXPECT_EQ(layout->n_dynamic, n);
}

TEST(valid_definitions)
{
	static char shown[TEXT_MAX], slots[TEXT_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		const struct accepted *a = &accepted[i];
		struct seq_file shown_file = { .buf = shown, .size = sizeof(shown) };
		struct seq_file slots_file = { .buf = slots, .size = sizeof(slots) };
		struct definition def, again;

		must_define(&def, a->text);
		show_definition(&shown_file, &def);
		show_slots(&slots_file, def.layout);
		EXPECT_STREQ(shown, a->shown);
		EXPECT_STREQ(slots, a->slots);
		EXPECT_EQ(def.layout->size, a->size);
		expect_locations(def.layout);

		must_define(&again, shown);
		EXPECT(same_definition(&def, &again));
		undefine(&again);
		undefine(&def);
	}
}

static bool seen[SYNTH_DIAG_COUNT];

static void expect_rejected(const char *text, unsigned int code, u32 off)
{
	struct definition def;
	struct trace_diag diag;
	int ret = define_text(&def, text, &diag);

	EXPECT_EQ(ret, -EINVAL);
	EXPECT(is_explained(ret, &diag, trace_span_all(text)));
	if (diag.code != code || diag.at.off != off)
		test_fail(__FILE__, __LINE__, "'%.80s': %s at %u, not %s at %u", text,
			  synth_diag_messages[diag.code], diag.at.off,
			  synth_diag_messages[code], off);
	seen[diag.code] = true;
	if (!ret)
		undefine(&def);
}

/* The '^' marks the position of the error. */
struct rejected {
	unsigned int code;
	const char *text;
};

static const struct rejected rejected[] = {
	/* The cases of the kernel's own selftest, in its order. */
	{ SYNTH_DIAG_BAD_TYPE,		"myevent ^chr arg" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"myevent ^unsigned arg" },
	{ SYNTH_DIAG_BAD_NAME,		"myevent char ^str]; int v" },
	{ SYNTH_DIAG_BAD_NAME,		"^mye-vent char str[]" },
	{ SYNTH_DIAG_BAD_NAME,		"myevent char ^st-r[]" },
	{ SYNTH_DIAG_BAD_FIELD,		"myevent char str;^[]" },
	{ SYNTH_DIAG_BAD_FIELD,		"myevent char str; ^int" },
	{ SYNTH_DIAG_BAD_ARRAY,		"myevent char ^str[; int v" },
	{ SYNTH_DIAG_BAD_ARRAY,		"myevent char ^str[kdjdk]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"myevent char ^str[257]" },
	{ SYNTH_DIAG_BAD_FORM,		"^mye;vent char str[]" },
	{ SYNTH_DIAG_BAD_FORM,		"^myevent ; char str[]" },
	{ SYNTH_DIAG_BAD_FORM,		"^myevent; char str[]" },
	{ SYNTH_DIAG_BAD_FORM,		"^myevent ;char str[]" },
	{ SYNTH_DIAG_BAD_FORM,		"^; char str[]" },
	{ SYNTH_DIAG_BAD_FORM,		"^;myevent char str[]" },
	{ SYNTH_DIAG_BAD_FORM,		"^myevent" },

	{ SYNTH_DIAG_BAD_FORM,		"^" },
	{ SYNTH_DIAG_BAD_FORM,		" \t\n^" },
	{ SYNTH_DIAG_BAD_FORM,		"  ^e  " },
	{ SYNTH_DIAG_BAD_FORM,		"^;" },
	{ SYNTH_DIAG_BAD_FORM,		"  ^-;" },

	{ SYNTH_DIAG_FILE_NAME,		"^enable u64 a" },
	{ SYNTH_DIAG_FILE_NAME,		" ^filter u64 a; u64 b" },
	{ SYNTH_DIAG_BAD_NAME,		"^1e u64 a" },
	{ SYNTH_DIAG_BAD_NAME,		"^e/f u64 a" },
	{ SYNTH_DIAG_BAD_NAME,		" ^e[4] u64 a" },
	{ SYNTH_DIAG_BAD_NAME,		"^e* u64 a" },
	{ SYNTH_DIAG_BAD_NAME,		"^- foo" },
	{ SYNTH_DIAG_BAD_NAME,		"e u64 ^1a" },
	{ SYNTH_DIAG_BAD_NAME,		"e u64 ^a, u64 b" },
	{ SYNTH_DIAG_BAD_NAME,		"e u64 a; u64 ^b-c[3]" },
	{ SYNTH_DIAG_BAD_NAME,		"e char ^[16] x" },
	{ SYNTH_DIAG_BAD_NAME,		"e char ^[]" },
	{ SYNTH_DIAG_BAD_NAME,		"e char *^[]" },
	{ SYNTH_DIAG_BAD_NAME,		"e u64 ^a:1" },

	{ SYNTH_DIAG_BAD_FIELD,		"e ^u64" },
	{ SYNTH_DIAG_BAD_FIELD,		"e ^char[16]" },
	{ SYNTH_DIAG_BAD_FIELD,		"e ^foo" },
	{ SYNTH_DIAG_BAD_FIELD,		"e u64 a;  ^u64 *" },
	{ SYNTH_DIAG_BAD_FIELD,		"e ^struct foo *" },
	{ SYNTH_DIAG_BAD_FIELD,		"e ^const u64" },
	{ SYNTH_DIAG_BAD_FIELD,		"e ^unsigned long" },
	{ SYNTH_DIAG_BAD_FIELD,		"e u64 a ^b" },
	{ SYNTH_DIAG_BAD_FIELD,		"e u64 a ^b; u64 c" },
	{ SYNTH_DIAG_BAD_FIELD,		"e u64 a ^*" },

	{ SYNTH_DIAG_BAD_TYPE,		"e ^U64 a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^foo_t *a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e const ^foo a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e const ^const int a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^*a b" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^struct_foo *a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^longlong a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^u6 4" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^u64***** a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e const ^struct foo * * * * *a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^int a[4]" },
	{ SYNTH_DIAG_BAD_TYPE,		"e u8 a; ^const int b[]" },
	{ SYNTH_DIAG_BAD_TYPE,		"e u8 a ^bool[] b" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^long long[] a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^u64[8] a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^char *a[4]" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^char[4] *a" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^struct foo *a[]" },
	{ SYNTH_DIAG_BAD_TYPE,		"e ^unsigned[4] char a" },
	/* The first error is reported. */
	{ SYNTH_DIAG_BAD_TYPE,		"e u64 a; ^foo b; u64 a; char c[0]" },

	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^unsigned u8 a" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^unsigned *a" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e const ^unsigned a" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e u64 a; ^void b" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^void a[]" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^struct foo a" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^union foo a[4]" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^struct foo" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^struct *a" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^struct 1foo *a" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^struct foo[2] *a" },
	{ SYNTH_DIAG_INCOMPLETE_TYPE,	"e ^struct[2] foo *a" },

	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[0]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[-1]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[+1]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[256" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[1]2" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[1][2]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[][]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[1 ]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[4;5]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[0x101]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[65537]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[4294967297]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[18446744073709551617]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char ^a[99999999999999999999999999999999]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e ^char[0] a" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e ^char[ a" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e ^const char[257] a" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e ^char[16]x y" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char[4] ^a[4]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e char[] ^a[]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e u64 b; long ^a[4]" },
	{ SYNTH_DIAG_BAD_ARRAY,		"e ^unsigned long[16] a" },

	{ SYNTH_DIAG_DUPLICATE_FIELD,	"e u64 a; s64 ^a" },
	{ SYNTH_DIAG_DUPLICATE_FIELD,	"e u64 a u64 b char ^a[4]; char b[]" },
	{ SYNTH_DIAG_DUPLICATE_FIELD,	"e char[] ab; u64 a; char * ^ab" },

	{ SYNTH_DIAG_COMMON_FIELD,	"e u64 ^common_pid" },
	{ SYNTH_DIAG_COMMON_FIELD,	"e u64 a; char ^common_[4]" },
};

#define REJECTED_MAX	128

/* Return: position of the '^', which is not copied. */
static u32 copy_without_caret(char *to, const char *text)
{
	u32 off = strchr(text, '^') - text;
	int len = scnprintf(to, REJECTED_MAX, "%.*s%s", off, text, text + off + 1);

	EXPECT_EQ(len, strlen(text) - 1);
	return off;
}

static void reject_table(void)
{
	char text[REJECTED_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		u32 off = copy_without_caret(text, rejected[i].text);

		expect_rejected(text, rejected[i].code, off);
	}
}

static void expect_accepted(unsigned int n_fields)
{
	struct definition def;

	must_define(&def, built);
	EXPECT_EQ(def.layout->n_fields, n_fields);
	undefine(&def);
}

static void reject_more_fields(void)
{
	unsigned int i;

	start("e");
	for (i = 0; i < 64; i++)
		seq_printf(&build, " u8 f%u%s", i, i % 3 ? ";" : "");
	expect_accepted(64);
	repeat(";; ", 3);
	expect_accepted(64);
	i = build.count;
	seq_puts(&build, "struct s *more; u8 evenmore");
	expect_rejected(built, SYNTH_DIAG_TOO_MANY_FIELDS, i);

	start("e ");
	repeat("u8 a ", TEXT_MAX / 5 - 1);
	expect_rejected(built, SYNTH_DIAG_TOO_MANY_FIELDS, strlen("e ") + 64 * strlen("u8 a "));
}

/* Build a name of @len letters between @before and @after. */
static u32 long_name(const char *before, unsigned int len, const char *after)
{
	start(before);
	repeat("n", len);
	seq_puts(&build, after);
	return strlen(before);
}

static void reject_long_names(void)
{
	static const struct {
		const char *before, *after;
	} places[] = {
		{ "", " u8 a" },
		{ "e u8 ", "" },
		{ "e char ", "[16]; u8 b" },
		{ "e char[] ", "; u8 b" },
		{ "e const struct ", " *a" },
		{ "e u8 a; union ", " **b" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		u32 off = long_name(places[i].before, 256, places[i].after);

		expect_rejected(built, SYNTH_DIAG_NAME_TOO_LONG, off);
		off = long_name(places[i].before, TEXT_MAX - 32, places[i].after);
		expect_rejected(built, SYNTH_DIAG_NAME_TOO_LONG, off);

		long_name(places[i].before, 255, places[i].after);
		expect_accepted(1 + !!strchr(built, ';'));
	}
}

/*
 * @n fields leave @room bytes of the longest record: a string of @room bytes
 * fits, and one more byte is an error.
 */
static void reject_longer(const char *fields, unsigned int n, unsigned int room)
{
	struct definition def;
	unsigned int i, off;

	start("e");
	for (i = 0; i < n; i++)
		seq_printf(&build, fields, i, i);
	off = build.count;
	seq_printf(&build, " char[%u] last", room);
	must_define(&def, built);
	undefine(&def);

	build.count = off;
	seq_printf(&build, " char[%u] last", room + 1);
	expect_rejected(built, SYNTH_DIAG_TOO_LARGE, off + 1);
}

static void reject_large_records(void)
{
	/* A page minus the ring buffer's overhead and the common header. */
	const unsigned int room = 4096 - 40 - 8;

	EXPECT_EQ(SYNTH_RECORD_MAX, room + 8);
	reject_longer(" char f%u[256];", 15, room - 15 * 256);
	reject_longer(" char f%u[249]", 15, room - 15 * 256);
	/* An 8-byte location and 256 bytes of text, or 16 words. */
	reject_longer(" char f%u[];", 15, room - 15 * (8 + 256));
	reject_longer(" long[] f%u;", 29, room - 29 * (8 + 16 * 8));
	/* Behind a string of 255 bytes, a stack is aligned to 8 bytes. */
	reject_longer(" char[] f%u; long[] g%u;", 10, room - 10 * (8 + 256 + 8 + 16 * 8));
}

TEST(rejects_with_position)
{
	unsigned int code;

	reject_table();
	reject_more_fields();
	reject_long_names();
	reject_large_records();

	/* Every error is tested, except one that only the entry point reports. */
	for (code = SYNTH_DIAG_BAD_FORM; code <= SYNTH_DIAG_TOO_LARGE; code++)
		EXPECT(seen[code] || code == SYNTH_DIAG_BAD_DYN_FORM);
}

TEST(every_error_has_a_message)
{
	unsigned int code;

	for (code = 0; code < SYNTH_DIAG_COUNT; code++)
		EXPECT(synth_diag_messages[code] && *synth_diag_messages[code]);
}

static void expect_string(unsigned int len, bool ok)
{
	static const char * const formats[] = { "e char a[%u]", "e unsigned char[%u] a" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		struct definition def;
		struct trace_diag diag;
		char text[64];

		scnprintf(text, sizeof(text), formats[i], len);
		if (!ok) {
			EXPECT_EQ(define_text(&def, text, &diag), -EINVAL);
			EXPECT_EQ(diag.code, SYNTH_DIAG_BAD_ARRAY);
			continue;
		}
		must_define(&def, text);
		EXPECT_EQ(def.layout->fields[0].size, len);
		EXPECT_EQ(def.layout->size, 8 + (len + 7) / 8 * 8);
		undefine(&def);
	}
}

TEST(lengths_of_strings)
{
	unsigned int len;

	for (len = 0; len < 600; len++)
		expect_string(len, len >= 1 && len <= 256);
	expect_string(65536 + 16, false);
	expect_string(U32_MAX, false);
}

/* Text before or behind the span of a definition must not matter. */
static void expect_same_anywhere(const char *text)
{
	static const char before[] = "char[ ";
	static const char behind[] = "x[3] u64 u64 ;;";
	struct trace_span span = { strlen(before), strlen(text) };
	struct definition def, inside;
	struct trace_diag diag, diag_inside = {};
	int ret = define_text(&def, text, &diag);

	start(before);
	seq_printf(&build, "%s%s", text, behind);
	EXPECT_EQ(define_span(&inside, built, span, &diag_inside), ret);
	EXPECT(is_explained(ret, &diag_inside, span));
	if (!ret) {
		EXPECT(same_definition(&def, &inside));
		undefine(&inside);
		undefine(&def);
		return;
	}
	EXPECT_EQ(diag_inside.code, diag.code);
	EXPECT_EQ(diag_inside.at.off, diag.at.off + span.off);
	EXPECT_EQ(diag_inside.at.len, diag.at.len);
}

TEST(result_is_independent_of_text_position)
{
	char text[REJECTED_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++)
		expect_same_anywhere(accepted[i].text);
	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		copy_without_caret(text, rejected[i].text);
		expect_same_anywhere(text);
	}
}

/*
 * A truncated definition is valid or has an error with a position; nothing
 * behind it is read.
 */
TEST(truncated_definitions)
{
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		for (len = 0; len < strlen(accepted[i].text); len++) {
			struct trace_diag diag = {};
			struct definition def;
			int ret = define(&def, accepted[i].text, len, &diag);

			EXPECT(is_explained(ret, &diag, (struct trace_span){ .len = len }));
			if (!ret)
				undefine(&def);
		}
	}
}

/* A NUL is an ordinary byte that cannot be part of a name. */
TEST(nul_bytes_are_rejected)
{
	static const char in_name[] = "e u64 a\0b", in_type[] = "e u64\0 a";
	static const char in_array[] = "e char a[1\0]", alone[] = "\0";
	static const struct {
		const char *text;
		size_t len;
		unsigned int code;
		u32 off;
	} texts[] = {
		{ in_name, sizeof(in_name) - 1, SYNTH_DIAG_BAD_NAME, 6 },
		{ in_name, sizeof(in_name) - 2, SYNTH_DIAG_BAD_NAME, 6 },
		{ in_type, sizeof(in_type) - 1, SYNTH_DIAG_BAD_TYPE, 2 },
		{ in_array, sizeof(in_array) - 1, SYNTH_DIAG_BAD_ARRAY, 7 },
		{ alone, 1, SYNTH_DIAG_BAD_FORM, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		struct trace_diag diag = {};
		struct definition def;

		EXPECT_EQ(define(&def, texts[i].text, texts[i].len, &diag), -EINVAL);
		EXPECT_EQ(diag.code, texts[i].code);
		EXPECT_EQ(diag.at.off, texts[i].off);
	}
}

/* Commands of maximum length that repeat a single token. */
TEST(long_texts_of_repeated_tokens)
{
	static const struct {
		const char *start, *more;
		unsigned int code;
		u32 off;
	} texts[] = {
		{ "", " ",		SYNTH_DIAG_BAD_FORM, TEXT_MAX },
		{ "", ";",		SYNTH_DIAG_BAD_FORM, 0 },
		{ "", "*",		SYNTH_DIAG_BAD_FORM, 0 },
		{ "e ", "*",		SYNTH_DIAG_BAD_TYPE, 2 },
		{ "e u64 ", "*",	SYNTH_DIAG_BAD_TYPE, 2 },
		{ "e u64 ", "[",	SYNTH_DIAG_BAD_NAME, 6 },
		{ "e char a[", "1",	SYNTH_DIAG_BAD_ARRAY, 7 },
		{ "e char a", "[",	SYNTH_DIAG_BAD_ARRAY, 7 },
		{ "e ", "unsigned ",	SYNTH_DIAG_INCOMPLETE_TYPE, 2 },
		{ "e ", "const ",	SYNTH_DIAG_BAD_TYPE, 8 },
		{ "e ", "struct ",	SYNTH_DIAG_INCOMPLETE_TYPE, 2 },
		{ "e ", "long ",	SYNTH_DIAG_TOO_MANY_FIELDS, 2 + 64 * 3 * 5 },
		{ "e u8 a", ";",	SYNTH_DIAG_NONE },
		{ "e u8 a", "\t",	SYNTH_DIAG_NONE },
		{ "e u8 a", ";\n",	SYNTH_DIAG_NONE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		start(texts[i].start);
		repeat(texts[i].more, (TEXT_MAX - build.count) / strlen(texts[i].more));
		if (texts[i].code)
			expect_rejected(built, texts[i].code, texts[i].off);
		else
			expect_accepted(1);
	}
}

/* Random bytes, or random characters of the grammar. */
TEST(random_text)
{
	static const char letters[] = "  ;*[]_1au64char\t\n";
	static char text[TEXT_MAX];
	struct trace_span all = { .len = TEXT_MAX };
	struct trace_diag diag;
	struct definition def;
	u64 state = 1;
	u32 i;
	int round;

	for (round = 0; round < 200; round++) {
		for (i = 0; i < all.len; i++)
			text[i] = round % 2 ? test_random(&state) :
					      letters[test_random(&state) % strlen(letters)];
		/*
		 * Start with a valid field, so that the later stages are
		 * reached.
		 */
		if (round % 3)
			memcpy(text, "e u8 a;", strlen("e u8 a;"));
		diag = (struct trace_diag){};
		EXPECT_EQ(define(&def, text, all.len, &diag), -EINVAL);
		EXPECT(is_explained(-EINVAL, &diag, all));
	}
}

TEST(each_allocation_fails_once)
{
	static const char text[] = "e u64 a; char b[16] char[] c long d[]; const struct s **e";
	struct definition def;
	struct trace_diag diag;
	unsigned long n;
	int ret;

	for (n = 1; n < 1000; n++) {
		shim_fail_nth(n);
		ret = define_text(&def, text, &diag);
		EXPECT_EQ(diag.code, SYNTH_DIAG_NONE);
		if (!shim_failed())
			break;
		EXPECT_EQ(ret, -ENOMEM);
		EXPECT_EQ(shim_allocs(), 0);
	}
	EXPECT_EQ(ret, 0);
	/*
	 * Two per field, one each for spec and layout, and two in this test's
	 * functions.
	 */
	EXPECT_EQ(n, 1 + 2 * 5 + 2 + 2);
	undefine(&def);
}

/* Error pointers and NULL are accepted. */
TEST(free_accepts_null_and_error_pointers)
{
	synth_spec_free(NULL);
	synth_spec_free(ERR_PTR(-EINVAL));
	synth_layout_free(NULL);
	synth_layout_free(ERR_PTR(-ENOMEM));
}
