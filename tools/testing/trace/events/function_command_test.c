// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands enable_event and disable_event of set_ftrace_filter: what a call
 * of a function changes, and which error a rejected command leaves.
 *
 * The test has three functions and one event. Like ftrace.c, it keeps one probe
 * for each struct ftrace_probe_ops, and adds the functions that a pattern matches
 * and that the probe does not have yet. If adding one fails, it forgets the data
 * of the probe, and releases it only if another one was added before. It cannot remove a
 * function's data: ftrace.c would free the entry while calls of other functions read the list.
 */
#include <linux/bitops.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "events/core.h"
#include "events/function_command.h"
#include "harness.h"

/* Protects the commands. These tests never contend for it. */
struct mutex event_mutex;

static struct trace_array tr = { .events = LIST_HEAD_INIT(tr.events) };

static int never_reg(struct trace_event_call *event, enum trace_reg type, void *data)
{
	return -EINVAL;
}

static struct trace_event_class class = { .system = "signal", .reg = never_reg };
static struct tracepoint tp = { .name = "signal_deliver" };
static struct trace_event_call call = { .class = &class, .tp = &tp };
static struct trace_event_file file = {
	.event_call = &call, .tr = &tr, .flags = EVENT_FILE_FL_SOFT_DISABLED,
};

/* References to the event, and users of its soft mode */
static int n_refs, n_soft;
/* Result of entering soft mode for user number @fails_at, if not 0 */
static int soft_error, fails_at;
/* The event is being removed. */
static bool is_going;
bool trace_event_dyn_try_get_ref(struct trace_event_call *event)
{
	if (is_going)
		return false;
	n_refs++;
	return true;
}

void trace_event_dyn_put_ref(struct trace_event_call *event)
{
	n_refs--;
}

int trace_event_enable_disable(struct trace_event_file *file, int enable, int soft_disable)
{
	lockdep_assert_held(&event_mutex);
	EXPECT(soft_disable);
	if (enable && n_soft + 1 == fails_at)
		return soft_error;
	n_soft += enable ? 1 : -1;
	return 0;
}

struct trace_event_file *find_event_file(struct trace_array *tr, const char *system,
					 const char *event)
{
	return strcmp(system, class.system) || strcmp(event, tp.name) ? NULL : &file;
}

/* Error log: number of entries, and the last one */
static unsigned int n_logged;
static char logged_command[128], logged_hint[128];
static const char *logged_message;
static u16 logged_place;

void tracing_log_err_hint(struct trace_array *where_tr, const char *where, const char *cmd,
			  const char **messages, u8 type, u16 pos, const char *hint)
{
	EXPECT(where_tr == &tr);
	EXPECT_STREQ(where, "set_ftrace_filter");
	EXPECT(pos <= strlen(cmd));
	n_logged++;
	strscpy(logged_command, cmd, sizeof(logged_command));
	strscpy(logged_hint, hint, sizeof(logged_hint));
	logged_message = messages[type];
	logged_place = pos;
}

/* Functions have the addresses 1 to N_FUNCTIONS and one letter as a name. */
#define N_FUNCTIONS	3

static bool is_match(const char *glob, unsigned long ip)
{
	return *glob == '*' || *glob == 'a' + ip - 1;
}

struct ftrace_func_mapper {
	bool has[N_FUNCTIONS + 1];
	void *data[N_FUNCTIONS + 1];
};

struct ftrace_func_mapper *allocate_ftrace_func_mapper(void)
{
	return kzalloc(sizeof(struct ftrace_func_mapper), GFP_KERNEL);
}

void free_ftrace_func_mapper(struct ftrace_func_mapper *mapper, void (*free)(void *data))
{
	kfree(mapper);
}

void **ftrace_func_mapper_find_ip(struct ftrace_func_mapper *mapper, unsigned long ip)
{
	return mapper->has[ip] ? &mapper->data[ip] : NULL;
}

int ftrace_func_mapper_add_ip(struct ftrace_func_mapper *mapper, unsigned long ip, void *data)
{
	void *entry = kmalloc(1, GFP_KERNEL);

	if (!entry)
		return -ENOMEM;
	kfree(entry);
	EXPECT(!mapper->has[ip]);
	mapper->has[ip] = true;
	mapper->data[ip] = data;
	return 0;
}

