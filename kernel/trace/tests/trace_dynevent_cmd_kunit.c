// SPDX-License-Identifier: GPL-2.0
/*
 * Test the builder of dynamic event commands (trace_dynevent_cmd.c).
 *
 * The tests check the text that the builder produces, that a rejected argument leaves the
 * command unchanged, and that the builder never writes beyond the given buffer size. They
 * create no event and take no locks.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "../trace_dynevent.h"

#define ROOM	64
#define CANARY	0xa5

/*
 * A command with its buffer. The buffer is usually larger than the size that the builder is
 * given; the bytes beyond that size hold CANARY.
 */
struct command {
	struct dynevent_cmd cmd;
	char buf[ROOM];
};

static int refuse_to_run(struct dynevent_cmd *cmd)
{
	return -EBADE;
}

static struct command *new_command(struct kunit *test, int maxlen)
{
	struct command *c = kunit_kmalloc(test, sizeof(*c), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, c);
	memset(c, CANARY, sizeof(*c));
	dynevent_cmd_init(&c->cmd, c->buf, maxlen, DYNEVENT_TYPE_KPROBE, refuse_to_run);
	return c;
}

static void expect_same(struct kunit *test, const struct command *c, const struct command *before)
{
	KUNIT_EXPECT_PTR_EQ(test, c->cmd.seq.buffer, (char *)c->buf);
	KUNIT_EXPECT_EQ(test, c->cmd.seq.size, before->cmd.seq.size);
	KUNIT_EXPECT_EQ(test, c->cmd.seq.len, before->cmd.seq.len);
	KUNIT_EXPECT_MEMEQ(test, c->buf, before->buf, ROOM);
}

static void expect_text(struct kunit *test, const struct command *c, const char *text)
{
	size_t size = strlen(text) + 1;

	KUNIT_EXPECT_STREQ(test, c->buf, text);
	KUNIT_EXPECT_EQ(test, c->cmd.seq.len, strlen(text));
	KUNIT_EXPECT_NULL(test, memchr_inv(c->buf + size, CANARY, ROOM - size));
}

/* A string, argument or pair to add, and the text that it adds to the command. */
struct piece {
	enum { STR, ARG, PAIR } how;
	const char *lhs;
	const char *rhs;
	char operator;
	char separator;
	const char *text;
};

static int add_piece(struct command *c, const struct piece *piece, dynevent_check_arg_fn_t check)
{
	struct dynevent_arg_pair pair;
	struct dynevent_arg arg;

	switch (piece->how) {
	case ARG:
		dynevent_arg_init(&arg, piece->separator);
		arg.str = piece->lhs;
		return dynevent_arg_add(&c->cmd, &arg, check);
	case PAIR:
		dynevent_arg_pair_init(&pair, piece->operator, piece->separator);
		pair.lhs = piece->lhs;
		pair.rhs = piece->rhs;
		return dynevent_arg_pair_add(&c->cmd, &pair, check);
	default:
		return dynevent_str_add(&c->cmd, piece->lhs);
	}
}

static const struct piece pieces[] = {
	{ STR, "", .text = "" },
	{ STR, "x", .text = "x" },
	{ STR, " as it is; ", .text = " as it is; " },

	{ ARG, "", .text = " " },
	{ ARG, "word", .text = " word" },
	{ ARG, "two words", .text = " two words" },
	{ ARG, "word", .separator = ';', .text = " word;" },
	{ ARG, "", .separator = ',', .text = " ," },

	{ PAIR, "type", "name", .text = " type name" },
	{ PAIR, "type", "name", .separator = ';', .text = " type name;" },
	{ PAIR, "flags", "%cx", .operator = '=', .text = " flags=%cx" },
	{ PAIR, "flags", "%cx", '=', ',', .text = " flags=%cx," },
	{ PAIR, "", "", .text = "  " },
	{ PAIR, "", "", '=', ';', .text = " =;" },
};

static void piece_desc(const struct piece *p, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "'%s'", p->text);
}

KUNIT_ARRAY_PARAM(piece, pieces, piece_desc);

/*
 * Add a piece to an empty command, then twice to a command with a name. The buffer is large
 * enough for both.
 */
