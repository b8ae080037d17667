// SPDX-License-Identifier: GPL-2.0
/*
 * Both ABIs at the same time: a process that reads status bits and a process whose enable bit is
 * written by the kernel share an event.
 */
#include "status_test.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

/* Requests to a process, one at a time. The process answers with a result or a negative errno. */
enum request {
	REGISTER,	/* register the text of the request; returns 0 */
	BIT,		/* returns 1 if the event is enabled */
	WRITE,		/* write the number of the request */
	UNREGISTER,
	CLOSE,
	EXIT,
};

struct message {
	enum request request;
	int number, flags;
	char text[128];
};

/* A process, as seen by the test. */
struct process {
	pid_t pid;
	int line;
};

/* State of a process, as seen by itself. */
struct state {
	int fd, bit, word;
	__u32 index;
	const char *page;
};

/* Operations of an ABI. */
struct kind {
	int (*begin)(struct state *s, const struct message *m);
	int (*is_on)(const struct state *s);
	int (*end)(struct state *s);
};

static int status_begin(struct state *s, const struct message *m)
{
	int ret = status_register(s->fd, m->text, &s->index);

	if (ret < 0)
		return ret;
	s->bit = ret;
	return 0;
}

static int status_is_on(const struct state *s)
{
	return status_has(s->page, s->bit);
}

/* The status ABI has no unregister request. */
static int status_end(struct state *s)
{
	return event_unregister(s->fd, &s->word, 0);
}

static int address_begin(struct state *s, const struct message *m)
{
	int ret = event_register_flags(s->fd, m->text, &s->word, sizeof(s->word), 0, m->flags);

	if (ret < 0)
		return ret;
	s->index = ret;
	return 0;
}

static int address_is_on(const struct state *s)
{
	return __atomic_load_n(&s->word, __ATOMIC_RELAXED);
}

static int address_end(struct state *s)
{
	return event_unregister(s->fd, &s->word, 0);
}

static const struct kind status_kind = { status_begin, status_is_on, status_end };
static const struct kind address_kind = { address_begin, address_is_on, address_end };

static int answer(const struct kind *kind, struct state *s, const struct message *m)
{
	switch (m->request) {
	case REGISTER:
		return kind->begin(s, m);
	case BIT:
		return kind->is_on(s);
	case WRITE:
		return write_number(s->fd, s->index, m->number);
	case UNREGISTER:
		return kind->end(s);
	case CLOSE:
		return result(close(s->fd));
	default:
		exit(0);
	}
}

