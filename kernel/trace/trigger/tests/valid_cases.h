/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Valid trigger commands, each with the parts that the parser must find. KUnit and the unit tests
 * in user space share this table.
 */
#ifndef _TRACE_TRIGGER_VALID_CASES_H
#define _TRACE_TRIGGER_VALID_CASES_H

#include <linux/limits.h>
#include <linux/types.h>

/**
 * struct accepted - Valid trigger command and its parts
 * @text: command
 * @has_target: whether the command takes a target event, as enable_event does
 * @remove: whether the command removes a trigger
 * @command: expected name of the command
 * @system: expected system of the target event; NULL without a target event
 * @event: expected name of the target event; NULL without a target event
 * @filter: expected filter without "if"; "" without a filter and for a removal
 * @count: expected count; 0 if it is unlimited and for a removal
 */
struct accepted {
	const char *text;
	bool has_target;
	bool remove;
	const char *command;
	const char *system;
	const char *event;
	const char *filter;
	unsigned long count;
};

#define PLAIN(text_, command_, filter_, count_)					\
	{ text_, false, false, command_, NULL, NULL, filter_, count_ }
#define REMOVE(text_, command_)							\
	{ text_, false, true, command_, NULL, NULL, "", 0 }
#define ABOUT(text_, command_, system_, event_, filter_, count_)		\
	{ text_, true, false, command_, system_, event_, filter_, count_ }
#define REMOVE_ABOUT(text_, command_, system_, event_)				\
	{ text_, true, true, command_, system_, event_, "", 0 }