static struct ftrace_func_command *commands[2];

int register_ftrace_command(struct ftrace_func_command *command)
{
	commands[!!commands[0]] = command;
	return 0;
}

/* A probe: the functions that call it, one bit each, and its data */
static struct probe {
	struct ftrace_probe_ops *ops;
	unsigned long functions;
	void *data;
} probes[4];

static struct probe *probe_of(struct ftrace_probe_ops *ops)
{
	struct probe *probe = probes;

	while (probe->ops && probe->ops != ops)
		probe++;
	probe->ops = ops;
	return probe;
}

static int remove_functions(struct probe *probe, unsigned long functions)
{
	unsigned long ip;
	int n = 0;

	for (ip = 1; ip <= N_FUNCTIONS; ip++)
		if (functions & probe->functions & BIT(ip)) {
			probe->functions &= ~BIT(ip);
			probe->ops->free(probe->ops, &tr, ip, probe->data);
			n++;
		}
	if (!probe->functions) {
		probe->ops->free(probe->ops, &tr, 0, probe->data);
		probe->data = NULL;
	}
	return n;
}

/* The pattern is cut, as the function tracer may do. */
int register_ftrace_function_probe(char *glob, struct trace_array *tr,
				   struct ftrace_probe_ops *ops, void *data)
{
	struct probe *probe = probe_of(ops);
	unsigned long ip, added = 0;
	char first = *glob;
	int ret, n = 0;

	glob[1] = '\0';
	for (ip = 1; ip <= N_FUNCTIONS; ip++) {
		if (!is_match(&first, ip) || probe->functions & BIT(ip))
			continue;
		ret = ops->init(ops, tr, ip, data, &probe->data);
		if (ret) {
			if (added)
				ops->free(ops, tr, 0, probe->data);
			probe->data = NULL;
			return ret;
		}
		added |= BIT(ip);
		n++;
	}
	probe->functions |= added;
	return n ?: -EINVAL;
}

int unregister_ftrace_function_probe_func(char *glob, struct trace_array *tr,
					  struct ftrace_probe_ops *ops)
{
	struct probe *probe = probe_of(ops);
	unsigned long ip, removed = 0;

	for (ip = 1; ip <= N_FUNCTIONS; ip++)
		if (is_match(glob, ip))
			removed |= probe->functions & BIT(ip);
	if (!removed)
		return -EINVAL;
	remove_functions(probe, removed);
	return 0;
}

/* Call a function. Return: true if the event is recorded afterwards. */
static bool call_function(unsigned long ip)
{
	unsigned int i;

	shim_atomic = true;
	for (i = 0; i < ARRAY_SIZE(probes); i++)
		if (probes[i].functions & BIT(ip))
			probes[i].ops->func(ip, 0, &tr, probes[i].ops, probes[i].data);
	shim_atomic = false;
	return !(file.flags & EVENT_FILE_FL_SOFT_DISABLED);
}

/* Write a command, which ftrace.c cuts at the first two colons. */
static int write_command(const char *text)
{
	char *copy = strdup(text), *rest = copy;
	char *functions = strsep(&rest, ":"), *name = strsep(&rest, ":");
	int ret = -ENOENT, i;

	n_logged = 0;
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i]->name, name))
			ret = commands[i]->func(&tr, NULL, functions, name, rest, 1);
	free(copy);
	EXPECT_EQ(n_logged, !!ret);
	return ret;
}

/* Check that a command is rejected, with the caret at '^' in @marked. */
static void reject(const char *marked, const char *message)
{
	char text[128];
	size_t at = strcspn(marked, "^");

	sprintf(text, "%.*s%s", (int)at, marked, marked + at + 1);
	EXPECT_EQ(write_command(text), -EINVAL);
	EXPECT_STREQ(logged_command, text);
	EXPECT_STREQ(logged_message, message);
	EXPECT_EQ(logged_place, at);
}

static void expect_nothing_left(void)
{
	EXPECT_EQ(n_refs, 0);
	EXPECT_EQ(n_soft, 0);
	EXPECT_EQ(shim_allocs(), 0);
}

#define EVENT	"signal:signal_deliver"

