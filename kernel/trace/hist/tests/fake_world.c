// SPDX-License-Identifier: GPL-2.0
/*
 * Environment of the mock events: compiled histograms and synthetic events that a command can
 * refer to.
 *
 * Does not depend on KUnit or trace.h, so that user space can build it. Takes no locks.
 */
#include <linux/array_size.h>
#include <linux/err.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../synth/layout.h"
#include "../../synth/spec.h"
#include "../compile.h"
#include "../data.h"
#include "../spec.h"
#include "fake_world.h"

static const char * const synths[] = {
	"lat u64 lat; int pid",
	"one s64 val",
	"small u8 a; s16 b; bool c; u32 d",
	"texts char[16] fixed; char[] dyn",
	"stacks unsigned long[] stack; pid_t pid",
	"addr unsigned long addr; char *ptr",
	"long_one char[256] text",
};

static_assert(ARRAY_SIZE(synths) <= FAKE_SYNTHS_MAX);

/* A histogram with HIST_VARS_MAX variables, s<n>a to s<n>p. */
#define MANY(n)								\
	"hist:keys=num_u8:s" n "a=1,s" n "b=2,s" n "c=3,s" n "d=4,"	\
	"s" n "e=5,s" n "f=6,s" n "g=7,s" n "h=8,s" n "i=9,s" n "j=10,"	\
	"s" n "k=11,s" n "l=12,s" n "m=13,s" n "n=14,s" n "o=15,s" n "p=16"

/* Histograms that fake_world_populate() defines, in this order. */
static const struct {
	const struct fake_event *event;
	const char *text;
} definers[] = {
	{ &fake_source, "hist:keys=num_u8:v=num_u64,sval=num_s64,u8=num_u8,diff=num_u64-num_u32" },
	{ &fake_source, "hist:keys=num_u8:ts=common_timestamp,us=common_timestamp.usecs" },
	{ &fake_source, "hist:keys=num_u8:mono=common_timestamp:clock=mono" },
	{ &fake_source, "hist:keys=num_u8:text=text,tag=tag,dyn=dyn,stk=stack,ptr=ptr" },
	{ &fake_source, "hist:keys=num_u8,num_s8:two=num_u32" },
	{ &fake_source, "hist:keys=text:str=num_u32" },
	{ &fake_source, "hist:keys=num_u8.log2:lg=num_u32" },
	{ &fake_source, "hist:keys=common_timestamp.usecs:tk=num_u32" },
	{ &fake_source, "hist:keys=num_u8:dup=num_u64" },
	{ &fake_other_event, "hist:keys=num_u8:dup=num_u8" },
	{ &fake_kmalloc, "hist:keys=bytes_req:kreq=bytes_alloc" },
	{ &fake_source, MANY("1") },
	{ &fake_source, MANY("2") },
	{ &fake_source, MANY("3") },
	{ &fake_source, MANY("4") },
	{ &fake_source, MANY("5") },
	{ &fake_source, MANY("6") },
	{ &fake_source, MANY("7") },
	{ &fake_source, MANY("8") },
	{ &fake_source, MANY("9") },
};

static_assert(ARRAY_SIZE(definers) <= FAKE_DEFS_MAX);

static int make_synth(struct fake_synth *synth, const char *text)
{
	struct trace_diag diag = {};
	struct synth_layout *layout;
	struct synth_spec *spec;

	spec = synth_spec_parse(text, trace_span_all(text), &diag);
	if (IS_ERR(spec))
		return PTR_ERR(spec);
	layout = synth_layout_make(spec, &diag);
	synth->layout = IS_ERR(layout) ? NULL : layout;
	synth->name = trace_span_dup(text, spec->name);
	synth_spec_free(spec);
	if (IS_ERR(layout))
		return PTR_ERR(layout);
	return synth->name ? 0 : -ENOMEM;
}

/**
 * fake_world_init - Create an environment with all synthetic events and no histograms
 * @world: environment to initialize
 *
 * Context: Process context. May sleep.
 * Return: 0, or a negative errno. The caller must call fake_world_exit() in both cases.
 */
int fake_world_init(struct fake_world *world)
{
	unsigned int i;
	int ret = 0;

	*world = (struct fake_world){};
	for (i = 0; !ret && i < ARRAY_SIZE(synths); i++) {
		world->n_synths++;
		ret = make_synth(&world->synths[i], synths[i]);
	}
	return ret;
}

/**
 * fake_world_populate - Define histograms with variables of all kinds
 * @world: environment without histograms
 *
 * Context: Process context. May sleep.
 * Return: 0, or a negative errno.
 */
int fake_world_populate(struct fake_world *world)
{
	struct hist_trigger_data *data;
	struct trace_diag diag = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(definers); i++) {
		data = fake_define(world, definers[i].event, definers[i].text, &diag);
		if (IS_ERR(data))
			return PTR_ERR(data);
	}
	return 0;
}

/**
 * fake_world_exit - Put all histograms and free all synthetic events of an environment
 * @world: environment, after fake_world_init()
 *
 * Context: Process context.
 */
void fake_world_exit(struct fake_world *world)
{
	unsigned int i;

	/* Histograms may refer to earlier ones, so the last one is put first. */
	while (world->n_defs)
		hist_data_put(world->defs[--world->n_defs].data);
	for (i = 0; i < world->n_synths; i++) {
		synth_layout_free(world->synths[i].layout);
		kfree(world->synths[i].name);
	}
}

/**
 * fake_in_world - Copy a mock event and give the copy an environment
 * @event: mock event to copy
 * @world: environment that commands on the copy can refer to
 *
 * Return: The copy, which refers to @world.
 */
struct fake_event fake_in_world(const struct fake_event *event, struct fake_world *world)
{
	struct fake_event in_world = *event;

	in_world.world = world;
	return in_world;
}

/**
 * fake_define - Compile a command and add the histogram to an environment
 * @world: environment with fewer than %FAKE_DEFS_MAX histograms
 * @event: event of the command
 * @text: command, NUL-terminated
 * @diag: receives the error code and position if @text is invalid
 *
 * Context: Process context. May sleep.
 * Return: The histogram, whose reference @world holds, or an ERR_PTR.
 */
struct hist_trigger_data *fake_define(struct fake_world *world, const struct fake_event *event,
				      const char *text, struct trace_diag *diag)
{
	const struct fake_event in_world = fake_in_world(event, world);
	struct hist_spec *spec = hist_spec_parse(text, strlen(text), diag);
	struct hist_trigger_data *data;

	if (IS_ERR(spec))
		return ERR_CAST(spec);
	data = hist_compile(spec, &in_world.resolver, diag);
	hist_spec_free(spec);
	if (!IS_ERR(data))
		world->defs[world->n_defs++] = (struct fake_def){ event, data };
	return data;
}