static void be(const struct kind *kind, int line)
{
	struct state s = { .fd = data_open(), .page = status_map() };
	struct message m;

	/* The process must not outlive a failed test. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(line, &m, sizeof(m)) == sizeof(m)) {
		int ret = answer(kind, &s, &m);

		if (write(line, &ret, sizeof(ret)) != sizeof(ret))
			break;
	}
	exit(1);
}

static int process_start(struct process *p, const struct kind *kind)
{
	int line[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line))
		return -errno;
	p->pid = fork();
	if (!p->pid) {
		close(line[0]);
		be(kind, line[1]);
	}
	close(line[1]);
	p->line = line[0];
	return p->pid < 0 ? -errno : 0;
}

static int ask_all(const struct process *p, struct message m)
{
	int ret;

	if (write(p->line, &m, sizeof(m)) != sizeof(m))
		return -EPIPE;
	return read(p->line, &ret, sizeof(ret)) == sizeof(ret) ? ret : -EPIPE;
}

static int ask(const struct process *p, enum request request)
{
	return ask_all(p, (struct message){ .request = request });
}

static int ask_to_register(const struct process *p, const char *text)
{
	struct message m = { .request = REGISTER };

	snprintf(m.text, sizeof(m.text), "%s", text);
	return ask_all(p, m);
}

static int ask_to_write(const struct process *p, int number)
{
	return ask_all(p, (struct message){ .request = WRITE, .number = number });
}

/* End a process, which releases its file and its registrations. */
static void process_end(struct process *p)
{
	if (p->pid > 0) {
		ask(p, EXIT);
		close(p->line);
		waitpid(p->pid, NULL, 0);
	}
	p->pid = 0;
}

FIXTURE(mixed_abi)
{
	struct process status, address;
	const struct process *first, *second;
	int fd;
};

/* The order of registrations must not matter. */
FIXTURE_VARIANT(mixed_abi)
{
	bool is_status_first;
};

FIXTURE_VARIANT_ADD(mixed_abi, status_first) { true };
FIXTURE_VARIANT_ADD(mixed_abi, address_first) { false };

FIXTURE_SETUP(mixed_abi)
{
	PREPARE(return);
	ASSERT_EQ(0, process_start(&self->status, &status_kind));
	ASSERT_EQ(0, process_start(&self->address, &address_kind));
	self->first = variant->is_status_first ? &self->status : &self->address;
	self->second = variant->is_status_first ? &self->address : &self->status;
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
}

FIXTURE_TEARDOWN(mixed_abi)
{
	process_end(&self->status);
	process_end(&self->address);
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

static void register_both(struct __test_metadata *_metadata, const struct process *first,
			  const struct process *second)
{
	ASSERT_EQ(0, ask_to_register(first, "t u32 count"));
	ASSERT_EQ(0, ask_to_register(second, "t u32 count"));
	ASSERT_EQ(1, events_active());
}

TEST_F(mixed_abi, enabling_is_seen_by_both)
{
	int turn;

	register_both(_metadata, self->first, self->second);
	for (turn = 0; turn < 5; turn++) {
		EXPECT_EQ(0, ask(&self->status, BIT));
		EXPECT_TRUE(EVENTUALLY(ask(&self->address, BIT) == 0));
		ASSERT_EQ(0, event_switch("t", true));
		EXPECT_EQ(1, ask(&self->status, BIT));
		EXPECT_TRUE(EVENTUALLY(ask(&self->address, BIT) == 1));
		ASSERT_EQ(0, event_switch("t", false));
	}
	EXPECT_EQ(0, ask(&self->status, BIT));
	EXPECT_TRUE(EVENTUALLY(ask(&self->address, BIT) == 0));
}

TEST_F(mixed_abi, perf_is_seen_by_both)
{
	int perf;

	register_both(_metadata, self->first, self->second);
	perf = perf_open("t", 0);
	ASSERT_LE(0, perf);
	EXPECT_EQ(1, ask(&self->status, BIT));
	EXPECT_TRUE(EVENTUALLY(ask(&self->address, BIT) == 1));

	/* While there is another consumer, nothing changes. */
	ASSERT_EQ(0, event_switch("t", true));
	close(perf);
	EXPECT_EQ(1, ask(&self->status, BIT));
	EXPECT_EQ(1, ask(&self->address, BIT));

	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, ask(&self->status, BIT));
	EXPECT_TRUE(EVENTUALLY(ask(&self->address, BIT) == 0));
}

TEST_F(mixed_abi, earlier_enabling_is_seen_by_both)
{
	ASSERT_EQ(0, ask_to_register(self->first, "t u32 count"));
	ASSERT_EQ(0, event_switch("t", true));
	ASSERT_EQ(0, ask_to_register(self->second, "t u32 count"));
	EXPECT_EQ(1, ask(self->second, BIT));
	EXPECT_TRUE(EVENTUALLY(ask(self->first, BIT) == 1));
}

/* A line of the trace begins with the name and the pid of the process. */
static bool trace_has(const struct process *p, const char *record)
{
	const char *text = file_read(TRACE_FILE), *line;
	char begin[32];

	snprintf(begin, sizeof(begin), "-%d ", p->pid);
	for (line = strstr(text, begin); line; line = strstr(line + 1, begin))
		if (memmem(line, strcspn(line, "\n"), record, strlen(record)))
			return true;
	return false;
}

TEST_F(mixed_abi, both_write_to_one_trace)
{
	register_both(_metadata, self->first, self->second);
	EXPECT_EQ(-EBADF, ask_to_write(&self->status, 1));
	EXPECT_EQ(-EBADF, ask_to_write(&self->address, 2));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_EQ(8, ask_to_write(&self->status, 3));
	EXPECT_EQ(8, ask_to_write(&self->address, 4));
	EXPECT_EQ(8, ask_to_write(&self->status, 5));

	EXPECT_STREQ(" count=0x3 (3)\n count=0x4 (4)\n count=0x5 (5)\n", event_trace("t"));
	EXPECT_TRUE(trace_has(&self->status, " t: count=0x3 (3)"));
	EXPECT_TRUE(trace_has(&self->address, " t: count=0x4 (4)"));
	EXPECT_TRUE(trace_has(&self->status, " t: count=0x5 (5)"));
	EXPECT_FALSE(trace_has(&self->address, " t: count=0x3 (3)"));
}

TEST_F(mixed_abi, other_fields_are_rejected)
{
	static const char * const others[] = {
		"t u64 count", "t u32 number", "t", "t u32 count; u32 more", "t s32 count",
	};
	unsigned int i;

	ASSERT_EQ(0, ask_to_register(self->first, "t u32 count"));
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		EXPECT_EQ(-EADDRINUSE, ask_to_register(self->second, others[i]))
			TH_LOG("%s", others[i]);
	}
	EXPECT_EQ(1, events_active());
	EXPECT_STREQ("t u32 count", event_line(DYNAMIC_FILE, "t"));
	EXPECT_EQ(0, ask_to_register(self->second, "t u32 count;"));
	EXPECT_EQ(1, events_active());
}

