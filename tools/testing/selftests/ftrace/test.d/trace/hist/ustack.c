// SPDX-License-Identifier: GPL-2.0
/*
 * usage: ustack calls SIG [DEPTH]
 *        ustack copy SIG
 *        ustack unmap
 *        ustack fork SIG N
 *        ustack exit
 *        ustack exec PROGRAM
 *        ustack hostile SIG
 *        ustack read FILE
 *
 * Make system calls with user stacks that are known, and print the frames that a histogram must
 * show, from the innermost to the outermost, up to main(), as print_frames() describes it.
 *
 * "calls" calls kill() with SIG, for a process that does not exist, below DEPTH more functions.
 * "copy" does so in a copy of the program's code: it maps its own file at another address, as a
 * shared library is mapped, calls the code there, and unmaps it.
 * "unmap" calls such a copy, and unmaps it while the copy is on the stack. Prints nothing.
 * "fork" lets N child processes do what "calls" does, one after the other.
 * "exit" calls exit_group(), and prints the frames before.
 * "exec" calls execve() for PROGRAM.
 * "hostile" calls kill() with frame pointers that are a loop, not aligned, not mapped, and of the
 * kernel. Prints nothing.
 * "read" prints FILE without CAP_PERFMON and CAP_SYS_ADMIN.
 *
 * The exit status is 4 on other machines than x86-64.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ustack.h"

#ifndef __x86_64__
int main(void)
{
	return 4;
}
#else

#define CAP_PERFMON_BIT	38

/* The code of this program, and the address of its copy. */
static struct mapping text;
static uintptr_t copy;

/* Frames that the walker must find. */
static struct stack stack;

/* System call that leaf() makes, and frame pointer that it has meanwhile, if it is not 0. */
static long call_nr, call_args[3];
static uintptr_t hostile_frame;

static HAS_FRAME void leaf(void)
{
	const uintptr_t frame = hostile_frame ?: (uintptr_t)__builtin_frame_address(0);

	CALL(&stack, SYSTEM_CALL(&stack, frame, call_nr, call_args[0], call_args[1], call_args[2]));
	NOTE_RETURN(&stack);
}

/* Call leaf() below @depth functions. */
static HAS_FRAME void branch(unsigned int depth)
{
	if (depth)
		CALL(&stack, branch(depth - 1));
	else
		CALL(&stack, leaf());
	NOTE_RETURN(&stack);
}

static void set_call(long nr, long a, long b, long c)
{
	call_nr = nr;
	call_args[0] = a;
	call_args[1] = b;
	call_args[2] = c;
}

static void set_kill(const char *sig)
{
	set_call(SYS_kill, NO_PID, atoi(sig), 0);
}

/* Map the code of this program a second time. */
static void map_copy(void)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	void *at;

	if (fd < 0)
		die("/proc/self/exe");
	at = mmap(NULL, text.end - text.start, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, text.offset);
	if (at == MAP_FAILED)
		die("mmap");
	close(fd);
	copy = (uintptr_t)at;
}

/*
 * Call the function that it is given. In the copy of the code, it uses no data of the program,
 * which is at a fixed distance of the code only if the program is not position-independent. So it
 * does not note the place of the call.
 */
static HAS_FRAME void trampoline(void (*function)(void), struct stack *noted)
{
	function();
	NOTE_RETURN(noted);
}

static void (*copy_of_trampoline(void))(void (*function)(void), struct stack *noted)
{
	return (void *)((uintptr_t)trampoline - text.start + copy);
}

static void call_copy(void)
{
	map_copy();
	CALL(&stack, copy_of_trampoline()(leaf, &stack));
	print_frames(&stack);
	munmap((void *)copy, text.end - text.start);
}

/* Does not return to the copy, which is not there any more. */
static HAS_FRAME void unmap_and_exit(void)
{
	set_call(SYS_munmap, copy, text.end - text.start, 0);
	leaf();
	_exit(0);
}

static void unmap(void)
{
	map_copy();
	copy_of_trampoline()(unmap_and_exit, &stack);
}

static void fork_children(const char *sig, unsigned int n)
{
	set_kill(sig);
	while (n--) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork");
		if (!pid) {
			CALL(&stack, branch(3));
			/* In the last child only, because all are equal. */
			if (!n)
				print_frames(&stack);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
}

static HAS_FRAME void prepare_call(bool last, long nr, long a, long b, long c)
{
	if (last) {
		print_frames(&stack);
		set_call(nr, a, b, c);
	} else {
		set_call(SYS_getppid, 0, 0, 0);
	}
}

/*
 * The frames of a call that does not return: make another call first, at the same place. The number
 * of calls is volatile, so that the compiler does not unroll the loop.
 */
static HAS_FRAME void call_twice(long nr, long a, long b, long c)
{
	volatile unsigned int n = 2;
	unsigned int i;

	for (i = 0; i < n; i++) {
		prepare_call(i, nr, a, b, c);
		CALL(&stack, branch(2));
	}
}

static void make_hostile_stacks(const char *sig)
{
	static uintptr_t loop[4], last_page;
	static char bytes[64];
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const uintptr_t cases[] = {
		(uintptr_t)loop, (uintptr_t)bytes + 1, 16, (uintptr_t)page + 4096 - 8,
		(uintptr_t)page + 4096, 0xffffffff81000000, 0xdead000000000000, UINTPTR_MAX - 7,
	};
	unsigned int i;

	if (page == MAP_FAILED)
		die("mmap");
	loop[0] = (uintptr_t)loop;
	loop[1] = (uintptr_t)leaf;
	last_page = (uintptr_t)page;
	memset(bytes, 0x41, sizeof(bytes));
	set_kill(sig);
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		hostile_frame = cases[i];
		leaf();
	}
	munmap((void *)last_page, 4096);
}

static void print_unprivileged(const char *name)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[2];
	char buf[4096];
	ssize_t n;
	int fd;

	if (syscall(SYS_capget, &header, caps))
		die("capget");
	caps[0].effective &= ~(1U << CAP_SYS_ADMIN);
	caps[1].effective &= ~(1U << (CAP_PERFMON_BIT - 32));
	if (syscall(SYS_capset, &header, caps))
		die("capset");
	fd = open(name, O_RDONLY);
	if (fd < 0)
		die(name);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		if (write(STDOUT_FILENO, buf, n) != n)
			die("write");
	if (n)
		die(name);
}

int main(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "", *arg = argc > 2 ? argv[2] : "";

	text = find_mapping((uintptr_t)leaf);
	if (!strcmp(verb, "calls")) {
		set_kill(arg);
		CALL(&stack, branch(argc > 3 ? atoi(argv[3]) : 3));
		print_frames(&stack);
	} else if (!strcmp(verb, "copy")) {
		set_kill(arg);
		call_copy();
	} else if (!strcmp(verb, "unmap")) {
		unmap();
	} else if (!strcmp(verb, "fork") && argc > 3) {
		fork_children(arg, atoi(argv[3]));
	} else if (!strcmp(verb, "exit")) {
		call_twice(SYS_exit_group, 0, 0, 0);
	} else if (!strcmp(verb, "exec")) {
		char *args[] = { (char *)arg, NULL };

		call_twice(SYS_execve, (long)arg, (long)args, 0);
		die(arg);
	} else if (!strcmp(verb, "hostile")) {
		make_hostile_stacks(arg);
	} else if (!strcmp(verb, "read")) {
		print_unprivileged(arg);
	} else {
		return 2;
	}
	return 0;
}
#endif
