// SPDX-License-Identifier: GPL-2.0-only
/*
 * Use the terminal with ncurses.
 *
 * No signal handler touches the terminal: handlers set flags, and terminal_wait() acts. It waits
 * with ppoll(), which unblocks the signals only while it waits, so that none can come before it.
 * SIGWINCH is handled by ncurses, which returns KEY_RESIZE.
 */
#include <curses.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/wait.h"
#include "terminal.h"

/* term.h defines macros with names such as "columns", which other headers use. */
#include <term.h>

/* Milliseconds to wait for the rest of an escape sequence */
#define ESCAPE_DELAY	25

/* Prefix of messages of report.c */
#define PREFIX		"trace-hist: "

static SCREEN *screen;

/* Standard error before the full screen, or -1 */
static int saved_stderr = -1;

static volatile sig_atomic_t quit, suspended, continued;

static void handle_signal(int signal)
{
	if (signal == SIGQUIT)
		quit = 1;
	else if (signal == SIGTSTP)
		suspended = 1;
	else
		continued = 1;
}

/**
 * terminal_check() - check that standard input and output are a terminal for full screens
 *
 * Return: %STATUS_OK, or %STATUS_FAILED after a message.
 */
enum status terminal_check(void)
{
	const char *term = getenv("TERM");
	const char *move;
	bool can_move;
	int error;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		report_error("top needs a terminal; "
			     "\"trace-hist run -i 1\" prints intervals into a pipe or a file");
		return STATUS_FAILED;
	}
	if (!term || !*term) {
		report_error("TERM is not set; "
			     "set it to the type of your terminal, as in TERM=xterm");
		return STATUS_FAILED;
	}
	if (setupterm(NULL, STDOUT_FILENO, &error) == ERR) {
		report_error("there is no description of the terminal \"%s\" in terminfo; "
			     "set TERM to another type, as in TERM=xterm, or install ncurses-term",
			     term);
		return STATUS_FAILED;
	}
	move = tigetstr("cup");
	can_move = move && move != (char *)-1;
	del_curterm(cur_term);
	if (!can_move) {
		report_error("the terminal \"%s\" cannot move its cursor, so top cannot use it; "
			     "use \"trace-hist run -i 1\"", term);
		return STATUS_FAILED;
	}
	return STATUS_OK;
}

static enum status hold_messages(void)
{
	int held = memfd_create("messages", MFD_CLOEXEC);

	fflush(stderr);
	saved_stderr = dup(STDERR_FILENO);
	if (held < 0 || saved_stderr < 0 || dup2(held, STDERR_FILENO) < 0) {
		if (held >= 0)
			close(held);
		return report_errno("hold back", "messages");
	}
	close(held);
	return STATUS_OK;
}

/* Read all messages that were held back. Return: their length. */
static size_t read_messages(char *text, size_t size)
{
	off_t end = lseek(STDERR_FILENO, 0, SEEK_END);
	off_t begin = end > (off_t)size - 1 ? end - (off_t)size + 1 : 0;
	ssize_t n = end > 0 ? pread(STDERR_FILENO, text, size - 1, begin) : 0;

	n = n > 0 ? n : 0;
	text[n] = '\0';
	if (ftruncate(STDERR_FILENO, 0))
		return n;
	lseek(STDERR_FILENO, 0, SEEK_SET);
	return n;
}

/* Print what was held back. */
static void release_messages(void)
{
	char text[4096];
	size_t n = read_messages(text, sizeof(text));
	ssize_t written;

	dup2(saved_stderr, STDERR_FILENO);
	close(saved_stderr);
	saved_stderr = -1;
	written = write(STDERR_FILENO, text, n);
	(void)written;
}

/**
 * terminal_message() - fetch the last message that was held back
 * @message: memory for it
 * @size: its size
 *
 * Return: true; false if no message was held back, and @message is empty.
 */
bool terminal_message(char *message, size_t size)
{
	char text[1024], *line;
	size_t n;

	fflush(stderr);
	n = read_messages(text, sizeof(text));
	while (n && text[n - 1] == '\n')
		text[--n] = '\0';
	line = strrchr(text, '\n');
	line = line ? line + 1 : text;
	if (!strncmp(line, PREFIX, strlen(PREFIX)))
		line += strlen(PREFIX);
	snprintf(message, size, "%s", line);
	return *message;
}

