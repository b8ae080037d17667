// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions of events: accepted text and the resulting event, and rejected text.
 *
 * DIAG_IOCSREG and "u:" in dynamic_events accept the same syntax. Most texts are given to both.
 */
#define _GNU_SOURCE
#include "user_events_test.h"

/* Length of the longest text that DIAG_IOCSREG accepts, without NUL. */
#define TEXT_MAX	4095
#define NAME_MAX_LEN	238

#define FIELD(text, offset, size, is_signed)					\
	"\tfield:" text ";\toffset:" #offset ";\tsize:" #size ";\tsigned:" #is_signed ";\n"

/* Expected output for an event that has one field, f, of the given type. */
#define ONE(type, size, is_signed, print, arg)					\
	{ "t " type " f", "t " type " f",					\
	  FIELD(type " f", 8, size, is_signed), "\"f=" print "\", " arg }

/* A definition, its displayed form, the lines of its own fields and its "print fmt". */
static const struct accepted {
	const char *text, *shown, *fields, *print;
} accepted[] = {
	/* No fields. */
	{ "t", "t", "", "\"\"" },
	{ "t ", "t", "", "\"\"" },
	{ "t  ", "t", "", "\"\"" },
	{ "t ;", "t", "", "\"\"" },
	{ "t ;;", "t", "", "\"\"" },

	/* Basic types: fields are not aligned. */
	ONE("u8", 1, 0, "%u", "REC->f"),
	ONE("u16", 2, 0, "%u", "REC->f"),
	ONE("u32", 4, 0, "%u", "REC->f"),
	ONE("u64", 8, 0, "%llu", "REC->f"),
	ONE("s8", 1, 1, "%d", "REC->f"),
	ONE("s16", 2, 1, "%d", "REC->f"),
	ONE("s32", 4, 1, "%d", "REC->f"),
	ONE("s64", 8, 1, "%lld", "REC->f"),
	ONE("char", 1, 1, "%d", "REC->f"),
	ONE("unsigned char", 1, 0, "%u", "REC->f"),
	ONE("short", 2, 1, "%d", "REC->f"),
	ONE("unsigned short", 2, 0, "%u", "REC->f"),
	ONE("int", 4, 1, "%d", "REC->f"),
	ONE("unsigned int", 4, 0, "%u", "REC->f"),
	{ "t u8 a;u64 b;u16 c", "t u8 a; u64 b; u16 c",
	  FIELD("u8 a", 8, 1, 0) FIELD("u64 b", 9, 8, 0) FIELD("u16 c", 17, 2, 0),
	  "\"a=%u b=%llu c=%u\", REC->a, REC->b, REC->c" },

	/* Arrays. The stock kernel's format file does not show the number of elements. */
	{ "t char[20] f", "t char[20] f", FIELD("char f[20]", 8, 20, 1), "\"f=%s\", REC->f" },
	{ "t char[0x14] f", "t char[0x14] f", FIELD("char f[20]", 8, 20, 1), "\"f=%s\", REC->f" },
	{ "t char[024] f", "t char[024] f", FIELD("char f[20]", 8, 20, 1), "\"f=%s\", REC->f" },
	{ "t char[1] f", "t char[1] f", FIELD("char f[1]", 8, 1, 1), "\"f=%s\", REC->f" },
	{ "t char[1024] f", "t char[1024] f", FIELD("char f[1024]", 8, 1024, 1),
	  "\"f=%s\", REC->f" },
	{ "t unsigned char[4] f;u8 g", "t unsigned char[4] f; u8 g",
	  FIELD("unsigned char f[4]", 8, 4, 0) FIELD("u8 g", 12, 1, 0),
	  "\"f=%s g=%u\", REC->f, REC->g" },

	/* The size after the name, as in C. The stock kernel takes "f[20]" for a name. */
	{ "t char f[20]", "t char[20] f", FIELD("char f[20]", 8, 20, 1), "\"f=%s\", REC->f" },
	{ "t unsigned char f[0x14];u8 g", "t unsigned char[0x14] f; u8 g",
	  FIELD("unsigned char f[20]", 8, 20, 0) FIELD("u8 g", 28, 1, 0),
	  "\"f=%s g=%u\", REC->f, REC->g" },
	{ "t __rel_loc char f[]", "t __rel_loc char[] f", FIELD("__rel_loc char f[]", 8, 4, 1),
	  "\"f=%s\", __get_rel_str(f)" },
	{ "t __data_loc u8 f[]", "t __data_loc u8[] f", FIELD("__data_loc u8[] f", 8, 4, 1),
	  "\"f=%llu\", REC->f" },

	/* Dynamic fields. */
	ONE("__data_loc char[]", 4, 1, "%s", "__get_str(f)"),
	ONE("__data_loc unsigned char[]", 4, 1, "%s", "__get_str(f)"),
	ONE("__data_loc u32[]", 4, 1, "%llu", "REC->f"),
	ONE("__data_loc unsigned int[]", 4, 1, "%llu", "REC->f"),
	{ "t __rel_loc char[] f", "t __rel_loc char[] f", FIELD("__rel_loc char f[]", 8, 4, 1),
	  "\"f=%s\", __get_rel_str(f)" },
	{ "t __rel_loc unsigned char[] f", "t __rel_loc unsigned char[] f",
	  FIELD("__rel_loc unsigned char f[]", 8, 4, 1), "\"f=%s\", __get_rel_str(f)" },
	{ "t __rel_loc u8[] f", "t __rel_loc u8[] f", FIELD("__rel_loc u8 f[]", 8, 4, 1),
	  "\"f=%llu\", REC->f" },
	{ "t __data_loc char[] a;__rel_loc char[] b", "t __data_loc char[] a; __rel_loc char[] b",
	  FIELD("__data_loc char[] a", 8, 4, 1) FIELD("__rel_loc char b[]", 12, 4, 1),
	  "\"a=%s b=%s\", __get_str(a), __get_rel_str(b)" },

	/* Structures, the only fields whose size is part of the definition. */
	{ "t struct s f 20", "t struct s f 20", FIELD("struct s f", 8, 20, 1),
	  "\"f=%llu\", REC->f" },
	{ "t struct s f 024", "t struct s f 24", FIELD("struct s f", 8, 24, 1),
	  "\"f=%llu\", REC->f" },
	{ "t struct s f 1", "t struct s f 1", FIELD("struct s f", 8, 1, 1),
	  "\"f=%llu\", REC->f" },
	{ "t struct s f 2000", "t struct s f 2000", FIELD("struct s f", 8, 2000, 1),
	  "\"f=%llu\", REC->f" },
	{ "t u32 a;struct s f 20; u8 b", "t u32 a; struct s f 20; u8 b",
	  FIELD("u32 a", 8, 4, 0) FIELD("struct s f", 12, 20, 1) FIELD("u8 b", 32, 1, 0),
	  "\"a=%u f=%llu b=%u\", REC->a, REC->f, REC->b" },
};

