// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of heatmap and flame with a recipe that runs. Test doubles replace the session in the
 * kernel: interval N has N events in one range.
 */
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* argp.h needs the ctype.h of the library, in whose place the harness has one of the kernel. */
#define _ARGP_H
struct argp;
struct argp_state;

#include "command/answer.h"
#include "command/command.h"
#include "common/wait.h"
#include "harness.h"
#include "kernel/internal.h"
#include "kernel/measurement.h"

static struct recipe_column columns[] = {
	{ "lat", "Wait", UNIT_US, false },
	{ "hitcount", "Waits", UNIT_COUNT, false },
};

static struct recipe_variant variant = {
	.columns = columns, .n_columns = 2, .picture = PICTURE_DISTRIBUTION, .axis = "lat",
};

static struct session session;
static double begin;
static unsigned int intervals, stops;

enum status measurement_start(struct measurement *measurement, const char *recipe,
			      const struct recipe_options *options)
{
	signals_catch();
	*measurement = (struct measurement){ .variant = &variant };
	measurement->recipe.name = (char *)recipe;
	measurement->recipe.title = "Waits";
	measurement->session = &session;
	session.answer.begin = begin = now();
	return options->pid == 4 ? STATUS_UNSUPPORTED : STATUS_OK;
}

static void add_cells(struct table *table, unsigned int hits)
{
	static char *frames[] = { "schedule", "do_syscall_64" };
	struct cell *cells = calloc(2, sizeof(*cells));

	table->rows = calloc(1, sizeof(*table->rows));
	table->rows->cells = cells;
	table->n_rows = 1;
	table->hits = hits;
	cells[1] = (struct cell){ .kind = CELL_NUMBER, .number = hits };
	if (variant.picture == PICTURE_DISTRIBUTION) {
		cells[0] = (struct cell){ .kind = CELL_RANGE, .number = 8, .last = 15 };
		return;
	}
	cells[0] = (struct cell){ .kind = CELL_STACK, .n_frames = 2 };
	cells[0].frames = calloc(2, sizeof(*cells[0].frames));
	for (int i = 0; i < 2; i++)
		cells[0].frames[i] = strdup(frames[i]);
}

static enum status make_table(struct table *table)
{
	*table = (struct table){ .begin = begin, .end = now(), .n_fields = 2, .n_keys = 1 };
	table->fields = calloc(2, sizeof(*table->fields));
	table->fields[0].name = strdup("lat");
	table->fields[1] = (struct field){ .name = strdup("hitcount"), .role = FIELD_HITCOUNT };
	begin = table->end;
	add_cells(table, ++intervals);
	return STATUS_OK;
}

enum status measurement_interval(struct measurement *measurement, struct table *table)
{
	return make_table(table);
}

enum status measurement_total(struct measurement *measurement, struct table *table)
{
	return make_table(table);
}

void measurement_stop(struct measurement *measurement)
{
	stops++;
}

/* Run a command. Return: its status; 100 if it has not stopped its measurement. */
static int run(int (*command)(int argc, char **argv), char **argv)
{
	int argc = 0, status;

	while (argv[argc])
		argc++;
	status = command(argc, argv);
	return status == STATUS_OK && stops != 1 ? 100 : status;
}

static char *read_all(int fd)
{
	static char text[1 << 20];
	size_t size = 0;
	ssize_t n;

	while ((n = read(fd, text + size, sizeof(text) - 1 - size)) > 0)
		size += n;
	text[size] = '\0';
	return text;
}

/* Run heatmap on a terminal of some lines. Return: what it writes. */
static char *run_on_terminal(unsigned short rows, unsigned short cols, char **argv, int *status)
{
	struct winsize size = { .ws_row = rows, .ws_col = cols };
	char *text;
	int terminal;
	pid_t child = forkpty(&terminal, NULL, NULL, &size);

	if (!child) {
		setenv("TERM", "xterm", 1);
		setenv("NO_COLOR", "1", 1);
		_exit(run(command_heatmap, argv));
	}
	text = read_all(terminal);
	waitpid(child, status, 0);
	close(terminal);
	return text;
}

static unsigned int count(const char *text, const char *part)
{
	unsigned int n = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		n++;
	return n;
}

TEST(a_heat_map_grows_on_the_terminal)
{
	char *argv[] = { "trace-hist heatmap", "-d", "0.2", "-i", "50ms", "waits", NULL };
	int status;
	char *text = run_on_terminal(24, 80, argv, &status);
	unsigned int drawn;
	char number[16];

	EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == STATUS_OK);
	/*
	 * After each interval, and once more at the end, a picture is drawn over the last one. The
	 * legend of the last picture has the events of the last interval: the number of intervals.
	 */
	drawn = count(text, "Events: 1 ");
	EXPECT(drawn >= 2 && drawn <= 5);
	EXPECT_EQ(count(text, "\033[4A\r\033[J"), drawn - 1);
	snprintf(number, sizeof(number), " %u\r\n", drawn - 1);
	EXPECT(strstr(text, number));
}