/* By the status ABI, events are registered permanently; by the other, until the process ends. */
TEST_F(mixed_abi, status_registration_outlives_process)
{
	ASSERT_EQ(0, ask_to_register(&self->address, "a u32 count"));
	ASSERT_EQ(0, ask_to_register(&self->status, "s u32 count"));
	process_end(&self->address);
	process_end(&self->status);
	EXPECT_TRUE(EVENTUALLY(events_active() == 1));
	EXPECT_STREQ("none", event_line(STATUS_FILE, "a"));
	EXPECT_STREQ("s", event_line(STATUS_FILE, "s"));
	EXPECT_EQ(0, event_delete(self->fd, "s"));
	EXPECT_EQ(0, events_active());
}

TEST_F(mixed_abi, event_lives_until_deleted)
{
	register_both(_metadata, self->first, self->second);
	process_end(&self->address);
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "t"));
	process_end(&self->status);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_STREQ("t", event_line(STATUS_FILE, "t"));
	EXPECT_EQ(0, event_delete(self->fd, "t"));
	EXPECT_EQ(0, events_active());
}

TEST_F(mixed_abi, both_hold_references)
{
	register_both(_metadata, self->first, self->second);
	process_end(&self->status);
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "t"));
	EXPECT_EQ(0, ask(&self->address, UNREGISTER));
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "t"));
	EXPECT_EQ(0, ask(&self->address, CLOSE));
	EXPECT_EQ(0, event_delete(self->fd, "t"));
}

TEST_F(mixed_abi, unregister_only_own_registrations)
{
	register_both(_metadata, self->first, self->second);
	EXPECT_EQ(-ENOENT, ask(&self->status, UNREGISTER));
	EXPECT_EQ(0, ask(&self->address, UNREGISTER));
	EXPECT_EQ(-ENOENT, ask(&self->address, UNREGISTER));

	/* The other process is not affected. */
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1, ask(&self->status, BIT));
	EXPECT_EQ(0, ask(&self->address, BIT));
	EXPECT_EQ(8, ask_to_write(&self->status, 1));
	EXPECT_EQ(8, ask_to_write(&self->address, 2));
}