/*
 * Equivalent spellings: blanks of any kind and number between words, and empty fields. In the stock
 * kernel, an empty field makes another event, unless it is the only one and at the end, and words
 * are separated by exactly one space.
 */
static const char * const spellings[] = {
	"t u32 a; u32 b",
	"t u32 a;u32 b",
	"t u32 a;u32 b;",
	"t u32 a;u32 b;;",
	"t u32 a; u32 b; ",
	"t u32 a;;u32 b",
	"t u32 a; ; u32 b; ;",
	"t ;u32 a;u32 b",
	"t   ;  u32 a;   u32 b",
	"t  u32 a;\tu32 b",
	"t\tu32 a; u32 b",
	" t u32\ta; u32   b",
	"t u32 a ; u32 b ",
};

/* Definitions that are rejected with EINVAL. */
static const char * const rejected[] = {
	/* No flags are defined. */
	"t:", "t:F", "t:F,G", "t:,", "t:F,", "t: u32 a", "t:F u32 a", ":", ":F", "t :F",

	/* Missing blank after the name. */
	"t;u32 a", "t;",

	/* Too few or too many words. */
	"t u32", "t a", "t u32 a b", "t u32 a 4", "t char[4] a 4", "t __data_loc char[] a 4",
	"t unsigned a", "t __data_loc a", "t __rel_loc a", "t struct a 20",

	/* Types: unknown, of a size that varies between architectures, or with other words. */
	"t foo a", "t U32 a", "t float a", "t void a", "t bool a", "t size_t a", "t pid_t a",
	"t __u32 a", "t union u a 4", "t enum e a", "t long a", "t unsigned long a",
	"t long long a", "t char * a", "t char* a", "t u32* a", "t const char a",
	"t signed char a", "t signed int a", "t unsigned u32 a",
	"t unsigned s32 a", "t unsigned bool a", "t unsigned __data_loc char[] a",

	/* Arrays: only of char, with a size from 1 to 1024 in at most eight characters. */
	"t u8[4] a", "t u32[4] a", "t s64[2] a", "t int[4] a", "t unsigned int[4] a",
	"t short[2] a", "t signed char[4] a", "t char[] a", "t unsigned char[] a",
	"t char[0] a", "t char[-1] a", "t char[1025] a", "t char[9999] a", "t char[aa] a",
	"t char[20 a", "t char20] a", "t char [20] a", "t char[ 20] a", "t char[20 ] a",
	"t char[0x000000000001] a", "t char[4294967297] a", "t char[99999999999999999999] a",

	/* Dynamic fields: one word for the type, or two if the first one is "unsigned". */
	"t __data_loc char [] a", "t __data_loc struct s a",
	"t __data_loc signed char[] a", "t __rel_loc foo bar a", "t __data_locchar[] a",

	/* Structures: the size must be a decimal number. */
	"t struct s a", "t struct s a 0", "t struct s a -1", "t struct s a 0x14",
	"t struct s a b", "t struct s a 20x", "t struct s a 20 3",
	"t struct s a; 20", "t struct s * a 8", "t struct s b a 20",
	"t structs a 20", "t struct s a 4294967296", "t struct s a 99999999999999999999",

	/* Field names: must be identifiers, must be unique, and must not begin with "common_". */
	"t u32 1", "t u32 a-b", "t u32 a.b", "t u32 *a", "t u32 a[4]", "t u32 \"a\"",
	"t u32 \xc3\xa9",
	"t u32 a; u32 a", "t u32 a; u64 b; u8 a", "t u32 common_pid", "t u32 common_",
};

