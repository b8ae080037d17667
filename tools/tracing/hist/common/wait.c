// SPDX-License-Identifier: GPL-2.0-only
/* The clock, signals that end a command, and waiting for a time or for one of them. */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <time.h>

#include "wait.h"

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

/* A parent that has made a signal ignored wants it to stay so. */
static void catch_unless_ignored(int signal, const struct sigaction *action)
{
	struct sigaction old;

	if (!sigaction(signal, NULL, &old) && old.sa_handler != SIG_IGN)
		sigaction(signal, action, NULL);
}

/**
 * signals_catch() - let a signal set a flag instead of ending the process
 *
 * The signals are SIGINT, SIGTERM and SIGHUP. A SIGINT that a shell without job control has made
 * ignored for a command in the background stays ignored, and so does a SIGHUP that nohup(1) has.
 */
void signals_catch(void)
{
	struct sigaction action = { .sa_handler = stop };

	sigemptyset(&action.sa_mask);
	catch_unless_ignored(SIGINT, &action);
	sigaction(SIGTERM, &action, NULL);
	catch_unless_ignored(SIGHUP, &action);
}

/**
 * signals_stop() - check for a signal
 *
 * Return: true if a signal has asked the command to end.
 */
bool signals_stop(void)
{
	return stopped;
}

/**
 * now() - read the clock
 *
 * Return: seconds of CLOCK_MONOTONIC.
 */
double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

/* Wait with ppoll(), which unblocks the signals only while it waits: none can come before it. */
static int wait_once(double seconds, int output, const sigset_t *unblocked)
{
	struct pollfd closed = { .fd = output };
	struct timespec timeout;

	timeout.tv_sec = floor(seconds);
	timeout.tv_nsec = (seconds - timeout.tv_sec) * 1e9;
	return ppoll(&closed, 1, &timeout, unblocked);
}

/**
 * wait_until() - sleep until a time, a signal, or the end of the reader of an output
 * @seconds: the time on CLOCK_MONOTONIC
 * @output: file descriptor of a pipe or socket, or -1
 *
 * Return: %WAIT_TIME, %WAIT_SIGNAL or %WAIT_CLOSED.
 */
enum wait_result wait_until(double seconds, int output)
{
	enum wait_result result = WAIT_TIME;
	sigset_t blocked, old;
	double left;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGTERM);
	sigaddset(&blocked, SIGHUP);
	sigprocmask(SIG_BLOCK, &blocked, &old);
	while (!stopped && (left = seconds - now()) > 0) {
		/* POLLERR is reported for the writing end of a pipe that has no reader. */
		if (wait_once(left, output, &old) > 0) {
			result = WAIT_CLOSED;
			break;
		}
	}
	if (stopped)
		result = WAIT_SIGNAL;
	sigprocmask(SIG_SETMASK, &old, NULL);
	return result;
}

/**
 * sleep_until() - sleep until a time or a signal
 * @seconds: the time on CLOCK_MONOTONIC
 *
 * Return: false after a signal that asks the command to end.
 */
bool sleep_until(double seconds)
{
	return wait_until(seconds, -1) == WAIT_TIME;
}