static void test_add(struct kunit *test)
{
	const struct piece *p = test->param_value;
	struct command *c = new_command(test, ROOM);
	char expected[ROOM];

	KUNIT_EXPECT_EQ(test, add_piece(c, p, NULL), 0);
	expect_text(test, c, p->text);

	c = new_command(test, ROOM);
	KUNIT_EXPECT_EQ(test, dynevent_str_add(&c->cmd, "name"), 0);
	KUNIT_EXPECT_EQ(test, add_piece(c, p, NULL), 0);
	KUNIT_EXPECT_EQ(test, add_piece(c, p, NULL), 0);
	snprintf(expected, sizeof(expected), "name%s%s", p->text, p->text);
	expect_text(test, c, expected);
}

/* Add a piece with every buffer size from the one that holds only the name up to an exact fit. */
static void test_room(struct kunit *test)
{
	static const char start[] = "name";
	const struct piece *p = test->param_value;
	size_t fits = strlen(start) + strlen(p->text) + 1;
	struct command before;
	int maxlen;

	for (maxlen = sizeof(start); maxlen <= fits; maxlen++) {
		struct command *c = new_command(test, maxlen);

		KUNIT_ASSERT_EQ(test, dynevent_str_add(&c->cmd, start), 0);
		before = *c;
		if (maxlen < fits) {
			KUNIT_EXPECT_EQ_MSG(test, add_piece(c, p, NULL), -E2BIG, "%d", maxlen);
			expect_same(test, c, &before);
			/* After -E2BIG, the command still accepts a piece that fits. */
			KUNIT_EXPECT_EQ(test, dynevent_str_add(&c->cmd, ""), 0);
		} else {
			KUNIT_EXPECT_EQ(test, add_piece(c, p, NULL), 0);
			KUNIT_EXPECT_EQ(test, strlen(c->buf) + 1, maxlen);
			KUNIT_EXPECT_STREQ(test, c->buf + strlen(start), p->text);
		}
		KUNIT_EXPECT_NULL(test, memchr_inv(c->buf + maxlen, CANARY, ROOM - maxlen));
	}
}

/* With a buffer size of 0 or less, the builder must not even write the NUL terminator. */
static void test_no_buffer(struct kunit *test)
{
	static const int maxlens[] = { 0, -1, INT_MIN };
	const struct piece *p = test->param_value;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(maxlens); i++) {
		struct command *c = new_command(test, maxlens[i]);

		KUNIT_EXPECT_EQ(test, add_piece(c, p, NULL), -E2BIG);
		KUNIT_EXPECT_EQ(test, c->cmd.seq.len, 0);
		KUNIT_EXPECT_NULL(test, memchr_inv(c->buf, CANARY, ROOM));
	}
}

static void test_room_for_nul(struct kunit *test)
{
	struct command *c = new_command(test, 1);

	expect_text(test, c, "");
	KUNIT_EXPECT_EQ(test, dynevent_str_add(&c->cmd, "x"), -E2BIG);
	expect_text(test, c, "");
	KUNIT_EXPECT_EQ(test, dynevent_str_add(&c->cmd, ""), 0);
	expect_text(test, c, "");
}

/* Strings that the last check callback received. */
static const char *checked_lhs, *checked_rhs;

static int check_refuses(void *data)
{
	return -EXDEV;
}

static int check_accepts_arg(void *data)
{
	const struct dynevent_arg *arg = data;

	checked_lhs = arg->str;
	return 0;
}

static int check_accepts_pair(void *data)
{
	const struct dynevent_arg_pair *pair = data;

	checked_lhs = pair->lhs;
	checked_rhs = pair->rhs;
	return 0;
}

static void test_check_refuses(struct kunit *test)
{
	static const struct piece refused[] = {
		{ ARG, "word", .separator = ';' },
		{ PAIR, "type", "name", '=', ';' },
	};
	struct command *c = new_command(test, ROOM);
	struct command before;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, dynevent_str_add(&c->cmd, "name"), 0);
	before = *c;
	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		KUNIT_EXPECT_EQ(test, add_piece(c, &refused[i], check_refuses), -EXDEV);
		expect_same(test, c, &before);
	}
}