/*
 * Invalid event names: no directory can have them, so that the event's files would be unreachable,
 * or they have another meaning in a command. The stock kernel accepts them.
 */
static const char * const bad_names[] = {
	"", " ", ".", "..", "enable", "filter", "/", "t/u", "/t", "t/", "user_events/t",
	"../t", "t;", "t\x1b[m", "\x7f",
};

FIXTURE(definitions)
{
	int fd, word;
};

FIXTURE_SETUP(definitions)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
}

FIXTURE_TEARDOWN(definitions)
{
	unregister_all(self->fd, &self->word, 1);
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

static void expect_shown(struct __test_metadata *_metadata, const struct accepted *def)
{
	const char *format, *fields;
	char own[4096];

	EXPECT_STREQ(def->shown, event_line(DYNAMIC_FILE, "t"))
		TH_LOG("%s", def->text);
	EXPECT_STREQ("t", event_line(STATUS_FILE, "t"))
		TH_LOG("%s", def->text);

	format = file_read(EVENT_FILE("t", "format"));
	EXPECT_EQ(0, strncmp(format, "name: t\n", 8));
	fields = strstr(format, "signed:1;\n\n") ? : "";
	snprintf(own, sizeof(own), "signed:1;\n\n%s\nprint fmt: %s\n", def->fields, def->print);
	EXPECT_STREQ(own, fields)
		TH_LOG("%s", def->text);
}

TEST_F(definitions, accepted_in_a_registration)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		int fd = data_open();

		EXPECT_EQ(0, event_register(fd, accepted[i].text, &self->word))
			TH_LOG("%s", accepted[i].text);
		expect_shown(_metadata, &accepted[i]);
		event_unregister(fd, &self->word, 0);
		close(fd);
		EXPECT_TRUE(EVENTUALLY(!events_active()));
	}
}

TEST_F(definitions, accepted_as_a_command)
{
	char text[1024];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		snprintf(text, sizeof(text), "u:%s", accepted[i].text);
		EXPECT_EQ(0, command(text))
			TH_LOG("%s", text);
		expect_shown(_metadata, &accepted[i]);

		/* The displayed form removes the event. */
		snprintf(text, sizeof(text), "-:%s", accepted[i].shown);
		EXPECT_EQ(0, command(text))
			TH_LOG("%s", text);
		EXPECT_EQ(0, events_active());
	}
}

