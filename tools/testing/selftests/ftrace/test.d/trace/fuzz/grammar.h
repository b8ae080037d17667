/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A grammar of text that can be written to the files of tracing. A rule has a name and a list of
 * alternatives. Names of other rules are in angle brackets. An alternative that is listed twice is
 * chosen twice as often. The first alternative must not be recursive: it is chosen when the
 * expansion is too deep.
 *
 * Not all of the generated text is valid, but most of it nearly is.
 */
#ifndef _TRACE_FUZZ_GRAMMAR_H
#define _TRACE_FUZZ_GRAMMAR_H

#include "events.h"

#define WAYS_MAX	24
#define DEPTH_MAX	8

/**
 * struct rule - a rule of the grammar
 * @name: name of the rule
 * @ways: alternatives, terminated by NULL
 */
struct rule {
	const char *name;
	const char *ways[WAYS_MAX];
};

static const struct rule rules[] = {
	/* Triggers. */
	{ "trigger", { "hist:<hist>", "hist:<hist>", "hist:<hist>", "hist:<hist>", "!hist:<hist>",
		       "hist:<pair>", "hist:<pair>", "hist:<pair>", "<simple><count><if>",
		       "!<simple>", "<switch>:<colon-event><count><if>",
		       "!<switch>:<colon-event>" } },
	{ "simple", { "traceoff", "traceon", "stacktrace", "snapshot" } },
	{ "switch", { "enable_hist", "disable_hist", "enable_event", "disable_event" } },
	{ "count", { "", "", ":1", ":7", ":<number>", ":count=3" } },
	{ "if", { "", "", "", " if <filter>" } },

	/* One event sets a variable, another one reads it. */
	{ "pair", { "keys=common_pid:<var>=<operand>", "keys=<key>:<var>=<operand>",
		    "keys=common_pid:<var>=<operand>:<var>=<text>",
		    "keys=common_pid:<var>=<operand>-$<var>:onmatch(<dot-event>).<fire>",
		    "keys=common_pid:<var>=<operand>-$<var>:onmax($<var>).<fire-or-save>",
		    "keys=common_pid:<var>=<operand>:onchange($<var>).<fire-or-save>",
		    "keys=common_pid:vals=$<var>:onmatch(<dot-event>).<fire>:<handler>",
		    "keys=common_pid:onmatch(<dot-event>).<fire>" } },
	{ "hist", { "keys=<keys>", "keys=<keys><params><if>", "keys=<keys><params><if>",
		    "keys=<keys><params><if>", "<param>:keys=<keys><params><if>",
		    "keys=<keys>:<handler><if>", "vals=<vals>:keys=<keys>:sort=<sorts>",
		    "keys=<key>,<key>,<key>,<key>,<key>,<key>,<key>,<key>,<key>" } },
	{ "keys", { "common_pid", "common_pid", "<key>", "<key>", "<key>", "<key>,<key>",
		    "common_pid,<key>", "<key>,<key>,<key>" } },
	{ "key", { "common_pid", "<num-field><key-mod>", "<num-field><key-mod>", "<str-field>",
		   "common_cpu", "common_comm", "common_stacktrace", "common_timestamp<time-mod>",
		   "common_stacktrace<stack-mod>", "common_ustacktrace<stack-mod>", "$<var>[<key>]",
		   "<any-field>", "<any-field><any-mod>", "<operand>-<operand>", "hitcount", "" } },
	{ "key-mod", { "", "", ".hex", ".sym", ".sym-offset", ".symstr", ".execname", ".syscall",
		       ".log2", ".buckets=<width>" } },
	{ "width", { "10", "100", "1", "0", "<number>" } },
	{ "time-mod", { "", ".usecs", ".usecs", ".hex" } },
	{ "stack-mod", { "", ".depth=5", ".depth=127", ".depth=<width>", ".build",
			 ".depth=3.build" } },
	{ "any-mod", { ".hex", ".sym", ".log2", ".usecs", ".percent", ".graph", ".stacktrace",
		       ".execname", ".syscall", ".buckets", ".buckets=", ".nosuch", ".", ".hex.hex",
		       ".log2=1", "<stack-mod>" } },
	{ "params", { "", "", "<:param>", "<:param><:param>", "<:param><:param><:param>" } },
	{ ":param", { ":<param>" } },
	{ "param", { "pause", "vals=<vals>", "vals=<vals>", "values=<vals>", "val=<vals>",
		     "<var>=<operand>", "<var>=<text>", "<var>=<operand>,<var>=<operand>",
		     "sort=<sorts>", "sort=<sorts>", "size=<size>", "name=<name>", "name=<name>",
		     "clock=<clock>", "overflow=<overflow>", "nohitcount", "NOHC", "<cont>",
		     "clear",
		     "<handler>", "<handler>", "nosuch", "<any-field>=", "" } },
	{ "vals", { "hitcount", "<val>", "<val>", "<val>,<val>", "<val>,hitcount,<val>" } },
	{ "val", { "hitcount<val-mod>", "<num-field><val-mod>", "<num-field>", "$<var>",
		   "<operand>-<operand>", "<any-field>", "common_timestamp", "raw<any-mod>" } },
	{ "val-mod", { "", ".hex", ".percent", ".graph", ".usecs" } },
	{ "sorts", { "hitcount", "<sort>", "<sort>,<sort>", "<sort>,<sort>,<sort>" } },
	{ "sort", { "hitcount<order>", "<num-field><order>", "common_pid<order>",
		    "<key><order>" } },
	{ "order", { "", "", ".ascending", ".descending", ".sideways" } },
	{ "size", { "128", "129", "256", "4096", "131072", "1048576", "127", "0", "<number>" } },
	{ "name", { "fa", "fb", "", "<any-field>" } },
	{ "clock", { "global", "local", "mono", "boot", "counter", "uptime", "nosuch", "" } },
	{ "cont", { "cont", "continue" } },
	{ "overflow", { "other", "evict", "evict", "drop", "<any-field>", "" } },
	{ "var", { "x", "y", "z", "lat" } },
	{ "text", { "common_comm", "<str-field>", "common_stacktrace",
		    "common_ustacktrace<stack-mod>" } },
	{ "operand", { "common_timestamp.usecs", "common_timestamp.usecs", "common_timestamp",
		       "<num-field>", "<num-field>", "$<var>", "<number>", "(<operand>+<operand>)",
		       "-<operand>", "<operand>*<operand>", "<operand>/<operand>", "common_cpu",
		       "<any-field><any-mod>" } },
	{ "handler", { "onmax($<var>).<fire-or-save>", "onmatch(<dot-event>).<fire>",
		       "onmatch(<dot-event>).<fire>", "onchange($<var>).<fire-or-save>",
		       "onchange($<var>).snapshot()", "onmax(<var>).save(<args>)",
		       "on<var>($<var>).<fire>", "onmatch(<dot-event>).save(<args>)" } },
	{ "fire-or-save", { "save(<args>)", "<fire>", "save(<args>)", "snapshot()" } },
	{ "fire", { "s0(<num-arg>)", "s0(<num-arg>)", "s1(<num-arg>,<num-arg>)",
		    "s2(<num-arg>,<text-arg>)", "s2(<num-arg>,<text-arg>)",
		    "s3(<text-arg>,<num-arg>)", "trace(s0,<num-arg>)", "trace(s1,<args>)",
		    "s4(<args>)", "<synth>(<args>)" } },
	{ "args", { "<num-arg>", "<num-arg>,<num-arg>", "<num-arg>,<text-arg>", "",
		    "<text-arg>,<args>", "<any-field>" } },
	{ "num-arg", { "common_pid", "<num-field>", "$<var>", "$<var>",
		       "<dot-event>.<any-field>" } },
	{ "text-arg", { "common_comm", "<str-field>", "$<var>", "common_stacktrace",
			"common_ustacktrace<stack-mod>" } },

	/* Synthetic events. */
	{ "synth", { "s0", "s1", "s2", "s3", "s4" } },
	{ "synth-command", { "s0 u64 a", "s0 u64 a", "s1 u64 a; int b", "s2 u64 a; char t[16]",
			     "s2 u64 a; char t[]", "s3 unsigned long[] st; u64 a", "s4 <defs>",
			     "s4 <defs>", "!<synth>", "!<synth>", "!<synth> <defs>",
			     "<synth> <defs>", "<synth>" } },
	{ "defs", { "<def>", "<def>; <def>", "<def>;<def>; <def>", "<def>;", "" } },
	{ "def", { "<type> <synth>", "<type> a", "<type> b", "<type> <synth><array>", "<type>",
		   "char t<array>" } },
	{ "type", { "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "int", "unsigned int",
		    "long", "unsigned long", "pid_t", "gfp_t", "bool", "void *", "const char *",
		    "struct s", "union", "float", "char", "short", "size_t" } },
	{ "array", { "[16]", "[]", "[256]", "[257]", "[0]", "[<number>]", "[", "]" } },

	/* Dynamic events of all kinds. "event-command" excludes kprobes. */
	{ "dynamic-command", { "<event-command>", "<event-command>", "<event-command>",
			       "<event-command>", "<event-command>", "<event-command>",
			       "<kprobe>" } },
	{ "event-command", { "s:<synth-command>", "s:synthetic/<synth-command>", "-:<synth>",
			     "-:synthetic/<synth>", "<eprobe>", "<eprobe>",
			     "-:fuzz/<probe-name>", "-:fuzz/<probe-name>",
			     "u:f<digit> <user-defs>", "-:user_events/f<digit>", "!s:<synth>",
			     "-:<any-field>", "s:", "-:" } },
	{ "eprobe", { "e:fuzz/<probe-name> <slash-event> <probe-args>",
		      "e:fuzz/<probe-name> <slash-event> <probe-args> if <filter>" } },
	{ "kprobe", { "p:fuzz/<probe-name> <function> a=%di b=%si:s32",
		      "p:fuzz/<probe-name> <function> c=$comm s=$stack0:x64",
		      "r:fuzz/<probe-name> <function> r=$retval:s64" } },
	{ "probe-name", { "p0", "p1", "p2" } },
	{ "probe-args", { "pid=$common_pid", "a=$<any-field>", "a=$<num-field>:u64 pid=$common_pid",
			  "" } },
	{ "function", { "__x64_sys_kill", "do_sys_openat2", "schedule", "nosuch", "vfs_write+4" } },
	{ "digit", { "0", "1" } },
	{ "user-defs", { "u64 a", "u64 a; u32 b", "u64 a; char[16] t", "u64 a; __rel_loc char[] t",
			 "<type> a", "" } },
};