TEST(a_terminal_that_is_too_low_gets_one_picture)
{
	char *argv[] = { "trace-hist heatmap", "-d", "0.2", "-i", "50ms", "waits", NULL };
	int status;
	char *text = run_on_terminal(4, 80, argv, &status);

	EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == STATUS_OK);
	EXPECT_EQ(count(text, "Events: 1 "), 1);
	EXPECT_EQ(count(text, "\033[J"), 0);
}

static int run_to_file(int (*command)(int argc, char **argv), char **argv, char *path)
{
	sprintf(path, "/tmp/live_test.%d", getpid());
	unlink(path);
	return run(command, argv);
}

TEST(a_heat_map_is_written_to_a_file)
{
	char path[64], *argv[] = { "trace-hist heatmap", "-d100ms", "-i50ms", "-o", path, "waits",
				   NULL };
	char *text;
	int fd;

	EXPECT_EQ(run_to_file(command_heatmap, argv, path), STATUS_OK);
	fd = open(path, O_RDONLY);
	text = read_all(fd);
	close(fd);
	unlink(path);
	EXPECT(strstr(text, "8 us - 15 us: 1 event, 0.0 s to"));
	EXPECT(strstr(text, "8 us - 15 us: 2 events, "));
	EXPECT(strstr(text, "$ trace-hist heatmap -d100ms -i50ms -o /tmp/"));
}

TEST(a_signal_ends_the_run_early_and_draws)
{
	char path[64], *argv[] = { "trace-hist heatmap", "-d1h", "-i1h", "-o", path, "waits",
				   NULL };
	struct stat stat_of_file;

	/* A shell may have started this program in the background. */
	signal(SIGINT, SIG_DFL);
	if (!fork()) {
		usleep(100000);
		kill(getppid(), SIGINT);
		_exit(0);
	}
	EXPECT_EQ(run_to_file(command_heatmap, argv, path), STATUS_OK);
	wait(NULL);
	EXPECT(!stat(path, &stat_of_file) && stat_of_file.st_size > 1000);
	unlink(path);
	EXPECT_EQ(intervals, 1);
}

TEST(a_flame_graph_is_written_to_a_file)
{
	char path[64], *argv[] = { "trace-hist flame", "-d50ms", "-o", path, "waits", NULL };
	char *text;
	int fd;

	variant.picture = PICTURE_FLAME;
	EXPECT_EQ(run_to_file(command_flame, argv, path), STATUS_OK);
	fd = open(path, O_RDONLY);
	text = read_all(fd);
	close(fd);
	unlink(path);
	EXPECT(strstr(text, "schedule, kernel: 1, 100.00 % of all"));
}

/* Let the standard output be a pipe without a reader. */
static void close_output(void)
{
	int ends[2];

	EXPECT(!pipe(ends));
	fflush(stdout);
	dup2(ends[1], STDOUT_FILENO);
	close(ends[0]);
	close(ends[1]);
	signal(SIGPIPE, SIG_IGN);
}

TEST(a_closed_output_does_not_end_the_measurement_for_a_file)
{
	char path[64], *heatmap[] = { "trace-hist heatmap", "-d200ms", "-i100ms", "-o", path,
				      "waits", NULL };
	char *flame[] = { "trace-hist flame", "-d200ms", "-o", path, "waits", NULL };
	int saved = dup(STDOUT_FILENO), status_heatmap, status_flame;
	double start = now(), middle;

	close_output();
	status_heatmap = run_to_file(command_heatmap, heatmap, path);
	middle = now();
	stops = 0;
	variant.picture = PICTURE_FLAME;
	status_flame = run_to_file(command_flame, flame, path);
	dup2(saved, STDOUT_FILENO);
	unlink(path);
	EXPECT_EQ(status_heatmap, STATUS_OK);
	EXPECT_EQ(status_flame, STATUS_OK);
	EXPECT(middle - start >= 0.2 && now() - middle >= 0.2);
}

TEST(a_recipe_with_another_picture_is_refused)
{
	char path[64], *heatmap[] = { "trace-hist heatmap", "-o", path, "waits", NULL };
	char *flame[] = { "trace-hist flame", "-o", path, "waits", NULL };

	EXPECT_EQ(run_to_file(command_flame, flame, path), STATUS_INPUT);
	EXPECT_EQ(stops, 1);
	variant.picture = PICTURE_TABLE;
	EXPECT_EQ(run_to_file(command_heatmap, heatmap, path), STATUS_INPUT);
	EXPECT_EQ(stops, 2);
	EXPECT(access(path, F_OK));
}

TEST(a_recipe_that_cannot_run_writes_nothing)
{
	char path[64], *argv[] = { "trace-hist heatmap", "-p", "4", "-o", path, "waits", NULL };

	EXPECT_EQ(run_to_file(command_heatmap, argv, path), STATUS_UNSUPPORTED);
	EXPECT(access(path, F_OK));
}