TEST_F(definitions, rejected_in_a_registration)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		EXPECT_EQ(-EINVAL, event_register(self->fd, rejected[i], &self->word))
			TH_LOG("%s", rejected[i]);
	}
	EXPECT_EQ(0, events_active());
	EXPECT_STREQ("none", event_line(DYNAMIC_FILE, "t"));

	/* A rejected registration uses up no index and no enable bit. */
	EXPECT_EQ(0, event_register(self->fd, "t", &self->word));
	EXPECT_EQ(0, event_unregister(self->fd, &self->word, 0));
}

TEST_F(definitions, rejected_as_a_command)
{
	char text[1024];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		snprintf(text, sizeof(text), "u:%s", rejected[i]);
		EXPECT_EQ(-EINVAL, command(text))
			TH_LOG("%s", text);
	}
	EXPECT_EQ(0, events_active());
}

TEST_F(definitions, names)
{
	static const char * const names[] = {
		"1", "1t", "_", "t-u", "t.u", "t.1", "t...", "t+", "t\xc3\xa9", "T", "common_pid",
		"a_name_of_more_than_forty_characters_is_nothing_special",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		char path[1024];

		EXPECT_EQ((int)i, event_register_bit(self->fd, names[i], &self->word, i))
			TH_LOG("%s", names[i]);
		EXPECT_STREQ(names[i], event_line(DYNAMIC_FILE, names[i]));
		EXPECT_STREQ(names[i], event_line(STATUS_FILE, names[i]));
		snprintf(path, sizeof(path), EVENT_FILE("%s", "format"), names[i]);
		EXPECT_EQ(0, access(path, F_OK))
			TH_LOG("%s", path);
	}
	EXPECT_EQ((int)ARRAY_SIZE(names), events_active());
}

TEST_F(definitions, names_without_a_directory)
{
	char text[1024];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad_names); i++) {
		EXPECT_EQ(-EINVAL, event_register(self->fd, bad_names[i], &self->word))
			TH_LOG("'%s'", bad_names[i]);
		event_unregister(self->fd, &self->word, 0);
		snprintf(text, sizeof(text), "u:%s", bad_names[i]);
		EXPECT_EQ(-EINVAL, command(text))
			TH_LOG("'%s'", text);
	}
	EXPECT_EQ(0, events_active());
}

/* Return: a text of @len characters: @begin, then fill characters. */
static char *text_of(const char *begin, int len, char fill)
{
	static char text[8192];

	memset(text, fill, len);
	memcpy(text, begin, strlen(begin));
	text[len] = '\0';
	return text;
}

TEST_F(definitions, length_of_the_text)
{
	char name[NAME_MAX_LEN + 1];
	int len;

	EXPECT_EQ(0, event_register(self->fd, text_of("t u32 a;", TEXT_MAX, ' '), &self->word));
	EXPECT_STREQ("t u32 a", event_line(DYNAMIC_FILE, "t"));
	EXPECT_EQ(0, event_unregister(self->fd, &self->word, 0));

	/* With the suffix of multi-format events, the name must be a valid file name. */
	EXPECT_EQ(-EINVAL, event_register(self->fd, text_of("", NAME_MAX_LEN + 1, 'n'),
					  &self->word));
	snprintf(name, sizeof(name), "%s", text_of("", NAME_MAX_LEN, 'n'));
	EXPECT_EQ(1, event_register(self->fd, name, &self->word));
	EXPECT_STREQ(name, event_line(DYNAMIC_FILE, name));
	EXPECT_EQ(0, event_unregister(self->fd, &self->word, 0));

	for (len = TEXT_MAX + 1; len < 8192; len = 2 * len + 1) {
		EXPECT_EQ(-EINVAL, event_register(self->fd, text_of("t u32 a;", len, ' '),
						  &self->word));
		EXPECT_EQ(-EINVAL, event_register(self->fd, text_of("", len, 'n'), &self->word));
		EXPECT_EQ(-EINVAL, event_register(self->fd, text_of("l u32 ", len, 'f'),
						  &self->word));
	}
	EXPECT_EQ(2, events_active());
}