static void test_check_accepts(struct kunit *test)
{
	static const struct piece arg = { ARG, "word" }, pair = { PAIR, "type", "name" };
	struct command *c = new_command(test, ROOM);

	KUNIT_EXPECT_EQ(test, add_piece(c, &arg, check_accepts_arg), 0);
	KUNIT_EXPECT_PTR_EQ(test, checked_lhs, arg.lhs);
	KUNIT_EXPECT_EQ(test, add_piece(c, &pair, check_accepts_pair), 0);
	KUNIT_EXPECT_PTR_EQ(test, checked_lhs, pair.lhs);
	KUNIT_EXPECT_PTR_EQ(test, checked_rhs, pair.rhs);
	expect_text(test, c, " word type name");
}

/* The builder rejects a NULL string with -EINVAL and does not call the check callback. */
static void test_null(struct kunit *test)
{
	static const struct piece without[] = {
		{ STR }, { ARG }, { PAIR }, { PAIR, .lhs = "type" }, { PAIR, .rhs = "name" },
	};
	struct command *c = new_command(test, ROOM);
	struct command before;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, dynevent_str_add(&c->cmd, "name"), 0);
	before = *c;
	for (i = 0; i < ARRAY_SIZE(without); i++) {
		KUNIT_EXPECT_EQ(test, add_piece(c, &without[i], NULL), -EINVAL);
		KUNIT_EXPECT_EQ(test, add_piece(c, &without[i], check_refuses), -EINVAL);
		expect_same(test, c, &before);
	}
}

/* The init functions must set every member: the memory is filled with CANARY before. */
static void test_init(struct kunit *test)
{
	struct command *c = new_command(test, ROOM);
	struct dynevent_arg_pair pair;
	struct dynevent_arg arg;

	expect_text(test, c, "");
	KUNIT_EXPECT_EQ(test, c->cmd.type, DYNEVENT_TYPE_KPROBE);
	KUNIT_EXPECT_PTR_EQ(test, c->cmd.run_command, &refuse_to_run);
	KUNIT_EXPECT_NULL(test, c->cmd.event_name);
	KUNIT_EXPECT_NULL(test, c->cmd.private_data);
	KUNIT_EXPECT_EQ(test, c->cmd.n_fields, 0);

	memset(&arg, CANARY, sizeof(arg));
	dynevent_arg_init(&arg, ';');
	KUNIT_EXPECT_NULL(test, arg.str);
	KUNIT_EXPECT_EQ(test, arg.separator, ';');

	memset(&pair, CANARY, sizeof(pair));
	dynevent_arg_pair_init(&pair, '=', ',');
	KUNIT_EXPECT_NULL(test, pair.lhs);
	KUNIT_EXPECT_NULL(test, pair.rhs);
	KUNIT_EXPECT_EQ(test, pair.operator, '=');
	KUNIT_EXPECT_EQ(test, pair.separator, ',');
}

static int run_and_count(struct dynevent_cmd *cmd)
{
	cmd->n_fields++;
	return strcmp(cmd->seq.buffer, "fine") ? -EBADE : 0;
}

static void test_create(struct kunit *test)
{
	struct command *c = new_command(test, ROOM);

	dynevent_cmd_init(&c->cmd, c->buf, ROOM, DYNEVENT_TYPE_NONE, run_and_count);
	KUNIT_EXPECT_EQ(test, dynevent_create(&c->cmd), -EBADE);
	KUNIT_EXPECT_EQ(test, c->cmd.n_fields, 1);
	KUNIT_EXPECT_EQ(test, dynevent_str_add(&c->cmd, "fine"), 0);
	KUNIT_EXPECT_EQ(test, dynevent_create(&c->cmd), 0);
	KUNIT_EXPECT_EQ(test, c->cmd.n_fields, 2);
}

static struct kunit_case dynevent_cmd_cases[] = {
	KUNIT_CASE_PARAM(test_add, piece_gen_params),
	KUNIT_CASE_PARAM(test_room, piece_gen_params),
	KUNIT_CASE_PARAM(test_no_buffer, piece_gen_params),
	KUNIT_CASE(test_room_for_nul),
	KUNIT_CASE(test_check_refuses),
	KUNIT_CASE(test_check_accepts),
	KUNIT_CASE(test_null),
	KUNIT_CASE(test_init),
	KUNIT_CASE(test_create),
	{}
};

static struct kunit_suite dynevent_cmd_suite = {
	.name = "dynevent_cmd",
	.test_cases = dynevent_cmd_cases,
};

kunit_test_suite(dynevent_cmd_suite);