TEST(call_enables_the_event)
{
	EXPECT_EQ(write_command("a:enable_event:" EVENT), 0);
	EXPECT_EQ(n_soft, 1);
	EXPECT(!call_function(2));
	EXPECT(call_function(1));
	EXPECT_EQ(write_command("b:disable_event:" EVENT), 0);
	EXPECT(!call_function(2));
	EXPECT(call_function(1));
	EXPECT_EQ(write_command("!a:enable_event:" EVENT), 0);
	EXPECT_EQ(write_command("!*:disable_event:" EVENT), 0);
	expect_nothing_left();
}

/* Each function has a count of its own. Calls that change nothing do not count. */
TEST(count_limits_changes)
{
	unsigned int i;

	EXPECT_EQ(write_command("*:enable_event:" EVENT ":2"), 0);
	for (i = 0; i < 5; i++) {
		EXPECT_EQ(call_function(1), i < 2);
		EXPECT_EQ(call_function(1), i < 2);
		file.flags |= EVENT_FILE_FL_SOFT_DISABLED;
	}
	EXPECT(call_function(2));
	file.flags |= EVENT_FILE_FL_SOFT_DISABLED;
	/* The command with a count is removed by one with any count. */
	reject("!^*:enable_event:" EVENT, "No such function has such a command");
	EXPECT_EQ(write_command("!*:enable_event:" EVENT ":count=1"), 0);
	expect_nothing_left();

	EXPECT_EQ(write_command("a:enable_event:" EVENT ":0"), 0);
	EXPECT(!call_function(1));
	EXPECT_EQ(write_command("!a:enable_event:" EVENT ":0"), 0);
	EXPECT_EQ(write_command("a:enable_event:" EVENT ":0x7fffffffffffffff"), 0);
	EXPECT(call_function(1));
	EXPECT_EQ(write_command("!a:enable_event:" EVENT ":0"), 0);
	expect_nothing_left();
}

/* A command can be removed from some functions and added to them again. */
TEST(removed_from_some_functions)
{
	unsigned int i;

	EXPECT_EQ(write_command("*:enable_event:" EVENT), 0);
	for (i = 0; i < 3; i++) {
		EXPECT_EQ(write_command("!b:enable_event:" EVENT), 0);
		EXPECT_EQ(n_soft, N_FUNCTIONS - 1);
		EXPECT(!call_function(2));
		EXPECT(call_function(1));
		file.flags |= EVENT_FILE_FL_SOFT_DISABLED;
		EXPECT_EQ(write_command("b:enable_event:" EVENT), 0);
		EXPECT_EQ(n_soft, N_FUNCTIONS);
		EXPECT(call_function(2));
		file.flags |= EVENT_FILE_FL_SOFT_DISABLED;
	}
	EXPECT_EQ(write_command("!*:enable_event:" EVENT), 0);
	expect_nothing_left();
}

/* Check what set_ftrace_filter shows for a function, behind its name. */
static void expect_shown(unsigned long ip, const char *expected)
{
	char text[128];
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	const char *shown = "";
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++)
		if (probes[i].functions)
			EXPECT_EQ(probes[i].ops->print(&m, ip, probes[i].ops, probes[i].data), 0);
	text[m.count] = '\0';
	if (m.count)
		shown = strchr(text, ':');
	EXPECT_STREQ(shown, expected);
}

static unsigned int step, comes_at;

static void call_at_step(void)
{
	if (++step != comes_at)
		return;
	shim_step_hook = NULL;
	call_function(1);
}

/* A call is interrupted by another one before step comes_at. Return true if there is that step. */
static bool call_at_once(bool enable)
{
	const char *name = enable ? "enable_event" : "disable_event";
	bool was_interrupted;
	char text[64];

	sprintf(text, "a:%s:" EVENT ":5", name);
	EXPECT_EQ(write_command(text), 0);
	file.flags = enable ? EVENT_FILE_FL_SOFT_DISABLED : 0;
	step = 0;
	shim_step_hook = call_at_step;
	EXPECT_EQ(call_function(1), enable);
	was_interrupted = !shim_step_hook;
	shim_step_hook = NULL;
	sprintf(text, ":%s:" EVENT ":count=4\n", name);
	expect_shown(1, text);
	sprintf(text, "!a:%s:" EVENT ":5", name);
	EXPECT_EQ(write_command(text), 0);
	expect_nothing_left();
	return was_interrupted;
}