/* The length of a name is limited in bytes, of which some characters have more than one. */
TEST_F(definitions, length_of_a_name_in_bytes)
{
	char name[NAME_MAX_LEN + 3] = "", command_text[sizeof(name) + 2];

	while (strlen(name) < NAME_MAX_LEN)
		strcat(name, "\xc3\xa9");
	ASSERT_EQ(NAME_MAX_LEN, strlen(name));
	EXPECT_EQ(0, event_register(self->fd, name, &self->word));
	EXPECT_STREQ(name, event_line(DYNAMIC_FILE, name));
	EXPECT_STREQ(name, event_line(STATUS_FILE, name));

	/* This one has no more than 120 characters. */
	strcat(name, "\xc3\xa9");
	EXPECT_EQ(-EINVAL, event_register_bit(self->fd, name, &self->word, 1));
	snprintf(command_text, sizeof(command_text), "u:%s", name);
	EXPECT_EQ(-EINVAL, command(command_text));
	EXPECT_EQ(1, events_active());
}

TEST_F(definitions, many_fields)
{
	char text[TEXT_MAX + 1] = "t", shown[2 * TEXT_MAX] = "t";
	int n;

	for (n = 0; n < 84; n++) {
		char name[3] = { 'A' + n / 10, '0' + n % 10 };

		sprintf(text + strlen(text), "%cu8 %s", n ? ';' : ' ', name);
		sprintf(shown + strlen(shown), "%s u8 %s", n ? ";" : "", name);
	}
	EXPECT_EQ(0, event_register(self->fd, text, &self->word));
	EXPECT_STREQ(shown, event_line(DYNAMIC_FILE, "t"));
	EXPECT_NE(NULL, strstr(file_read(EVENT_FILE("t", "format")), FIELD("u8 I3", 91, 1, 0)));
	EXPECT_EQ(0, event_unregister(self->fd, &self->word, 0));
}

TEST_F(definitions, size_without_bounds)
{
	static const char * const texts[] = {
		"t struct s a 4294967295",
		"t struct s a 2147483647; struct s b 2147483647",
		"t struct s a 2147483640; u64 b",
	};
	unsigned int i;

	/* The stock kernel returns EPERM for the first one and accepts the other two. */
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		EXPECT_EQ(-EINVAL, event_register(self->fd, texts[i], &self->word))
			TH_LOG("%s", texts[i]);
		event_unregister(self->fd, &self->word, 0);
	}
	EXPECT_EQ(0, events_active());
}

TEST_F(definitions, same_event)
{
	char text[256];
	unsigned int i;

	ASSERT_EQ(0, event_register_bit(self->fd, spellings[0], &self->word, 31));
	for (i = 0; i < ARRAY_SIZE(spellings); i++) {
		EXPECT_EQ(0, event_register_bit(self->fd, spellings[i], &self->word, i))
			TH_LOG("%s", spellings[i]);
		snprintf(text, sizeof(text), "u:%s", spellings[i]);
		EXPECT_EQ(0, command(text))
			TH_LOG("%s", text);
	}
	EXPECT_EQ(1, events_active());
	EXPECT_STREQ("t u32 a; u32 b", event_line(DYNAMIC_FILE, "t"));
}

TEST_F(definitions, same_name_with_other_fields)
{
	static const char * const others[] = {
		"t", "t u32 a", "t u32 b; u32 a", "t u32 a; u32 c", "t u32 a; u32 b; u32 c",
		"t u32 a; s32 b", "t u32 a; unsigned int b", "t u64 a; u32 b",
		"t struct s a 4; u32 b",
	};
	char text[256];
	unsigned int i;

	ASSERT_EQ(0, event_register_bit(self->fd, "t u32 a; u32 b", &self->word, 31));
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		EXPECT_EQ(-EADDRINUSE, event_register(self->fd, others[i], &self->word))
			TH_LOG("%s", others[i]);
		snprintf(text, sizeof(text), "u:%s", others[i]);
		EXPECT_EQ(-EADDRINUSE, command(text))
			TH_LOG("%s", text);
	}
	EXPECT_EQ(1, events_active());
	EXPECT_STREQ("t u32 a; u32 b", event_line(DYNAMIC_FILE, "t"));

	/* The type of a structure includes its name, the name of the field and the size. */
	ASSERT_EQ(1, event_register_bit(self->fd, "s struct s f 20", &self->word, 30));
	EXPECT_EQ(-EADDRINUSE, event_register(self->fd, "s struct s f 21", &self->word));
	EXPECT_EQ(-EADDRINUSE, event_register(self->fd, "s struct t f 20", &self->word));
	EXPECT_EQ(-EADDRINUSE, event_register(self->fd, "s struct s g 20", &self->word));
	EXPECT_EQ(1, event_register(self->fd, "s struct s f 20;", &self->word));
}

