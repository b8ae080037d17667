// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: dynamic events. The text is written to dynamic_events or
 * synthetic_events through their write(), with synthetic and user events as
 * event types, or is registered like a program does. The remaining data builds
 * definitions by the in-kernel API. The input is the text up to the first byte
 * of value 1, a byte for fuzz_fail(), a byte that selects the use of the text,
 * and the data.
 *
 * A rejected line must make one entry in the error log with a position in the
 * text, and the lines before it must have been run. The contents of
 * dynamic_events must create the same events when written back, and each line
 * with a leading ! and the system in front of the name must remove its event. A
 * registered event is freed with its last user.
 *
 * If an allocation fails, nothing is created and the error is -ENOMEM. There is
 * one exception: if memory runs out while an event is compared with a removal,
 * the event counts as not matching, because the match callback returns a bool.
 */

#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "dynevent/mock_core.h"
#include "fuzz.h"
#include "mutate.h"
#include "synth/limits.h"
#include "trace_dynevent.h"
#include "user_events/registry.h"

static const char *const separators[] = { "\n", ";", " ", NULL };

/*
 * Messages about lines and events. Missing are those for lines longer than an
 * input and for events that are in use or too many. Errors in definitions are
 * covered by the fuzz targets of their parsers.
 */
static const char *const messages[] = {
	"No error",
	"A command cannot contain a NUL byte",
	"Unknown kind of dynamic event",
	"Use s:[synthetic/]<name> <type> <field>[; ...]",
	"Remove events with -:[<system>/]<event>",
	"No such event to remove",
	"Event already exists",
	"Event exists with other fields",
	"Out of memory",
};

const struct grammar fuzz_grammar = {
	.end = 1,
	.separators = separators,
	.brackets = "[]",
	.messages = messages,
	.n_messages = ARRAY_SIZE(messages),
};

/* Printing adds sizes and blanks to a definition, but not this many. */
#define SHOWN_MAX	65536

static struct seq_file show(char *buf, const char *name)
{
	struct seq_file m = { .buf = buf, .size = SHOWN_MAX };

	core_read(name, &m);
	CHECK(!seq_has_overflowed(&m));
	buf[m.count] = '\0';
	return m;
}

static unsigned int count_events(void)
{
	struct dyn_event *pos;
	unsigned int n = 0;

	for_each_dyn_event(pos)
		n++;
	return n;
}

/* No event is in use, so all of them can be removed. */
static void remove_all(void)
{
	CHECK(!core_truncate("dynamic_events"));
	CHECK(!count_events());
	CHECK(!shim_allocs() && !shim_bytes());
}

/*
 * A failed write makes exactly one entry in the error log, a successful one
 * none.
 */
static int write_text(const char *name, const char *text, size_t len)
{
	int ret;

	core_n_logged = 0;
	ret = core_write(name, text, len);
	fuzz_note(core_n_logged ? core_message : messages[0]);
	if (ret == -ENOMEM)
		CHECK(core_n_logged <= 1);
	else
		CHECK(core_n_logged == !!ret);
	return ret;
}

/*
 * If an allocation fails, an error that does not concern memory must be the
 * same as without the failure; only the log entry may lack the text.
 */
static void check_without_memory(const struct fuzz_input *in, const char *name)
{
	bool may_remove = memchr(in->text, '!', in->len) || memchr(in->text, '-', in->len);
	bool failed;
	int ret;

	fuzz_fail(in->fail);
	ret = write_text(name, in->text, in->len);
	failed = shim_failed();
	remove_all();
	if (ret == -ENOMEM) {
		CHECK(failed);
	} else if (failed && !may_remove) {
		CHECK(ret);
		CHECK(write_text(name, in->text, in->len) == ret);
		remove_all();
	}
}

static void check_written_again(const char *shown, size_t len)
{
	static char again[SHOWN_MAX];
	char *copy = memcpy(malloc(len), shown, len);

	remove_all();
	CHECK(!write_text("dynamic_events", copy, len));
	show(again, "dynamic_events");
	CHECK(!strcmp(shown, again));
	free(copy);
}

/*
 * Remove an event by its definition. A user event is removed with its system,
 * because a name without system matches events of other systems as well, and
 * because a dot in the name would be taken as the end of a system.
 */
static void remove_one(const char *line, size_t len)
{
	static const char user[] = "!u:user_events/";
	char *text = malloc(len + sizeof(user));
	int n;

	if (line[0] == 's')
		n = sprintf(text, "!%.*s", (int)len, line);
	else
		n = sprintf(text, "%s%.*s", user, (int)len - 2, line + 2);
	CHECK(!write_text("dynamic_events", text, n));
	free(text);
}