/**
 * struct leaf - a symbol that is generated by a function
 * @name: name of the symbol
 * @add: function that appends the text
 */
struct leaf {
	const char *name;
	void (*add)(struct worker *w);
};

static inline void add_field_of_kind(struct worker *w, char kind, const char *otherwise)
{
	const struct event *event = w->event;
	int i, start = event->n_fields ? any(w, event->n_fields) : 0;

	for (i = 0; i < event->n_fields; i++) {
		const struct field *field = &event->fields[(start + i) % event->n_fields];

		if (field->kind == kind) {
			add(w, "%s", field->name);
			return;
		}
	}
	add(w, "%s", otherwise);
}

static inline void add_num_field(struct worker *w)
{
	add_field_of_kind(w, 'n', "common_pid");
}

static inline void add_str_field(struct worker *w)
{
	add_field_of_kind(w, 's', "common_comm");
}

static inline void add_any_field(struct worker *w)
{
	add(w, "%s", any_field(w, w->event).name);
}

static inline void add_filter_here(struct worker *w)
{
	add_filter(w, w->event, 1);
}

/* Choose an event. Defined by the program that uses the grammar. */
static const struct event *fuzz_event(struct worker *w);

static inline bool is_probe(const struct event *event)
{
	return !strncmp(event->name, "fuzz/", 5);
}

