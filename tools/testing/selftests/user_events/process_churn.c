// SPDX-License-Identifier: GPL-2.0
/*
 * Processes are created and ended in all possible ways while their event is enabled and disabled.
 * In the end, the bits of the remaining processes must be right. The event must be removed after
 * the last process.
 */
#define _GNU_SOURCE
#include <pthread.h>

#include "kselftest_harness.h"
#include "fault_injection.h"
#include "user_events_test.h"

#define TEXT		"t u32 a"
#define TURNS		3

/* Shared memory for communication between the processes of a test. */
struct board {
	struct toggler toggler;
	int ready, turn, done[TURNS + 1], wrong;
};

FIXTURE(process_churn)
{
	int fd, log, *word;
	struct board *board;
};

FIXTURE_VARIANT(process_churn)
{
	bool signals;	/* send signals to each process at a high rate */
};

FIXTURE_VARIANT_ADD(process_churn, calm) { };
FIXTURE_VARIANT_ADD(process_churn, signals) { .signals = true };

FIXTURE_SETUP(process_churn)
{
	PREPARE(return);
	self->log = log_open();
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = pages_make(1, MAP_PRIVATE);
	self->board = pages_make(1, MAP_SHARED);
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	take_signals();
}

FIXTURE_TEARDOWN(process_churn)
{
	tick(false);
	event_switch("t", false);
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);
	EXPECT_TRUE(FINALLY(!events_active()))
		TH_LOG("left:\n%s", file_read(STATUS_FILE));
	EXPECT_STREQ("", log_complaint(self->log));
}

/* Register and unregister other bits of the word. */
static bool registers(int fd, int *word, int rounds)
{
	bool good = true;
	int i;

	for (i = 0; i < rounds && good; i++)
		good = event_register_bit(fd, TEXT, word, 1 + i % 31) == 0 &&
		       event_unregister(fd, word, 1 + i % 31) == 0;
	return good;
}

/* In each turn, wait for the parent and check that the bit has the expected value. */
static void take_turns(struct board *board, const int *word)
{
	int turn;

	count(&board->ready);
	for (turn = 1; turn <= TURNS; turn++) {
		if (!FINALLY(seen(&board->turn) >= turn) || !FINALLY((seen(word) & 1) == turn % 2))
			count(&board->wrong);
		count(&board->done[turn]);
	}
}

/* Let N processes that wait in take_turns() take their turns. */
static void expect_turns(struct __test_metadata *_metadata, struct board *board, int n)
{
	int turn;

	EXPECT_TRUE(FINALLY(seen(&board->ready) == n))
		TH_LOG("%d of %d are ready", board->ready, n);
	for (turn = 1; turn <= TURNS; turn++) {
		EXPECT_EQ(0, event_switch("t", turn % 2));
		tell(&board->turn, turn);
		EXPECT_TRUE(FINALLY(seen(&board->done[turn]) == n));
	}
	EXPECT_EQ(0, board->wrong);
}

static const int children_of[] = { 6, 5, 0 };

/* A process with children and grandchildren, all of which inherit the registered word. */
static void have_children(const FIXTURE_VARIANT(process_churn) *variant, int fd, int *word,
			  struct board *board)
{
	int depth = 0, i;
	pid_t pid;

	tick(variant->signals);
	for (i = 0; i < children_of[depth]; i++) {
		pid = fork();
		if (pid < 0)
			count(&board->wrong);
		if (!pid) {
			tick(variant->signals);
			depth++;
			i = -1;
		} else if (i % 2) {
			/* Write to the page, so that it is not shared with the child any more. */
			word[1]++;
		}
	}
	if (!registers(fd, word + 2, 10))
		count(&board->wrong);
	tick(false);
	take_turns(board, word);
	do
		pid = wait(NULL);
	while (pid > 0);
	_exit(0);
}

TEST_F(process_churn, forks)
{
	struct board *board = self->board;
	pid_t toggler, pid;

	toggler = toggle_start(&board->toggler, "t");
	pid = fork();
	if (!pid)
		have_children(variant, self->fd, self->word, board);
	EXPECT_TRUE(FINALLY(seen(&board->ready) == 1 + 6 + 6 * 5));
	EXPECT_TRUE(toggle_end(&board->toggler, toggler));
	expect_turns(_metadata, board, 1 + 6 + 6 * 5);
	EXPECT_EQ(1, seen(self->word));
	EXPECT_TRUE(child_end(pid, -1));
}