/* Remove the last event first, so that removal must search the whole list. */
static void check_removal(char *shown, size_t len)
{
	static char left[SHOWN_MAX];
	char *line;

	while (len) {
		shown[len - 1] = '\0';
		line = strrchr(shown, '\n');
		line = line ? line + 1 : shown;
		remove_one(line, shown + len - 1 - line);
		len = line - shown;
		shown[len] = '\0';
		show(left, "dynamic_events");
		CHECK(!strcmp(left, shown));
	}
	CHECK(!shim_allocs() && !shim_bytes());
}

static void check_text(const struct fuzz_input *in, const char *name)
{
	static char shown[SHOWN_MAX];
	struct seq_file m;

	if (in->fail)
		check_without_memory(in, name);
	write_text(name, in->text, in->len);
	m = show(shown, "dynamic_events");
	check_written_again(shown, m.count);
	check_removal(shown, m.count);
}

static int obtain(const char *text, bool is_multi, struct user_event **event)
{
	int ret;

	core_n_logged = 0;
	ret = user_event_find_or_create(text, is_multi, event);
	fuzz_note(core_n_logged ? core_message : messages[0]);
	CHECK(core_n_logged == !!ret);
	return ret;
}

/*
 * Registering again gives the same event; an event of the other type
 * (multi-format or not) is a different one.
 */
static void check_registered(const struct fuzz_input *in, bool is_multi)
{
	char *text = memcpy(malloc(in->len + 1), in->text, in->len);
	struct user_event *first, *again, *other;
	bool failed;
	int ret;

	text[in->len] = '\0';
	fuzz_fail(in->fail);
	ret = obtain(text, is_multi, &first);
	failed = shim_failed();
	if (ret) {
		CHECK(ret == -ENOMEM ? failed : obtain(text, is_multi, &first) == ret);
	} else {
		CHECK(!failed);
		CHECK(!obtain(text, is_multi, &again) && again == first);
		CHECK(!obtain(text, !is_multi, &other) && other != first);
		CHECK(count_events() == 2);
		user_event_release(other);
		user_event_release(first);
		CHECK(count_events() == 1 && core_truncate("dynamic_events") == -EBUSY);
		user_event_release(again);
	}
	CHECK(!count_events() && !shim_allocs());
	free(text);
}

/* A command being built, and its expected text. */
struct building {
	struct dynevent_cmd cmd;
	char *text;
	u32 size;
	char expected[SHOWN_MAX];
	size_t len;
};

/* The unused rest of the input. */
struct pieces {
	const u8 *at;
	size_t n;
};

static u8 take_byte(struct pieces *in)
{
	if (!in->n)
		return 0;
	in->n--;
	return *in->at++;
}

/* Take a string up to a NUL. An empty string is returned as NULL. */
static const char *take_string(struct pieces *in, char *buf, size_t size)
{
	size_t len = strnlen((const char *)in->at, min(in->n, size - 1));
	bool has_nul = len < in->n && !in->at[len];

	memcpy(buf, in->at, len);
	buf[len] = '\0';
	in->at += len + has_nul;
	in->n -= len + has_nul;
	return len ? buf : NULL;
}

/* A piece is added as a whole or not at all. */
static void check_added(struct building *b, int ret, const char *piece, bool is_well_formed)
{
	size_t len = is_well_formed ? strlen(piece) : 0;
	bool fits = b->len + len < b->size;

	CHECK(ret == (!is_well_formed ? -EINVAL : fits ? 0 : -E2BIG));
	if (!ret) {
		memcpy(b->expected + b->len, piece, len);
		b->len += len;
	}
	CHECK(b->cmd.seq.len == b->len && !memcmp(b->text, b->expected, b->len));
	CHECK(!b->len || !b->text[b->len]);
}

static void add_piece(struct building *b, struct pieces *in)
{
	static char lhs_buf[512], rhs_buf[512], piece[2048];
	u8 how = take_byte(in);
	char separator = how & 8 ? ';' : 0, operator = how & 16 ? '=' : 0;
	const char *lhs = take_string(in, lhs_buf, sizeof(lhs_buf)), *rhs;
	struct dynevent_arg_pair pair;
	struct dynevent_arg arg;

	switch (how % 3) {
	case 0:
		check_added(b, dynevent_str_add(&b->cmd, lhs), lhs, lhs);
		break;
	case 1:
		dynevent_arg_init(&arg, separator);
		arg.str = lhs;
		sprintf(piece, " %s%.1s", lhs ?: "", &separator);
		check_added(b, dynevent_arg_add(&b->cmd, &arg, NULL), piece, lhs);
		break;
	case 2:
		rhs = take_string(in, rhs_buf, sizeof(rhs_buf));
		dynevent_arg_pair_init(&pair, operator, separator);
		pair.lhs = lhs;
		pair.rhs = rhs;
		sprintf(piece, " %s%c%s%.1s", lhs ?: "", operator ?: ' ', rhs ?: "", &separator);
		check_added(b, dynevent_arg_pair_add(&b->cmd, &pair, NULL), piece, lhs && rhs);
		break;
	}
}