static inline void add_event_with(struct worker *w, char between)
{
	const struct event *event = fuzz_event(w);
	const char *name = event->name;
	int len = strcspn(name, "/");

	/* Probes are used in the main instance only, but a trigger may be in another one. */
	if (seldom(w) || is_probe(event))
		add(w, "nosuch%cnosuch", between);
	else
		add(w, "%.*s%c%s", len, name, between, name + len + 1);
}

static inline void add_dot_event(struct worker *w)
{
	add_event_with(w, '.');
}

static inline void add_colon_event(struct worker *w)
{
	add_event_with(w, ':');
}

static inline void add_slash_event(struct worker *w)
{
	add_event_with(w, '/');
}

static const struct leaf leaves[] = {
	{ "num-field", add_num_field }, { "str-field", add_str_field },
	{ "any-field", add_any_field }, { "number", add_number }, { "filter", add_filter_here },
	{ "dot-event", add_dot_event }, { "colon-event", add_colon_event },
	{ "slash-event", add_slash_event },
};

static inline void expand(struct worker *w, const char *text, int depth);

static inline void expand_name(struct worker *w, const char *name, size_t len, int depth)
{
	size_t i;
	int n;

	for (i = 0; i < ARRAY_SIZE(leaves); i++) {
		if (strlen(leaves[i].name) == len && !memcmp(leaves[i].name, name, len)) {
			leaves[i].add(w);
			return;
		}
	}
	for (i = 0; i < ARRAY_SIZE(rules); i++)
		if (strlen(rules[i].name) == len && !memcmp(rules[i].name, name, len))
			break;
	/* Every name in the grammar must be defined. */
	if (i == ARRAY_SIZE(rules))
		abort();
	for (n = 0; n < WAYS_MAX && rules[i].ways[n]; n++)
		;
	expand(w, rules[i].ways[depth < DEPTH_MAX ? any(w, n) : 0], depth + 1);
}

static inline void expand(struct worker *w, const char *text, int depth)
{
	while (*text) {
		size_t len = strcspn(text, "<");

		add(w, "%.*s", (int)len, text);
		text += len;
		if (*text) {
			len = strcspn(text, ">");
			expand_name(w, text + 1, len - 1, depth);
			text += len + 1;
		}
	}
}

/* Generate text by a rule, with the fields of an event. */
static inline void make(struct worker *w, const char *rule, const struct event *event)
{
	w->event = event;
	w->len = 0;
	w->text[0] = '\0';
	expand_name(w, rule, strlen(rule), 0);
	if (!any(w, 25))
		spoil(w);
}

#endif /* _TRACE_FUZZ_GRAMMAR_H */