/* Registrations in new address spaces, the first one and others. */
TEST_F(process_churn, registrations)
{
	struct board *board = self->board;
	pid_t toggler, pids[8];
	int i;

	toggler = toggle_start(&board->toggler, "t");
	for (i = 0; i < 8; i++) {
		pids[i] = fork();
		if (!pids[i]) {
			tick(variant->signals);
			_exit(!registers(self->fd, self->word + 1 + i, 20));
		}
	}
	for (i = 0; i < 8; i++)
		EXPECT_TRUE(child_end(pids[i], -1));
	EXPECT_TRUE(toggle_end(&board->toggler, toggler));
}

/* Ways in which a process ends. */
enum ending { EXITS, IS_KILLED, RUNS_ANOTHER, LEADER_FIRST, HAS_CHILD_THAT_RUNS, ENDINGS };

/* Arguments of a thread that registers words. */
struct thread {
	struct board *board;
	int fd, *word, stay;
};

static void *thread_registers(void *arg)
{
	struct thread *thread = arg;

	/* If the process ends meanwhile, so does this thread, before it returns from the call. */
	if (event_register(thread->fd, TEXT, thread->word) ||
	    !registers(thread->fd, thread->word + 1, 3))
		count(&thread->board->wrong);
	if (thread->stay)
		usleep(thread->stay);
	return NULL;
}

/* Return: true if a child has executed another program. */
static bool child_runs_another(void)
{
	pid_t pid = vfork();

	if (!pid) {
		execlp("true", "true", NULL);
		_exit(1);
	}
	return pid > 0 && child_end(pid, -1);
}

/* A process with several threads that ends in this way. */
static void come_to_end(enum ending ending, struct board *board, int fd, int *word, int after)
{
	struct thread threads[3];
	pthread_t ids[3];
	int i;

	for (i = 0; i < 3; i++) {
		threads[i] = (struct thread){ board, fd, word + 2 + 2 * i, i * after };
		if (pthread_create(&ids[i], NULL, thread_registers, &threads[i]))
			count(&board->wrong);
	}
	usleep(after);
	switch (ending) {
	case RUNS_ANOTHER:
		execlp("true", "true", NULL);
		count(&board->wrong);
		break;
	case LEADER_FIRST:
		syscall(SYS_exit, 0);
		break;
	case HAS_CHILD_THAT_RUNS:
		if (!child_runs_another())
			count(&board->wrong);
		break;
	case IS_KILLED:
		kill(getpid(), SIGKILL);
		break;
	default:
		break;
	}
	_exit(0);
}

TEST_F(process_churn, ends)
{
	struct board *board = self->board;
	pid_t toggler, pids[ENDINGS];
	int round, i, status;

	toggler = toggle_start(&board->toggler, "t");
	for (round = 0; round < 8; round++) {
		tick(variant->signals);
		for (i = 0; i < ENDINGS; i++) {
			pids[i] = fork();
			if (!pids[i])
				come_to_end(i, board, self->fd, self->word, 500 * round);
		}
		for (i = 0; i < ENDINGS; i++) {
			EXPECT_EQ(pids[i], waitpid(pids[i], &status, 0));
			EXPECT_EQ(i == IS_KILLED ? SIGKILL : 0, status);
		}
		tick(false);
	}
	EXPECT_TRUE(toggle_end(&board->toggler, toggler));
	EXPECT_EQ(0, board->wrong);
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1, seen(self->word));
}

/* Arguments of the threads of one process, and their results. */
struct life {
	int fd, *word, times, stop, wrong;
};

static void *registers_and_unregisters(void *arg)
{
	struct life *life = arg;

	while (!seen(&life->stop))
		if (!registers(life->fd, life->word + 1, 1))
			count(&life->wrong);
	return NULL;
}

/* Fork a child that ends in one of three ways. Its registrations are copies of the parent's. */
static pid_t have_child(struct life *life, int way)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	/* It depends on the other thread whether this registration has been copied. */
	event_unregister(life->fd, life->word + 1, 1);
	if (way % 3 == 0)
		_exit(event_unregister(life->fd, life->word, 0));
	if (way % 3 == 1)
		execlp("true", "true", NULL);
	_exit(way % 3 == 1);
}

static void *forks_and_waits(void *arg)
{
	struct life *life = arg;
	int i, status;

	for (i = 0; i < life->times; i++) {
		pid_t pid = have_child(life, i);

		if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
			count(&life->wrong);
	}
	return NULL;
}

