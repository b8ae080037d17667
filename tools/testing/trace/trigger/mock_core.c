// SPDX-License-Identifier: GPL-2.0-only
/*
 * A minimal event core for tests of triggers that switch a bit. It stores the
 * registered commands, one event and whether the only instance records.
 */
#include <linux/bitops.h>
#include <linux/string.h>

#include "mock_core.h"

/*
 * Tests only hit triggers, so the functions that parse and attach them are
 * stubs.
 */
int trigger_write(struct trigger_command *command, struct trigger_request *req)
{
	return -EINVAL;
}

int trigger_print(struct seq_file *m, struct event_trigger_data *trigger)
{
	return -EINVAL;
}

/* The tests parse no command, so no event is searched for. */
struct mutex event_mutex;

struct trace_event_file *find_event_file(struct trace_array *tr, const char *system,
					 const char *event)
{
	return NULL;
}

int trace_event_enable_disable(struct trace_event_file *file, int enable, int soft_disable)
{
	return -EINVAL;
}

bool trace_event_dyn_try_get_ref(struct trace_event_call *call)
{
	return false;
}

void trace_event_dyn_put_ref(struct trace_event_call *call)
{
}

/* State of the only instance. Bit 0 disables its buffer, like RB_BUFFER_OFF. */
static unsigned long tracing_off;

bool tracer_tracing_is_on(struct trace_array *tr)
{
	return !test_bit(0, &tracing_off);
}

bool tracer_tracing_on(struct trace_array *tr)
{
	return test_and_clear_bit(0, &tracing_off);
}

bool tracer_tracing_off(struct trace_array *tr)
{
	return !test_and_set_bit(0, &tracing_off);
}

/* The only event, and the private data of triggers that refer to it. */
static struct trace_event_file file;
static struct enable_trigger_data enable = { .file = &file };

struct trigger_pair trigger_event_pair = { .private_data = &enable, .word = &file.flags };
struct trigger_pair trigger_tracing_pair = { .private_data = &file, .word = &tracing_off };

void trigger_command_register(struct trigger_command *command)
{
	if (!strcmp(command->ops.name, ENABLE_EVENT_STR))
		trigger_event_pair.clear = command;
	else if (!strcmp(command->ops.name, DISABLE_EVENT_STR))
		trigger_event_pair.set = command;
	else if (!strcmp(command->ops.name, "traceon"))
		trigger_tracing_pair.clear = command;
	else if (!strcmp(command->ops.name, "traceoff"))
		trigger_tracing_pair.set = command;
}

/** trigger_core_init - register the commands and fill the two trigger pairs */
void trigger_core_init(void)
{
	trigger_register_enable_event();
	trigger_register_instance_commands();
}