/*
 * Add one field of a synthetic event: the number of fields is limited, and the
 * strings must not contain separators.
 */
static void add_field(struct building *b, struct pieces *in)
{
	static char type_buf[512], name_buf[512], piece[2048];
	bool has_room = b->cmd.event_name && b->cmd.n_fields < SYNTH_FIELDS_MAX;
	bool is_one = take_byte(in) & 1;
	const char *type = take_string(in, type_buf, sizeof(type_buf)), *name = NULL;
	bool is_good = has_room && type && !strpbrk(type, ";\n");
	unsigned int n_fields = b->cmd.n_fields;
	int ret;

	if (is_one) {
		sprintf(piece, " %s;", type ?: "");
		ret = synth_event_add_field_str(&b->cmd, type);
	} else {
		name = take_string(in, name_buf, sizeof(name_buf));
		is_good = is_good && name && !strpbrk(name, ";\n");
		sprintf(piece, " %s %s;", type ?: "", name ?: "");
		ret = synth_event_add_field(&b->cmd, type, name);
	}
	check_added(b, ret, piece, is_good);
	CHECK(b->cmd.n_fields == n_fields + !ret);
}

/*
 * The built command must have the same effect as writing its text, if it is one
 * line.
 */
static void check_same_as_written(int ret, const char *text, size_t len)
{
	static char built[SHOWN_MAX], written[SHOWN_MAX];

	show(built, "synthetic_events");
	remove_all();
	if (strpbrk(text, "\n#") || strchr("! \t\v\f\r", text[0]))
		return;
	CHECK(write_text("synthetic_events", text, len) == ret);
	show(written, "synthetic_events");
	CHECK(!strcmp(built, written));
	remove_all();
}

static void check_defined(struct building *b)
{
	int ret;

	core_n_logged = 0;
	ret = dynevent_create(&b->cmd);
	CHECK(core_n_logged == !!ret);
	check_same_as_written(ret, b->text, b->len);
}

/* Create an event from an array of fields, with the same limits as add_field(). */
static void check_array(struct building *b, struct pieces *in)
{
	static char strings[SYNTH_FIELDS_MAX + 2][2][128], name_buf[512];
	struct synth_field_desc fields[SYNTH_FIELDS_MAX + 2];
	const char *name = take_string(in, name_buf, sizeof(name_buf));
	unsigned int n;
	bool is_good;
	int ret;

	b->len = sprintf(b->expected, "%s", name ?: "");
	is_good = name && in->n;
	for (n = 0; in->n && n < ARRAY_SIZE(fields); n++) {
		struct synth_field_desc *field = &fields[n];

		field->type = take_string(in, strings[n][0], sizeof(strings[n][0]));
		field->name = take_string(in, strings[n][1], sizeof(strings[n][1]));
		is_good = is_good && field->type && field->name && n < SYNTH_FIELDS_MAX &&
			  !strpbrk(field->type, ";\n") && !strpbrk(field->name, ";\n");
		b->len += sprintf(b->expected + b->len, " %s %s;", field->type ?: "",
				  field->name ?: "");
	}
	core_n_logged = 0;
	ret = synth_event_create(name, fields, n, NULL);
	CHECK(core_n_logged == (is_good && ret) && (is_good || ret == -EINVAL));
	if (is_good)
		check_same_as_written(ret, b->expected, b->len);
	CHECK(!shim_allocs());
}

static void check_building(struct pieces in)
{
	static struct building b;
	static char name[512];
	u8 how = take_byte(&in);

	if (how == 63) {
		check_array(&b, &in);
		return;
	}
	b.size = how & 64 ? 4 * (how & 63) : MAX_DYNEVENT_CMD_LEN;
	b.len = 0;
	b.text = malloc(b.size);
	synth_event_cmd_init(&b.cmd, b.text, b.size);
	if (how & 128) {
		const char *of = take_string(&in, name, sizeof(name));

		check_added(&b, synth_event_gen_cmd_start(&b.cmd, of, NULL), of, of);
		while (in.n)
			add_field(&b, &in);
		if (b.len)
			check_defined(&b);
	} else {
		while (in.n)
			add_piece(&b, &in);
		if (b.len)
			check_defined(&b);
	}
	free(b.text);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);
	struct pieces pieces = { in.rest, in.n_rest };
	static bool is_ready;
	u8 how;

	if (!is_ready)
		CHECK(!user_events_registry_init());
	is_ready = true;

	how = take_byte(&pieces);
	if (how & 2)
		check_registered(&in, how & 1);
	else
		check_text(&in, how & 1 ? "synthetic_events" : "dynamic_events");
	if (pieces.n)
		check_building(pieces);
	fuzz_input_free(&in);
	return 0;
}
