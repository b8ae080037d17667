// SPDX-License-Identifier: GPL-2.0
/*
 * Sample module that defines and emits synthetic events; see README.
 *
 *	event		defined					emitted
 *	sample_request	in one call, from an array		value by value
 *	sample_numbers	from arguments, and field by field	in one call, from arguments
 *	sample_text	from an array, and field by field	in one call, from an array
 *
 * The module emits each event once when it is loaded. Writing a number N to synth_events/fire
 * in debugfs emits each event N times.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/stacktrace.h>
#include <linux/trace_events.h>

static char *instance;
module_param(instance, charp, 0444);
MODULE_PARM_DESC(instance, "Trace instance that gets the events, the top one by default");

/* The value of a string or stack trace is its address. */
#define VAL(pointer)	((u64)(unsigned long)(pointer))

static struct synth_field_desc request_fields[] = {
	{ .type = "u64",	.name = "serial" },
	{ .type = "pid_t",	.name = "pid" },
	{ .type = "char[16]",	.name = "comm" },
	{ .type = "int",	.name = "status" },
};

static int define_request(const char *name)
{
	return synth_event_create(name, request_fields, ARRAY_SIZE(request_fields), THIS_MODULE);
}

static int define_numbers(const char *name)
{
	struct dynevent_cmd cmd;
	char *buf;
	int ret;

	buf = kmalloc(MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;

	synth_event_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	ret = synth_event_gen_cmd_start(&cmd, name, THIS_MODULE, "u64", "serial", "s8", "tiny");
	ret = ret ?: synth_event_add_field(&cmd, "unsigned short", "cut");
	ret = ret ?: synth_event_add_field(&cmd, "bool", "odd");
	ret = ret ?: synth_event_add_field(&cmd, "gfp_t", "gfp");
	ret = ret ?: synth_event_add_field(&cmd, "void *", "pointer");
	ret = ret ?: synth_event_gen_cmd_end(&cmd);
	kfree(buf);
	return ret;
}

static struct synth_field_desc text_fields[] = {
	{ .type = "u64",	.name = "serial" },
	{ .type = "char[]",	.name = "word" },
	{ .type = "char[8]",	.name = "cut" },
};

/* Add the first field with the name, and the others with the functions that add fields later. */
static int define_text(const char *name)
{
	struct dynevent_cmd cmd;
	char *buf;
	int ret;

	buf = kmalloc(MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;

	synth_event_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	ret = synth_event_gen_cmd_array_start(&cmd, name, THIS_MODULE, text_fields, 1);
	ret = ret ?: synth_event_add_fields(&cmd, text_fields + 1, ARRAY_SIZE(text_fields) - 1);
	ret = ret ?: synth_event_add_field_str(&cmd, "unsigned long[] stack");
	ret = ret ?: synth_event_gen_cmd_end(&cmd);
	kfree(buf);
	return ret;
}

/*
 * Set the values in order for even serial numbers and by name for odd ones. A field without a
 * value is 0. synth_event_trace_end() must follow, even if setting a value has failed.
 */
static int fire_request(struct trace_event_file *file, u64 serial)
{
	struct synth_event_trace_state state;
	int ret, ended;

	ret = synth_event_trace_start(file, &state);
	if (ret)
		return ret;

	if (serial % 2 == 0) {
		ret = synth_event_add_next_val(serial, &state);
		ret = ret ?: synth_event_add_next_val(current->pid, &state);
		ret = ret ?: synth_event_add_next_val(VAL("in order"), &state);
		ret = ret ?: synth_event_add_next_val(-EAGAIN, &state);
	} else {
		ret = synth_event_add_val("comm", VAL("by name, as it comes"), &state);
		ret = ret ?: synth_event_add_val("serial", serial, &state);
		ret = ret ?: synth_event_add_val("pid", current->pid, &state);
	}
	ended = synth_event_trace_end(&state);
	return ret ?: ended;
}

/* Each variable argument must be a u64: synth_event_trace() can neither check nor convert it. */
static int fire_numbers(struct trace_event_file *file, u64 serial)
{
	return synth_event_trace(file, 6, serial, -serial, (u64)0x12345, serial % 2,
				 (__force u64)GFP_KERNEL, VAL(0xc0ffee));
}

static int fire_text(struct trace_event_file *file, u64 serial)
{
	static const char *const words[] = { "one", "two", "many more of them" };
	unsigned long stack[8];
	u64 vals[] = {
		serial,
		VAL(words[serial % ARRAY_SIZE(words)]),
		VAL("longer than its field"),
		VAL(stack),
	};

	stack[0] = stack_trace_save(stack + 1, ARRAY_SIZE(stack) - 1, 0);
	return synth_event_trace_array(file, vals, ARRAY_SIZE(vals));
}

static struct sample {
	const char *name;
	int (*define)(const char *name);
	int (*fire)(struct trace_event_file *file, u64 serial);
	struct trace_event_file *file;
} samples[] = {
	{ "sample_request", define_request, fire_request },
	{ "sample_numbers", define_numbers, fire_numbers },
	{ "sample_text", define_text, fire_text },
};

static int begin(struct sample *sample)
{
	struct trace_event_file *file;
	int ret;

	ret = sample->define(sample->name);
	if (ret)
		return ret;

	/* The reference keeps the event and the instance until trace_put_event_file(). */
	file = trace_get_event_file(instance, "synthetic", sample->name);
	if (IS_ERR(file)) {
		ret = PTR_ERR(file);
		goto delete;
	}
	/*
	 * Enable the event. Emitting an event that is not enabled is not an error, it only has
	 * no effect.
	 */
	ret = trace_array_set_clr_event(file->tr, "synthetic", sample->name, true);
	if (ret)
		goto put;
	sample->file = file;
	return 0;

put:
	trace_put_event_file(file);
delete:
	synth_event_delete(sample->name);
	return ret;
}

/*
 * Remove the event. If perf, another instance or a trigger still uses it, it stays. Its owner
 * is reset when the module is gone.
 */
static void end(struct sample *sample)
{
	trace_array_set_clr_event(sample->file->tr, "synthetic", sample->name, false);
	trace_put_event_file(sample->file);
	if (synth_event_delete(sample->name))
		pr_info("%s is in use and stays\n", sample->name);
}

static int begin_all(void)
{
	int i, ret;

	for (i = 0; i < ARRAY_SIZE(samples); i++) {
		ret = begin(&samples[i]);
		if (ret)
			goto undo;
	}
	return 0;

undo:
	while (i--)
		end(&samples[i]);
	return ret;
}

static void end_all(void)
{
	int i;

	for (i = ARRAY_SIZE(samples) - 1; i >= 0; i--)
		end(&samples[i]);
}

static int fire_all(u64 serial)
{
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(samples) && !ret; i++)
		ret = samples[i].fire(samples[i].file, serial);
	return ret;
}

static int fire_set(void *data, u64 times)
{
	static DEFINE_MUTEX(lock);
	static u64 serial;
	int ret = 0;

	mutex_lock(&lock);
	while (times-- && !ret && !signal_pending(current))
		ret = fire_all(++serial);
	mutex_unlock(&lock);
	return ret;
}
DEFINE_DEBUGFS_ATTRIBUTE(fire_fops, NULL, fire_set, "%llu\n");

static struct dentry *dir;

static int __init synth_events_init(void)
{
	int ret;

	ret = begin_all();
	if (ret)
		return ret;
	ret = fire_all(0);
	if (ret) {
		end_all();
		return ret;
	}

	dir = debugfs_create_dir("synth_events", NULL);
	debugfs_create_file("fire", 0200, dir, NULL, &fire_fops);
	return 0;
}

static void __exit synth_events_exit(void)
{
	/* Waits for writers of the file. */
	debugfs_remove(dir);
	end_all();
}

module_init(synth_events_init);
module_exit(synth_events_exit);

MODULE_DESCRIPTION("Synthetic events defined and fired by a module");
MODULE_LICENSE("GPL");
