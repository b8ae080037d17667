// SPDX-License-Identifier: GPL-2.0-only
/*
 * Workloads of the tests of recipes: each does something that a recipe counts, a known number of
 * times or for a known time.
 *
 * usage: recipe_load WORKLOAD [NUMBER]...
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <linux/user_events.h>

#define PORT		7777
#define N(array)	(sizeof(array) / sizeof((array)[0]))

/* Arguments of all workloads: numbers, 0 if not given. */
static long arg[4];
static char *texts[4];

static void fail(const char *what)
{
	fprintf(stderr, "recipe_load: cannot %s: %s\n", what, strerror(errno));
	exit(1);
}

static void must(bool success, const char *what)
{
	if (!success)
		fail(what);
}

static void sleep_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

/* sleep N MS: sleep N times. */
static void do_sleep(void)
{
	for (long i = 0; i < arg[0]; i++)
		sleep_ms(arg[1]);
}

static long cpu_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The shell can have used CPU time in the same task, before it started this program. */
static void spin_ms(long ms)
{
	long end = cpu_ms() + ms;

	while (cpu_ms() < end) {
		for (int i = 0; i < 100000; i++)
			__asm__ __volatile__("" : : : "memory");
	}
}

/* spin MS: use that much CPU time. */
static void do_spin(void)
{
	spin_ms(arg[0]);
}

static void bind_to(int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	must(!sched_setaffinity(0, sizeof(cpus), &cpus), "choose a CPU");
}

static void *live(void *unused)
{
	sleep_ms(arg[1]);
	return unused;
}

/* threads N MS: create N threads that live as long. */
static void do_threads(void)
{
	pthread_t thread;

	for (long i = 0; i < arg[0]; i++) {
		must(!pthread_create(&thread, NULL, live, NULL), "create a thread");
		pthread_join(thread, NULL);
	}
}

/* compete MS: two tasks use MS of the same CPU each. */
static void do_compete(void)
{
	pid_t child;

	bind_to(0);
	child = fork();
	must(child >= 0, "fork");
	spin_ms(arg[0]);
	if (child)
		waitpid(child, NULL, 0);
}

/* migrate N: move to the other CPU N times. */
static void do_migrate(void)
{
	bind_to(0);
	for (long i = 1; i <= arg[0]; i++)
		bind_to(i % 2);
}

/* exec N FILE: execute a program N times. */
static void do_exec(void)
{
	for (long i = 0; i < arg[0]; i++) {
		pid_t child = fork();

		must(child >= 0, "fork");
		if (!child) {
			execl(texts[1], texts[1], "sleep", "0", NULL);
			_exit(1);
		}
		waitpid(child, NULL, 0);
	}
}

/* calls GOOD BAD: GOOD calls of getppid(), and BAD calls of close() that fail. */
static void do_calls(void)
{
	for (long i = 0; i < arg[0]; i++)
		syscall(SYS_getppid);
	for (long i = 0; i < arg[1]; i++)
		close(-1);
}

/* open FILE N MISSING: open a file N times, and another one, which is not there, MISSING times. */
static void do_open(void)
{
	for (long i = 0; i < arg[1]; i++)
		close(open(texts[0], O_RDONLY));
	for (long i = 0; i < arg[2]; i++)
		open("/no-such-file", O_RDONLY);
}

static void transfer(const char *file, int flags, long n, long size)
{
	int fd = open(file, flags | O_CREAT, 0600);
	char *buf = calloc(1, size);

	must(fd >= 0, "open the file");
	for (long i = 0; i < n; i++)
		must((flags == O_RDONLY ? read(fd, buf, size) : write(fd, buf, size)) == size,
		     "read or write");
	close(fd);
	free(buf);
}

/* write FILE N SIZE: write N blocks. */
static void do_write(void)
{
	transfer(texts[0], O_WRONLY, arg[1], arg[2]);
}

/* read FILE N SIZE: read N blocks. */
static void do_read(void)
{
	transfer(texts[0], O_RDONLY, arg[1], arg[2]);
}

/* direct FILE N SIZE: write N blocks without the page cache, each far from the others. */
static void do_direct(void)
{
	int fd = open(texts[0], O_WRONLY | O_DIRECT);
	void *buf = aligned_alloc(4096, arg[2]);

	must(fd >= 0 && buf, "open the device");
	memset(buf, 0, arg[2]);
	for (long i = 0; i < arg[1]; i++)
		must(pwrite(fd, buf, arg[2], i * (1 << 20)) == arg[2], "write");
}

/* sequence FILE N: write N pages through the page cache, and wait until they are on the device. */
static void do_sequence(void)
{
	static char page[4096];
	int fd = open(texts[0], O_WRONLY);

	must(fd >= 0, "open the device");
	for (long i = 0; i < arg[1]; i++)
		must(write(fd, page, sizeof(page)) == sizeof(page), "write");
	must(!fsync(fd), "wait for the device");
}