static void catch_signals(void)
{
	static const int signals[] = { SIGQUIT, SIGTSTP, SIGCONT };
	struct sigaction action = { .sa_handler = handle_signal };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &action, NULL);
}

static void start_colours(void)
{
	if (!report_use_colours(STDOUT_FILENO) || !has_colors() || start_color() == ERR)
		return;
	use_default_colors();
	init_pair(1, COLOR_YELLOW, -1);
	init_pair(2, COLOR_CYAN, -1);
}

/**
 * terminal_open() - begin to use the full screen
 *
 * Return: %STATUS_OK, or %STATUS_FAILED after a message.
 */
enum status terminal_open(void)
{
	enum status status = terminal_check();

	if (status)
		return status;
	/* The size is that of the terminal, not that of LINES and COLUMNS, which would be fixed. */
	use_tioctl(TRUE);
	catch_signals();
	screen = newterm(NULL, stdout, stdin);
	if (!screen) {
		report_error("cannot use the full screen of the terminal \"%s\"", getenv("TERM"));
		return STATUS_FAILED;
	}
	status = hold_messages();
	if (status) {
		terminal_close();
		return status;
	}
	set_escdelay(ESCAPE_DELAY);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	start_colours();
	return STATUS_OK;
}

/**
 * terminal_close() - restore the terminal, and print messages that were held back
 */
void terminal_close(void)
{
	if (!screen)
		return;
	endwin();
	delscreen(screen);
	screen = NULL;
	if (saved_stderr >= 0)
		release_messages();
}

static void draw_again(struct key *key)
{
	clearok(curscr, TRUE);
	*key = (struct key) { KEY_RESIZE, true };
}

/* Stop this process as SIGTSTP does by default, with a restored terminal. */
static void suspend(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t stop, old;

	suspended = 0;
	endwin();
	sigemptyset(&action.sa_mask);
	sigaction(SIGTSTP, &action, NULL);
	raise(SIGTSTP);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	/* The process stops here, until SIGCONT. */
	sigprocmask(SIG_UNBLOCK, &stop, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
	catch_signals();
	continued = 1;
}

/* Check flags and keys. Return: true if there is something to do. */
static bool check_input(double until, struct key *key, enum wake *wake)
{
	int result;

	*wake = WAKE_KEY;
	if (suspended)
		suspend();
	if (quit || signals_stop()) {
		*wake = WAKE_STOP;
		return true;
	}
	if (continued) {
		/* A shell may have changed the modes of the terminal. */
		continued = 0;
		endwin();
		draw_again(key);
		return true;
	}
	/* Keys that are held down do not delay an interval. */
	if (now() >= until) {
		*wake = WAKE_TIME;
		return true;
	}
	result = get_wch(&key->code);
	key->is_function = result == KEY_CODE_YES;
	return result != ERR;
}

/* Wait for a key, a signal, or the time. Return: false if the terminal has gone. */
static bool wait_for_input(double seconds, const sigset_t *unblocked)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	struct timespec timeout;
	int available;

	if (seconds < 0)
		seconds = 0;
	/* The caller waits again after a day. */
	if (seconds > 86400)
		seconds = 86400;
	timeout.tv_sec = floor(seconds);
	timeout.tv_nsec = (seconds - timeout.tv_sec) * 1e9;
	if (ppoll(&input, 1, &timeout, unblocked) <= 0)
		return true;
	if (input.revents & (POLLHUP | POLLERR | POLLNVAL))
		return false;
	return ioctl(STDIN_FILENO, FIONREAD, &available) || available > 0;
}

/**
 * terminal_wait() - wait for a key, for a signal, or until a time
 * @until: the time, see now()
 * @key: the key, after %WAKE_KEY; KEY_RESIZE if the screen has to be drawn again
 *
 * Return: why it returned.
 */
enum wake terminal_wait(double until, struct key *key)
{
	static const int signals[] = {
		SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH,
	};
	sigset_t blocked, old;
	enum wake wake;

	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaddset(&blocked, signals[i]);
	sigprocmask(SIG_BLOCK, &blocked, &old);
	while (!check_input(until, key, &wake)) {
		if (!wait_for_input(until - now(), &old)) {
			wake = WAKE_STOP;
			break;
		}
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	return wake;
}