/*
 * In the end, the process still has its registration. It unregisters while a child executes another
 * program.
 */
TEST_F(process_churn, fork_exec_exit_and_unregister_in_parallel)
{
	struct life life = { .fd = self->fd, .word = self->word, .times = 24 };
	struct board *board = self->board;
	pthread_t forking[2], registering;
	pid_t toggler, pid;
	int i;

	toggler = toggle_start(&board->toggler, "t");
	tick(variant->signals);
	ASSERT_EQ(0, pthread_create(&registering, NULL, registers_and_unregisters, &life));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_create(&forking[i], NULL, forks_and_waits, &life));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_join(forking[i], NULL));
	tell(&life.stop, 1);
	ASSERT_EQ(0, pthread_join(registering, NULL));
	tick(false);
	EXPECT_TRUE(toggle_end(&board->toggler, toggler));
	EXPECT_EQ(0, life.wrong);
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(FINALLY(seen(self->word) == 1));

	pid = have_child(&life, 1);
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 0));
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_EQ(0, event_register(self->fd, TEXT, self->word));
}

/* Arguments of one of several processes that share their memory. */
struct relative {
	struct board *board;
	int fd, *word, number;
	char stack[32768] __attribute__((aligned(16)));
};

/*
 * Exit one after the other, in different ways. The last process checks its bit.
 *
 * These processes share the memory of one thread of the C library. fork() takes locks that this
 * thread owns, so two calls at the same time may wait forever. The system call takes none.
 */
static int live(void *arg)
{
	struct relative *relative = arg;
	struct board *board = relative->board;
	char *const args[] = { "process_churn", "have-children", NULL };
	pid_t pid = 0;

	if (!registers(relative->fd, relative->word + 1 + relative->number, 3))
		count(&board->wrong);
	usleep(700 * relative->number);
	switch (relative->number % 4) {
	case 1:
		execv("/proc/self/exe", args);
		count(&board->wrong);
		break;
	case 2:
		pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
		if (!pid)
			_exit(0);
		break;
	case 3:
		pid = vfork();
		if (!pid) {
			execv("/proc/self/exe", args);
			count(&board->wrong);
			_exit(1);
		}
		break;
	}
	if (pid < 0)
		count(&board->wrong);
	if (relative->number == 7)
		take_turns(board, relative->word);
	syscall(SYS_exit, 0);
	return 0;
}

/* The remaining processes keep the bit, although the process that registered it has exited. */
static void be_first_of_many(struct board *board, int fd, int *word, int how)
{
	static struct relative relatives[8];
	int i;

	if (event_unregister(fd, word, 0) || event_register(fd, TEXT, word))
		count(&board->wrong);
	for (i = 1; i < 8; i++) {
		struct relative *relative = &relatives[i];
		int flags = how % 2 ? CLONE_VM : CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;

		relative->board = board;
		relative->fd = fd;
		relative->word = word;
		relative->number = i;
		/* exec() ends all threads of a process, so that this one must not be a thread. */
		if (i % 4 == 1)
			flags = CLONE_VM;
		if (clone(live, relative->stack + sizeof(relative->stack), flags, relative) < 0)
			count(&board->wrong);
	}
	usleep(1000 * how);
	syscall(SYS_exit, 0);
}

TEST_F(process_churn, first_process_exits_before_its_clones)
{
	struct board *board = self->board;
	int how, status;
	pid_t toggler, pid;

	for (how = 0; how < 8; how++) {
		memset(board, 0, sizeof(*board));
		toggler = toggle_start(&board->toggler, "t");
		tick(variant->signals);
		pid = fork();
		if (!pid)
			be_first_of_many(board, self->fd, self->word, how);
		EXPECT_TRUE(FINALLY(seen(&board->ready) == 1));
		tick(false);
		EXPECT_TRUE(toggle_end(&board->toggler, toggler));
		expect_turns(_metadata, board, 1);
		EXPECT_EQ(pid, waitpid(pid, &status, 0));
		EXPECT_EQ(0, status);
		EXPECT_EQ(0, event_switch("t", false));
	}
}

/* The program executed by the processes above: it forks at once. */
static int have_grandchildren(void)
{
	int i;

	for (i = 0; i < 4; i++)
		if (!fork())
			_exit(0);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "have-children"))
		return have_grandchildren();
	return test_harness_run(argc, argv);
}