/* Two calls change the event only once, so they consume one count, however they interleave. */
TEST(calls_at_once_consume_one_count)
{
	unsigned int enable;

	for (enable = 0; enable < 2; enable++) {
		comes_at = 1;
		while (call_at_once(enable))
			comes_at++;
		EXPECT(comes_at > 3);
	}
}

/* If adding a function has failed, others may call the probe, which has no data then. */
TEST(probe_without_data_does_nothing)
{
	const unsigned long flags = file.flags;
	struct seq_file m = {};
	struct ftrace_probe_ops *ops;

	EXPECT_EQ(write_command("a:enable_event:" EVENT), 0);
	EXPECT_EQ(write_command("!a:enable_event:" EVENT), 0);
	ops = probes[0].ops;
	ops->func(1, 0, &tr, ops, NULL);
	EXPECT_EQ(file.flags, flags);
	EXPECT_EQ(ops->print(&m, 1, ops, NULL), 0);
	EXPECT_EQ(m.count, 0);
	event_mutex.is_held = true;
	ops->free(ops, &tr, 0, NULL);
	event_functions_release();
	event_mutex.is_held = false;
	expect_nothing_left();
}

/* set_ftrace_notrace takes no commands. */
TEST(other_files_take_no_commands)
{
	char functions[] = "a", name[] = "enable_event", event[] = EVENT;

	EXPECT_EQ(commands[0]->func(&tr, NULL, functions, name, event, 0), -EINVAL);
	EXPECT_EQ(commands[0]->func(NULL, NULL, functions, name, event, 1), -EINVAL);
	EXPECT_EQ(n_logged, 0);
	expect_nothing_left();
}

TEST(rejected_commands_are_explained)
{
	const char *message = "Expected the event as <system>:<event>";

	reject("a:enable_event^", message);
	reject("a:enable_event:^", message);
	reject("a:enable_event:^signal", message);
	reject("a:enable_event:^signal:", message);
	reject("a:enable_event:^:signal_deliver", message);
	reject("!a:disable_event:^signal", message);

	message = "There is no such event that can be enabled";
	reject("a:enable_event:^signal:nosuch", message);
	reject("!a:disable_event:^nosuch:signal_deliver:3", message);
	list_add(&file.list, &tr.events);
	reject("a:enable_event:^signal:signal_delivr", message);
	EXPECT_STREQ(logged_hint, ", did you mean signal:signal_deliver?");

	message = "Count is not a number";
	reject("a:enable_event:" EVENT ":^", message);
	reject("a:enable_event:" EVENT ":^x", message);
	reject("a:enable_event:" EVENT ":^-1", message);
	reject("a:enable_event:" EVENT ":^+5", message);
	reject("a:enable_event:" EVENT ":^5x", message);
	reject("a:enable_event:" EVENT ":^08", message);
	reject("a:enable_event:" EVENT ":^1:2", message);
	message = "Count is too large, it must fit into a long";
	reject("a:enable_event:" EVENT ":^9223372036854775808", message);
	reject("a:enable_event:" EVENT ":^18446744073709551616", message);

	message = "No such function can be traced, or it has such a command";
	reject("^nosuch:enable_event:" EVENT, message);
	EXPECT_EQ(write_command("abc:enable_event:" EVENT), 0);
	reject("^abc:enable_event:" EVENT, message);
	EXPECT_EQ(n_soft, 1);
	reject("!^b:enable_event:" EVENT, "No such function has such a command");
	EXPECT_EQ(write_command("*:enable_event:" EVENT), 0);
	EXPECT_EQ(n_soft, N_FUNCTIONS);
	reject("^*:enable_event:" EVENT, message);
	EXPECT_EQ(write_command("!*:enable_event:" EVENT), 0);
	expect_nothing_left();
}

TEST(commands_are_shown)
{
	EXPECT_EQ(write_command("a:enable_event:" EVENT), 0);
	expect_shown(1, ":enable_event:" EVENT ":unlimited\n");
	expect_shown(2, "");
	EXPECT_EQ(write_command("b:disable_event:" EVENT ":7"), 0);
	expect_shown(2, ":disable_event:" EVENT ":count=7\n");
	file.flags &= ~EVENT_FILE_FL_SOFT_DISABLED;
	call_function(2);
	expect_shown(2, ":disable_event:" EVENT ":count=6\n");
	EXPECT_EQ(write_command("!*:enable_event:" EVENT), 0);
	EXPECT_EQ(write_command("!*:disable_event:" EVENT ":7"), 0);
	expect_nothing_left();
}