/* faults N: write to N new pages. */
static void do_faults(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, arg[0] * page, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(memory != MAP_FAILED, "map memory");
	madvise(memory, arg[0] * page, MADV_NOHUGEPAGE);
	for (long i = 0; i < arg[0]; i++)
		memory[i * page] = 1;
}

/* pipes N KEPT: create N pipes, close them except KEPT ones, and wait for a signal. */
static void do_pipes(void)
{
	int fds[2];

	for (long i = 0; i < arg[0]; i++) {
		must(!pipe(fds), "create a pipe");
		if (i < arg[1])
			continue;
		close(fds[0]);
		close(fds[1]);
	}
	if (arg[1])
		pause();
}

static void count_signal(int signal)
{
	(void)signal;
}

/* signals N: send a signal to this process N times. */
static void do_signals(void)
{
	signal(SIGUSR1, count_signal);
	for (long i = 0; i < arg[0]; i++)
		kill(getpid(), SIGUSR1);
}

/* terminal N: write N lines to a terminal, whose driver hands each to a workqueue. */
static void do_terminal(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave, unlock = 0;
	struct termios raw;
	char buf[8];

	must(master >= 0 && !ioctl(master, TIOCSPTLCK, &unlock), "open a terminal");
	slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY);
	must(slave >= 0 && !tcgetattr(slave, &raw), "open the slave");
	cfmakeraw(&raw);
	tcsetattr(slave, TCSANOW, &raw);
	for (long i = 0; i < arg[0]; i++)
		must(write(master, "x", 1) == 1 && read(slave, buf, 1) == 1, "use the terminal");
}

/* datagrams N: send N datagrams to this machine. */
static void do_datagrams(void)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons(PORT),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int in = socket(AF_INET, SOCK_DGRAM, 0), out = socket(AF_INET, SOCK_DGRAM, 0);
	char buf[8];

	must(!bind(in, (struct sockaddr *)&address, sizeof(address)), "bind the socket");
	for (long i = 0; i < arg[0]; i++) {
		must(sendto(out, "x", 1, 0, (struct sockaddr *)&address, sizeof(address)) == 1,
		     "send");
		must(recv(in, buf, sizeof(buf), 0) == 1, "receive");
	}
}

static int listen_on(int backlog)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons(PORT),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	must(!bind(fd, (struct sockaddr *)&address, sizeof(address)) && !listen(fd, backlog),
	     "listen");
	return fd;
}

static int connect_to(int flags)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons(PORT),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = socket(AF_INET, SOCK_STREAM | flags, 0);

	must(!connect(fd, (struct sockaddr *)&address, sizeof(address)) || errno == EINPROGRESS,
	     "connect");
	return fd;
}

/* connections N MS: make N connections, one after the other, that live MS. */
static void do_connections(void)
{
	int listener = listen_on(8);

	for (long i = 0; i < arg[0]; i++) {
		int client = connect_to(0), server = accept(listener, NULL, NULL);
		char buf[8];

		must(server >= 0, "accept");
		sleep_ms(arg[1]);
		close(client);
		must(read(server, buf, sizeof(buf)) == 0, "see the end of the connection");
		close(server);
		sleep_ms(50);
	}
}

/* retransmit MS: connect to a full listener, which drops the segments, for MS. */
static void do_retransmit(void)
{
	listen_on(0);
	connect_to(0);
	connect_to(SOCK_NONBLOCK);
	connect_to(SOCK_NONBLOCK);
	sleep_ms(arg[0]);
}

/* stream N: send N blocks of 10000 bytes over a connection. */
static void do_stream(void)
{
	static char block[10000];
	int listener = listen_on(1);
	long left = arg[0] * sizeof(block);
	pid_t child = fork();
	int fd;

	must(child >= 0, "fork");
	if (!child) {
		fd = connect_to(0);
		for (long i = 0; i < arg[0]; i++)
			must(write(fd, block, sizeof(block)) == sizeof(block), "send");
		_exit(0);
	}
	fd = accept(listener, NULL, NULL);
	while (left > 0) {
		ssize_t n = read(fd, block, sizeof(block));

		must(n > 0, "receive");
		left -= n;
	}
}

/**
 * struct slow_page - page that is missing until it is provided
 * @memory: the page
 * @fd: userfaultfd
 */
struct slow_page {
	char *memory;
	int fd;
};

static struct slow_page map_slow_page(void)
{
	long size = sysconf(_SC_PAGESIZE);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct slow_page page = {
		.memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
		.fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK),
	};

	range.range.start = (uintptr_t)page.memory;
	range.range.len = size;
	must(page.fd >= 0 && !ioctl(page.fd, UFFDIO_API, &api) &&
	     !ioctl(page.fd, UFFDIO_REGISTER, &range), "watch a page");
	return page;
}

#define CONTENDED	"/tmp/contended"

static int waiter_id;