/* A multi-format event is never the status ABI's event of that name, but has a status bit. */
TEST_F(mixed_abi, multi_format_names_are_separate)
{
	struct message m = {
		.request = REGISTER,
		.flags = USER_EVENT_REG_MULTI_FORMAT,
		.text = "t u64 other",
	};
	const char *text;

	if (variant->is_status_first)
		ASSERT_EQ(0, ask_to_register(&self->status, "t u32 count"));
	ASSERT_EQ(0, ask_all(&self->address, m));
	if (!variant->is_status_first)
		ASSERT_EQ(0, ask_to_register(&self->status, "t u32 count"));
	EXPECT_EQ(2, events_active());
	text = file_read(STATUS_FILE);
	EXPECT_NE(atoi(text), atoi(strchr(text, '\n') + 1));

	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1, ask(&self->status, BIT));
	EXPECT_EQ(0, ask(&self->address, BIT));
	ASSERT_EQ(0, event_switch("t", false));
	ASSERT_EQ(0, file_write(TRACEFS "events/user_events_multi/enable", "1"));
	EXPECT_EQ(0, ask(&self->status, BIT));
	EXPECT_TRUE(EVENTUALLY(ask(&self->address, BIT) == 1));
	ASSERT_EQ(0, file_write(TRACEFS "events/user_events_multi/enable", "0"));
}

/* A program that is being ported from one ABI to the other may use both. */
TEST(one_process_uses_both_abis)
{
	const char *page = status_map();
	int fd = data_open(), bit, word = 0;
	__u32 index;

	PREPARE(return);
	bit = status_register(fd, "t u32 count", &index);
	ASSERT_LT(0, bit);
	EXPECT_EQ(index, event_register(fd, "t u32 count", &word));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(status_has(page, bit));
	EXPECT_TRUE(EVENTUALLY(__atomic_load_n(&word, __ATOMIC_RELAXED) == 1));
	EXPECT_EQ(8, write_number(fd, index, 9));
	EXPECT_STREQ(" count=0x9 (9)\n", event_trace("t"));
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_FALSE(status_has(page, bit));
	EXPECT_TRUE(EVENTUALLY(__atomic_load_n(&word, __ATOMIC_RELAXED) == 0));

	EXPECT_EQ(0, event_unregister(fd, &word, 0));
	close(fd);
	EXPECT_STREQ("t", event_line(STATUS_FILE, "t"));
	EXPECT_EQ(0, file_truncate(DYNAMIC_FILE));
}

/*
 * Requests of 32-bit programs: this program makes 32-bit system calls and keeps all arguments in
 * the lower 4 GiB of its memory.
 */

#define CALL32_GETPID	20
#define CALL32_IOCTL	54
#define CALL32_WRITE	4
#define CALL32_WRITEV	146

/* Request numbers that encode the size of a 32-bit pointer. */
#define REG32	_IOC(_IOC_READ | _IOC_WRITE, DIAG_IOC_MAGIC, 0, sizeof(__u32))
#define DEL32	_IOC(_IOC_WRITE, DIAG_IOC_MAGIC, 1, sizeof(__u32))
#define UNREG32	_IOC(_IOC_WRITE, DIAG_IOC_MAGIC, 2, sizeof(__u32))

#ifdef __x86_64__
static int call32(int number, __u32 a, __u32 b, __u32 c)
{
	int ret;

	asm volatile("int $0x80" : "=a"(ret) : "a"(number), "b"(a), "c"(b), "d"(c)
		     : "memory", "r8", "r9", "r10", "r11");
	return ret;
}
#else
#define call32(number, a, b, c)	((void)(number), (void)(a), (void)(b), (void)(c), -1)
#endif

/* A kernel without 32-bit system calls sends SIGSEGV. */
static bool have_call32(void)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		signal(SIGSEGV, SIG_DFL);
		_exit(call32(CALL32_GETPID, 0, 0, 0) != getpid());
	}
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Arguments of the calls, at addresses that fit into 32 bits. */
struct low_memory {
	struct user_reg_status status;
	struct user_reg address;
	struct user_unreg unreg;
	__u32 word;
	char text[64];
	__u32 data[2];
	__u32 iovecs[2][2];
};