/* Memory runs out at each of the functions, or the event cannot enter soft mode. */
TEST(failed_command_leaves_nothing)
{
	unsigned long n;
	int ret;

	for (n = 1; n < 100; n++) {
		shim_fail_nth(n);
		ret = write_command("*:enable_event:" EVENT);
		if (!shim_failed())
			break;
		EXPECT_EQ(ret, -ENOMEM);
		EXPECT_STREQ(logged_message, "Out of memory");
		expect_nothing_left();
	}
	EXPECT(n > 2 + 2 * N_FUNCTIONS);
	EXPECT_EQ(ret, 0);
	EXPECT_EQ(write_command("!*:enable_event:" EVENT), 0);

	soft_error = -EIO;
	fails_at = 1;
	EXPECT_EQ(write_command("*:enable_event:" EVENT), -EIO);
	EXPECT_STREQ(logged_message, "That event cannot be enabled");
	EXPECT_EQ(logged_place, strlen("*:enable_event:signal:"));
	expect_nothing_left();
	fails_at = 0;

	is_going = true;
	EXPECT_EQ(write_command("*:enable_event:" EVENT), -EBUSY);
	EXPECT_STREQ(logged_message, "That event cannot be enabled");
	EXPECT_EQ(logged_place, strlen("*:enable_event:signal:"));
	expect_nothing_left();
	is_going = false;

	call.module = &(struct module){ .is_coming = true };
	EXPECT_EQ(write_command("*:enable_event:" EVENT), -EBUSY);
	EXPECT_STREQ(logged_message, "That event cannot be enabled");
	EXPECT_EQ(logged_place, strlen("*:enable_event:signal:"));
	expect_nothing_left();
	call.module = &(struct module){};
	EXPECT_EQ(write_command("*:enable_event:" EVENT), 0);
	EXPECT_EQ(write_command("!*:enable_event:" EVENT), 0);
	expect_nothing_left();
	call.module = NULL;
}

/* An event that cannot be enabled does not affect earlier commands. */
TEST(failed_command_keeps_earlier_ones)
{
	EXPECT_EQ(write_command("a:enable_event:" EVENT), 0);
	soft_error = -EIO;
	fails_at = 2;
	EXPECT_EQ(write_command("*:enable_event:" EVENT), -EIO);
	fails_at = 0;
	EXPECT_EQ(n_soft, 1);
	expect_shown(1, ":enable_event:" EVENT ":unlimited\n");
	EXPECT(call_function(1));
	file.flags |= EVENT_FILE_FL_SOFT_DISABLED;
	EXPECT_EQ(write_command("!a:enable_event:" EVENT), 0);
	expect_nothing_left();
}

/* Without memory, earlier commands of the same kind stay or are removed, but nothing leaks. */
TEST(earlier_commands_without_memory)
{
	unsigned long n, n_kept = 0, n_removed = 0;

	for (n = 1; n < 100; n++) {
		int ret;

		EXPECT_EQ(write_command("a:enable_event:" EVENT), 0);
		shim_fail_nth(n);
		ret = write_command("*:enable_event:" EVENT);
		if (!shim_failed()) {
			EXPECT_EQ(ret, 0);
			break;
		}
		EXPECT_EQ(ret, -ENOMEM);
		if (n_soft) {
			EXPECT_EQ(n_soft, 1);
			EXPECT(call_function(1));
			file.flags |= EVENT_FILE_FL_SOFT_DISABLED;
			n_kept++;
		} else {
			expect_nothing_left();
			EXPECT(!call_function(1));
			expect_shown(1, "");
			n_removed++;
		}
		EXPECT_EQ(write_command("!*:enable_event:" EVENT), 0);
		expect_nothing_left();
	}
	EXPECT(n_kept > 0);
	EXPECT_EQ(n_removed, 2 * (N_FUNCTIONS - 1));
	EXPECT_EQ(write_command("!*:enable_event:" EVENT), 0);
	expect_nothing_left();
}