static const struct accepted accepted[] = {
	PLAIN("traceoff", "traceoff", "", 0),
	PLAIN("x", "x", "", 0),
	PLAIN(" \ttraceoff\n", "traceoff", "", 0),
	PLAIN("stacktrace:5", "stacktrace", "", 5),
	PLAIN("stacktrace:0x10", "stacktrace", "", 16),
	PLAIN("stacktrace:0X1F", "stacktrace", "", 31),
	PLAIN("stacktrace:010", "stacktrace", "", 8),
	PLAIN("stacktrace: 1", "stacktrace", "", 1),
	PLAIN("stacktrace:\t5 ", "stacktrace", "", 5),
	PLAIN("stacktrace :5", "stacktrace", "", 5),
	PLAIN("stacktrace \n : 5", "stacktrace", "", 5),
	PLAIN("traceoff:0x7fffffff", "traceoff", "", 0x7fffffff),
#if BITS_PER_LONG == 64
	PLAIN("traceoff:4294967296", "traceoff", "", 4294967296),
	PLAIN("traceoff:9223372036854775807", "traceoff", "", LONG_MAX),
	PLAIN("traceoff:0x7fffffffffffffff", "traceoff", "", LONG_MAX),
#endif
	PLAIN("traceoff:unlimited", "traceoff", "", 0),
	PLAIN("traceoff: unlimited ", "traceoff", "", 0),
	PLAIN("traceoff:count=3", "traceoff", "", 3),
	PLAIN("traceoff:count=0x3", "traceoff", "", 3),
	PLAIN("traceoff: count = 3", "traceoff", "", 3),
	PLAIN("traceoff if sig == 1", "traceoff", "sig == 1", 0),
	PLAIN("\ttraceoff\tif\tcommon_pid == 0", "traceoff", "common_pid == 0", 0),
	PLAIN("traceoff\nif\nx", "traceoff", "x", 0),
	PLAIN("traceoff  if   common_pid  ==  0 \n", "traceoff", "common_pid  ==  0", 0),
	PLAIN("traceoff:   5   if sig == 1", "traceoff", "sig == 1", 5),
	PLAIN("traceoff:unlimited if x", "traceoff", "x", 0),
	PLAIN("traceoff:count=3 if x", "traceoff", "x", 3),
	/* This parser does not check the syntax of the filter. */
	PLAIN("traceoff if )", "traceoff", ")", 0),
	PLAIN("traceoff if if", "traceoff", "if", 0),
	PLAIN("traceoff if if if x", "traceoff", "if if x", 0),
	PLAIN("traceoff if a:b:c", "traceoff", "a:b:c", 0),
	PLAIN("traceoff if 0", "traceoff", "0", 0),
	PLAIN("traceoff if \xc3\xa9\xa0", "traceoff", "\xc3\xa9\xa0", 0),
	/* This parser does not check whether the command exists. */
	PLAIN("if", "if", "", 0),
	PLAIN("if if x", "if", "x", 0),
	PLAIN("traceoff;stacktrace", "traceoff;stacktrace", "", 0),
	PLAIN("#traceoff", "#traceoff", "", 0),
	PLAIN("\"traceoff\":1", "\"traceoff\"", "", 1),
	PLAIN("traceoff\xa0", "traceoff\xa0", "", 0),

	REMOVE("!traceoff", "traceoff"),
	REMOVE(" !traceoff ", "traceoff"),
	REMOVE("\n!traceoff\n\t\n", "traceoff"),
	REMOVE("!!traceoff", "!traceoff"),
	/* The parameters and the filter of a removal are ignored, even if they are invalid. */
	REMOVE("!traceoff:3", "traceoff"),
	REMOVE("!traceoff:0", "traceoff"),
	REMOVE("!traceoff:count=0", "traceoff"),
	REMOVE("!traceoff:unlimited", "traceoff"),
	REMOVE("!traceoff if sig == 1", "traceoff"),
	REMOVE("!traceoff if", "traceoff"),
	REMOVE("!traceoff:1 if  ", "traceoff"),
	/* A newline in a filter counts as a blank. */
	REMOVE("!traceoff if sig == 1 ||\nsig == 2", "traceoff"),
	REMOVE("!traceoff:unlimited\nif\n\nsig == 1", "traceoff"),
	REMOVE("!traceoff x y if z", "traceoff"),
	REMOVE("!traceoff:0:0", "traceoff"),
	REMOVE("!traceoff:", "traceoff"),
	REMOVE("!traceoff:-1", "traceoff"),
	REMOVE("!traceoff:9223372036854775808", "traceoff"),

	ABOUT("enable_event:kmem:kmalloc", "enable_event", "kmem", "kmalloc", "", 0),
	ABOUT("enable_event : kmem : kmalloc ", "enable_event", "kmem", "kmalloc", "", 0),
	/* Names of user events can have parentheses that do not match. */
	ABOUT("enable_event:user_events:a(b:3", "enable_event", "user_events", "a(b", "", 3),
	ABOUT("enable_event:a):(b:unlimited", "enable_event", "a)", "(b", "", 0),
	REMOVE_ABOUT("!enable_event:user_events:a(b:3", "enable_event", "user_events", "a(b"),
	ABOUT("enable_event:kmem:kmalloc:5", "enable_event", "kmem", "kmalloc", "", 5),
	ABOUT("enable_event:a:b:count=2 if c", "enable_event", "a", "b", "c", 2),
	ABOUT("disable_event:a:b:unlimited", "disable_event", "a", "b", "", 0),
	ABOUT("disable_event:a:b if c", "disable_event", "a", "b", "c", 0),
	ABOUT("enable_event:a b:c", "enable_event", "a b", "c", "", 0),
	ABOUT("enable_event:1:2:3", "enable_event", "1", "2", "", 3),
	REMOVE_ABOUT("!enable_event:a:b", "enable_event", "a", "b"),
	REMOVE_ABOUT("!enable_event : a : b ", "enable_event", "a", "b"),
	REMOVE_ABOUT("!enable_event a:b", "enable_event", "a", "b"),
	REMOVE_ABOUT("!enable_event:a:b:0", "enable_event", "a", "b"),
	REMOVE_ABOUT("!enable_event:a:b:", "enable_event", "a", "b"),
	REMOVE_ABOUT("!enable_event:a:b:c:d", "enable_event", "a", "b"),
	REMOVE_ABOUT("!enable_event:a:b c", "enable_event", "a", "b"),
	REMOVE_ABOUT("!disable_event:a:b:2 if c == 1", "disable_event", "a", "b"),
	REMOVE_ABOUT("!disable_event:a:b if c == \"d:e\"", "disable_event", "a", "b"),
};

#endif /* _TRACE_TRIGGER_VALID_CASES_H */