TEST_F(definitions, commands)
{
	/* Errors of dynamic_events, before the definition is parsed. */
	EXPECT_EQ(-EINVAL, command("u"));
	EXPECT_EQ(-EINVAL, command("u t"));
	EXPECT_EQ(-EINVAL, command("u32:t u32 a"));
	EXPECT_EQ(0, events_active());

	EXPECT_EQ(0, command("# a comment\nu:t u32 a # and another"));
	EXPECT_STREQ("t u32 a", event_line(DYNAMIC_FILE, "t"));

	/* One command per line. Commands before the invalid one are executed. */
	EXPECT_EQ(0, command("u:t1\nu:t2 u8 a\n"));
	EXPECT_EQ(-EINVAL, command("u:t3\nu:t4 foo a\nu:t5\n"));
	EXPECT_TRUE(event_exists("t1"));
	EXPECT_TRUE(event_exists("t2"));
	EXPECT_TRUE(event_exists("t3"));
	EXPECT_EQ(4, events_active());

	EXPECT_EQ(0, file_truncate(DYNAMIC_FILE));
	EXPECT_EQ(0, events_active());
}

TEST_F(definitions, removal_by_a_command)
{
	static const struct {
		const char *text;
		int ret;
	} removals[] = {
		{ "-:t u64 a", -ENOENT },
		{ "-:t u32 a; u32 b", -ENOENT },
		{ "-:t u32", -ENOENT },
		{ "-:u:t u32 a", -ENOENT },
		{ "-:other u32 a", -ENOENT },
		{ "-:kprobes/t u32 a", -ENOENT },
		{ "-:", -EINVAL },
		{ "-u:t u32 a", -EINVAL },
		{ "-:t u32 a", 0 },
		{ "!u:t u32 a", 0 },
		{ "-:user_events/t u32 a", 0 },
		{ "-:t", 0 },
		{ "!u:t", 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(removals); i++) {
		EXPECT_EQ(0, command("u:t u32 a"));
		EXPECT_EQ(removals[i].ret, command(removals[i].text))
			TH_LOG("%s", removals[i].text);
		EXPECT_EQ(!!removals[i].ret, events_active());
	}
}

TEST_F(definitions, filters_of_each_field_type)
{
	static const struct {
		const char *filter;
		int ret;
	} filters[] = {
		{ "u8 > 200", 0 }, { "u8 == \"a\"", -EINVAL },
		{ "s8 < 0", 0 }, { "s8 == -1", 0 },
		{ "s64 < -5", 0 }, { "u32 == 0xffffffff", 0 },
		{ "c == 65", 0 }, { "c == \"A\"", -EINVAL },
		{ "str == \"a\"", 0 }, { "str ~ \"a*\"", 0 }, { "str == 5", -EINVAL },
		{ "ustr == \"a\"", 0 }, { "ustr == 5", -EINVAL },
		{ "dyn == \"a\"", 0 }, { "dyn ~ \"a*\"", 0 }, { "dyn == 5", -EINVAL },
		{ "rel == \"a\"", 0 }, { "rel ~ \"a*\"", 0 }, { "rel == 5", -EINVAL },
		{ "nobody == 5", -EINVAL },
		{ "common_pid > 0", 0 },
	};
	unsigned int i;

	ASSERT_EQ(0, event_register(self->fd,
				    "t u8 u8; s8 s8; s64 s64; u32 u32; char c; char[8] str; "
				    "unsigned char[8] ustr; __data_loc char[] dyn; __rel_loc char[] rel",
				    &self->word));
	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		EXPECT_EQ(filters[i].ret, file_write(EVENT_FILE("t", "filter"), filters[i].filter))
			TH_LOG("%s", filters[i].filter);
	}
	EXPECT_EQ(0, file_write(EVENT_FILE("t", "filter"), "0"));
}

TEST_HARNESS_MAIN
