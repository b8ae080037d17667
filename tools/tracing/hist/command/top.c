// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist top: show the answer of a recipe, or another histogram, while it changes. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "command.h"
#include "common/wait.h"
#include "feed.h"
#include "options.h"
#include "top/ui.h"

#define DEFAULT_INTERVAL	1.0

/* Keys are handled for this time at least between two intervals, in seconds. */
#define MIN_PAUSE		0.05

enum {
	KEY_EVENT = 0x200,
	KEY_INSTANCE,
	KEY_FROM,
};

/**
 * struct arguments - command line
 * @recipe: name of the recipe, or NULL
 * @event: event whose histograms belong to other programs, or NULL
 * @instance: its instance, or NULL for the top of tracefs
 * @from: a file that another program copies, or NULL
 * @run: selection and time
 */
struct arguments {
	const char *recipe;
	const char *event;
	const char *instance;
	const char *from;
	struct run_options run;
};

static const struct argp_option option_list[] = {
	{ "event", KEY_EVENT, "EVENT", 0,
	  "show the histograms of existing triggers of EVENT, as in sched:sched_switch",
	  0 },
	{ "instance", KEY_INSTANCE, "NAME", 0,
	  "take the event of --event in this instance of tracefs", 0 },
	{ "from", KEY_FROM, "FILE", 0,
	  "watch FILE, which another program copies from a hist file", 0 },
	{ 0 }
};

static void check_arguments(struct argp_state *state, const struct arguments *arguments)
{
	const struct recipe_options *selection = &arguments->run.recipe;
	int n = !!arguments->recipe + !!arguments->event + !!arguments->from;

	if (!n)
		argp_error(state, "top takes the name of a recipe, --event, or --from; "
			   "\"trace-hist list\" lists the recipes");
	if (n > 1)
		argp_error(state, "a recipe, --event and --from exclude each other");
	if (arguments->instance && !arguments->event)
		argp_error(state, "--instance needs --event");
	if (!arguments->recipe && (selection->pid || selection->comm || selection->filter))
		argp_error(state, "--pid, --comm and --filter need a recipe");
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case KEY_EVENT:
		arguments->event = arg;
		return 0;
	case KEY_INSTANCE:
		take_instance(state, arg, &arguments->instance);
		return 0;
	case KEY_FROM:
		arguments->from = arg;
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->run;
		return 0;
	case ARGP_KEY_ARG:
		take_argument(state, "recipe", arg, &arguments->recipe);
		return 0;
	case ARGP_KEY_END:
		check_arguments(state, arguments);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &run_argp, 0, "Selection and time:", 1 },
	{ 0 }
};

static const struct argp argp = {
	option_list, parse_option, "RECIPE\n--event EVENT [--instance NAME]\n--from FILE",
	"Show the answer of a recipe, or somebody's histogram, while it changes. The key ? shows help.\v"
	"RECIPE is a name that \"trace-hist list\" shows, or a file if it has a slash. An interval lasts one "
	"second unless -i says otherwise. Intervals of --event and --from are differences of two "
	"reads, and so approximate; the histograms are not changed.",
	children, NULL, NULL
};

/**
 * struct top - state of the command
 * @feed: where tables come from
 * @model: tables and their order
 * @ui: the display
 * @next: when the next interval ends; see now()
 * @end: when the command ends, or INFINITY
 * @last: when the last interval ended
 */
struct top {
	struct feed feed;
	struct model model;
	struct ui ui;
	double next;
	double end;
	double last;
};

/*
 * Show a message on the screen instead of ending. A recipe's tables are read from files of our own:
 * there, errors do not go away.
 */
static enum status keep_message(struct top *top, enum status status)
{
	if (status && feed_is_recipe(&top->feed))
		return status;
	if (status)
		terminal_message(top->ui.message, sizeof(top->ui.message));
	return STATUS_OK;
}

static void show_memory(struct top *top, int error)
{
	if (error)
		snprintf(top->ui.message, sizeof(top->ui.message), UI_NO_MEMORY);
}

static enum status read_interval(struct top *top)
{
	struct table table;
	enum status status = feed_interval(&top->feed, &table);