static void *write_page(void *memory)
{
	int fd = open(CONTENDED, O_RDWR | O_CREAT, 0600);

	must(fd >= 0 && pwrite(fd, memory, 100, 0) == 100, "write");
	close(fd);
	return NULL;
}

static void *write_and_wait(void *memory)
{
	__atomic_store_n(&waiter_id, gettid(), __ATOMIC_RELAXED);
	return write_page(memory);
}

/* Wait until a thread waits in the kernel: its state is D. */
static void await_waiter(void)
{
	char path[64], state = 0;

	while (state != 'D') {
		FILE *stat;

		sleep_ms(1);
		snprintf(path, sizeof(path), "/proc/self/task/%d/stat",
			 __atomic_load_n(&waiter_id, __ATOMIC_RELAXED));
		stat = fopen(path, "r");
		if (!stat)
			continue;
		if (fscanf(stat, "%*d %*s %c", &state) != 1)
			state = 0;
		fclose(stat);
	}
}

/* Let one thread keep the lock of a file for MS, and another one wait for it. */
static void contend_once(long ms)
{
	static char buf[100];
	struct slow_page page = map_slow_page();
	struct uffdio_zeropage zero = { .range = { .start = (uintptr_t)page.memory,
						   .len = sysconf(_SC_PAGESIZE) } };
	struct pollfd fault = { .fd = page.fd, .events = POLLIN };
	pthread_t holder, waiter;

	waiter_id = 0;
	must(!pthread_create(&holder, NULL, write_page, page.memory), "create a thread");
	must(poll(&fault, 1, 5000) == 1 && fault.revents == POLLIN, "wait for the page fault");
	must(!pthread_create(&waiter, NULL, write_and_wait, buf), "create a thread");
	await_waiter();
	sleep_ms(ms);
	must(!ioctl(page.fd, UFFDIO_ZEROPAGE, &zero), "provide the page");
	pthread_join(holder, NULL);
	pthread_join(waiter, NULL);
	close(page.fd);
}

/*
 * contend N MS: N times, one thread writes to a file and keeps its lock for MS, because the page
 * that it writes from is missing; meanwhile another thread waits for the lock.
 */
static void do_contend(void)
{
	for (long i = 0; i < arg[0]; i++)
		contend_once(arg[1]);
}

/* events N USECS NAME: register an event, wait until it is counted, and write it N times. */
static void do_events(void)
{
	char name[24] = "lookup";
	uint64_t usecs = arg[1];
	uint32_t index;
	struct iovec parts[] = {
		{ &index, sizeof(index) }, { name, sizeof(name) }, { &usecs, sizeof(usecs) },
	};
	const ssize_t size = sizeof(index) + sizeof(name) + sizeof(usecs);
	static uint32_t enabled;
	char definition[100];
	struct user_reg reg = {
		.size = sizeof(reg), .enable_bit = 0, .enable_size = sizeof(enabled),
		.enable_addr = (uintptr_t)&enabled,
		.name_args = (uintptr_t)definition,
	};
	int fd = open("/sys/kernel/tracing/user_events_data", O_RDWR);

	snprintf(definition, sizeof(definition), "%s char[24] name; u64 usecs", texts[2]);
	must(fd >= 0 && !ioctl(fd, DIAG_IOCSREG, &reg), "register the event");
	index = reg.write_index;
	while (!__atomic_load_n(&enabled, __ATOMIC_RELAXED))
		sleep_ms(10);
	sleep_ms(1000);
	for (long i = 0; i < arg[0]; i++)
		must(writev(fd, parts, N(parts)) == size, "write the event");
	pause();
}

static const struct {
	const char *name;
	void (*run)(void);
} workloads[] = {
	{ "sleep", do_sleep }, { "spin", do_spin }, { "threads", do_threads },
	{ "compete", do_compete }, { "migrate", do_migrate }, { "exec", do_exec },
	{ "calls", do_calls }, { "open", do_open }, { "write", do_write }, { "read", do_read },
	{ "direct", do_direct }, { "sequence", do_sequence }, { "stream", do_stream },
	{ "faults", do_faults }, { "pipes", do_pipes }, { "signals", do_signals },
	{ "terminal", do_terminal }, { "datagrams", do_datagrams },
	{ "connections", do_connections }, { "retransmit", do_retransmit },
	{ "contend", do_contend }, { "events", do_events },
};

int main(int argc, char **argv)
{
	for (int i = 2; i < argc && i < 6; i++) {
		texts[i - 2] = argv[i];
		arg[i - 2] = strtol(argv[i], NULL, 10);
	}
	for (size_t i = 0; argc > 1 && i < N(workloads); i++) {
		if (!strcmp(argv[1], workloads[i].name)) {
			workloads[i].run();
			return 0;
		}
	}
	fprintf(stderr, "usage: recipe_load WORKLOAD [NUMBER]...\n");
	return 2;
}