FIXTURE(program32)
{
	struct low_memory *low;
	const char *page;
	int fd, other;
};

FIXTURE_SETUP(program32)
{
	PREPARE(return);
	if (!have_call32())
		SKIP(return, "no system calls of 32 bits here");
#ifdef MAP_32BIT
	self->low = mmap(NULL, sizeof(*self->low), PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	ASSERT_NE(MAP_FAILED, self->low);
#endif
	self->fd = data_open();
	self->other = data_open();
	self->page = status_map();
	ASSERT_LE(0, self->fd);
	ASSERT_LE(0, self->other);
	ASSERT_NE(MAP_FAILED, self->page);
}

FIXTURE_TEARDOWN(program32)
{
	if (self->low)
		unregister_all(self->fd, (int *)&self->low->word, 1);
	close(self->fd);
	close(self->other);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

static __u32 low(const void *pointer)
{
	return (uintptr_t)pointer;
}

static __u32 put_text(struct low_memory *l, const char *text)
{
	snprintf(l->text, sizeof(l->text), "%s", text);
	return low(l->text);
}

static int status_register32(int fd, struct low_memory *l, const char *text)
{
	put_text(l, text);
	l->status = status_registration(l->text);
	return call32(CALL32_IOCTL, fd, REG32, low(&l->status));
}

static int address_register32(int fd, struct low_memory *l, const char *text, int flags)
{
	put_text(l, text);
	l->address = registration(l->text, &l->word, sizeof(l->word), 31);
	l->address.flags = flags;
	return call32(CALL32_IOCTL, fd, REG32, low(&l->address));
}

static int delete32(int fd, struct low_memory *l, const char *name)
{
	return call32(CALL32_IOCTL, fd, DEL32, put_text(l, name));
}

static int unregister32(int fd, struct low_memory *l)
{
	l->unreg = (struct user_unreg){
		.size = sizeof(l->unreg),
		.disable_bit = 31,
		.disable_addr = low(&l->word),
	};
	return call32(CALL32_IOCTL, fd, UNREG32, low(&l->unreg));
}

/* Write by write() and by writev(). */
static void expect_written(struct __test_metadata *_metadata, int fd, struct low_memory *l,
			   __u32 index)
{
	l->data[0] = index;
	l->data[1] = 6;
	l->iovecs[0][0] = low(&l->data[0]);
	l->iovecs[0][1] = sizeof(l->data[0]);
	l->iovecs[1][0] = low(&l->data[1]);
	l->iovecs[1][1] = sizeof(l->data[1]);

	EXPECT_EQ(8, call32(CALL32_WRITE, fd, low(l->data), 8));
	l->data[1]++;
	EXPECT_EQ(8, call32(CALL32_WRITEV, fd, low(l->iovecs), 2));
	EXPECT_STREQ(" count=0x6 (6)\n count=0x7 (7)\n", event_trace("t"));

	l->data[0]++;
	EXPECT_EQ(-ENOENT, call32(CALL32_WRITE, fd, low(l->data), 8));
	EXPECT_EQ(-ENOENT, call32(CALL32_WRITEV, fd, low(l->iovecs), 2));
}

TEST_F(program32, status_page_of_32_bit_program)
{
	const struct user_reg_status *reg = &self->low->status;

	ASSERT_EQ(0, status_register32(self->fd, self->low, "before"));
	EXPECT_EQ(0, reg->write_index);
	ASSERT_EQ(0, status_register32(self->fd, self->low, "t u32 count"));
	EXPECT_EQ(1, reg->write_index);
	EXPECT_EQ(status_register(self->other, "t u32 count", NULL), reg->status_bit);
	EXPECT_STREQ("t u32 count", event_line(DYNAMIC_FILE, "t"));

	EXPECT_FALSE(status_has(self->page, reg->status_bit));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(status_has(self->page, reg->status_bit));
	expect_written(_metadata, self->fd, self->low, reg->write_index);
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_FALSE(status_has(self->page, reg->status_bit));

	EXPECT_EQ(-EBUSY, delete32(self->other, self->low, "t"));
	close(self->other);
	close(self->fd);
	self->fd = -1;
	self->other = data_open();
	EXPECT_EQ(0, delete32(self->other, self->low, "t"));
	EXPECT_EQ(-ENOENT, delete32(self->other, self->low, "t"));
	EXPECT_STREQ("none", event_line(STATUS_FILE, "t"));
}

TEST_F(program32, enable_bit_of_32_bit_program)
{
	__u32 *word = &self->low->word;

	ASSERT_EQ(0, address_register32(self->fd, self->low, "t u32 count", 0));
	EXPECT_EQ(0, self->low->address.write_index);
	EXPECT_EQ(-EADDRINUSE, address_register32(self->fd, self->low, "t u32 count", 0));
	EXPECT_EQ(0, *word);
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(__atomic_load_n(word, __ATOMIC_RELAXED) == 1U << 31));
	expect_written(_metadata, self->fd, self->low, 0);

	EXPECT_EQ(0, unregister32(self->fd, self->low));
	EXPECT_EQ(0, *word);
	EXPECT_EQ(-ENOENT, unregister32(self->fd, self->low));
	ASSERT_EQ(0, event_switch("t", false));
	close(self->fd);
	self->fd = -1;
	EXPECT_TRUE(EVENTUALLY(!events_active()));
}

TEST_F(program32, persistent_event_of_32_bit_program)
{
	ASSERT_EQ(0, address_register32(self->fd, self->low, "t u32 count",
					USER_EVENT_REG_PERSIST));
	EXPECT_EQ(-EBUSY, delete32(self->other, self->low, "t"));
	EXPECT_EQ(0, unregister32(self->fd, self->low));
	close(self->fd);
	self->fd = -1;
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	EXPECT_EQ(0, delete32(self->other, self->low, "t"));
}

TEST_F(program32, errors_of_32_bit_program)
{
	struct low_memory *l = self->low;
	int fd = self->fd;

	EXPECT_EQ(-EINVAL, status_register32(fd, l, "t long count"));
	EXPECT_EQ(-EINVAL, address_register32(fd, l, "t long count", 0));
	EXPECT_EQ(-EINVAL, address_register32(fd, l, "t u32 count", 4));
	EXPECT_EQ(-EFAULT, call32(CALL32_IOCTL, fd, REG32, 0));
	EXPECT_EQ(-EFAULT, call32(CALL32_IOCTL, fd, DEL32, 0));
	EXPECT_EQ(-EFAULT, call32(CALL32_IOCTL, fd, UNREG32, 0));
	EXPECT_EQ(-ENOTTY, call32(CALL32_IOCTL, fd, _IOC(_IOC_WRITE, '*', 3, 4), low(l)));
	EXPECT_EQ(-ENOTTY, call32(CALL32_IOCTL, fd, _IOC(_IOC_WRITE, '+', 1, 4), low(l)));
	EXPECT_EQ(-ENOTTY, call32(CALL32_IOCTL, fd, _IOC(_IOC_WRITE, '*', 1, 2), low(l)));

	l->status = status_registration(NULL);
	EXPECT_EQ(-EFAULT, call32(CALL32_IOCTL, fd, REG32, low(&l->status)));
	l->status.size = 19;
	EXPECT_EQ(-EINVAL, call32(CALL32_IOCTL, fd, REG32, low(&l->status)));
	l->status.size = 21;
	EXPECT_EQ(-EINVAL, call32(CALL32_IOCTL, fd, REG32, low(&l->status)));
	EXPECT_EQ(0, events_active());
}

TEST_HARNESS_MAIN