	top->last = now();
	top->next = fmax(top->next + top->model.seconds, top->last + MIN_PAUSE);
	if (!status)
		show_memory(top, model_add_interval(&top->model, &table, time(NULL)));
	return keep_message(top, status);
}

static enum status read_total(struct top *top)
{
	struct table table;
	enum status status = feed_total(&top->feed, &table);

	if (!status)
		show_memory(top, model_add_total(&top->model, &table, time(NULL)));
	return keep_message(top, status);
}

static void save(struct top *top)
{
	struct ui *ui = &top->ui;

	ui->save = false;
	if (!save_shown(&top->model, ui->input))
		snprintf(ui->message, sizeof(ui->message), "Written to %s", ui->input);
	else
		terminal_message(ui->message, sizeof(ui->message));
}

static void next_histogram(struct top *top)
{
	struct ui *ui = &top->ui;

	ui->next_histogram = false;
	if (!top->feed.n_others) {
		snprintf(ui->message, sizeof(ui->message), "There is no other histogram.");
		return;
	}
	feed_next_histogram(&top->feed);
	model_forget(&top->model);
	column_widths_free(&ui->widest);
	ui->mode = MODE_LIST;
}

static void press(struct top *top, const struct key *key)
{
	double seconds = top->model.seconds;

	keys_press(&top->ui, key);
	if (top->ui.save)
		save(top);
	if (top->ui.next_histogram)
		next_histogram(top);
	if (top->model.seconds == seconds)
		return;
	top->next = fmax(top->last + top->model.seconds, now());
	snprintf(top->ui.message, sizeof(top->ui.message), "The interval is %g s.",
		 top->model.seconds);
}

static enum status step(struct top *top, bool *stop)
{
	struct key key;

	view_draw(&top->ui);
	switch (terminal_wait(fmin(top->next, top->end), &key)) {
	case WAKE_TIME:
		*stop = now() >= top->end;
		return *stop ? STATUS_OK : read_interval(top);
	case WAKE_KEY:
		press(top, &key);
		*stop = top->ui.quit;
		return STATUS_OK;
	case WAKE_STOP:
		break;
	}
	*stop = true;
	return STATUS_OK;
}

static enum status show(struct top *top)
{
	enum status status = terminal_open();
	bool stop = false;

	while (!status && !stop) {
		status = step(top, &stop);
		if (!status && !stop && model_needs_total(&top->model))
			status = read_total(top);
	}
	terminal_close();
	return status;
}

static enum status open_feed(struct feed *feed, const struct arguments *arguments)
{
	if (arguments->recipe)
		return feed_open_recipe(feed, arguments->recipe, &arguments->run.recipe);
	signals_catch();
	if (arguments->event)
		return feed_open_event(feed, arguments->instance, arguments->event);
	return feed_open_file(feed, arguments->from);
}

static void set_up(struct top *top, const struct arguments *arguments)
{
	const struct measurement *measurement = &top->feed.measurement;
	struct model *model = &top->model;

	model_init(model, measurement->variant);
	model->name = top->feed.name;
	model->title = model->name;
	if (feed_is_recipe(&top->feed)) {
		model->name = measurement->recipe.name;
		model->title = measurement->recipe.title;
		model->question = measurement->recipe.question;
	}
	model->seconds = arguments->run.interval ? arguments->run.interval : DEFAULT_INTERVAL;
	top->ui.model = model;
	top->last = now();
	if (feed_is_recipe(&top->feed))
		top->last = session_answer(measurement->session)->begin;
	top->next = top->last + model->seconds;
	top->end = arguments->run.duration ? top->last + arguments->run.duration : INFINITY;
}

static enum status run(const struct arguments *arguments)
{
	struct top top = { 0 };
	enum status status = terminal_check();

	if (status)
		return status;
	status = open_feed(&top.feed, arguments);
	if (!status) {
		set_up(&top, arguments);
		status = show(&top);
		model_free(&top.model);
		column_widths_free(&top.ui.widest);
	}
	feed_close(&top.feed);
	return status;
}

/**
 * command_top() - execute "trace-hist top"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: exit status.
 */
int command_top(int argc, char **argv)
{
	struct arguments arguments = { 0 };
	enum status status = options_parse(&argp, argc, argv, &arguments);

	return status ? status : run(&arguments);
}
