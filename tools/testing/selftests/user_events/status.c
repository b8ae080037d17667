// SPDX-License-Identifier: GPL-2.0
/*
 * The status ABI as documented in Linux 6.1 (Documentation/trace/user_events.rst there): a test for
 * each paragraph, in its order. Quoted text and all expected values are from that document, unless
 * a comment says otherwise.
 */
#include "status_test.h"

#include <asm/bitsperlong.h>
#include <endian.h>
#include <sys/mount.h>
#include <sys/uio.h>
#include <sys/wait.h>

/* The path of tracefs in the document. */
#define DEBUG_TRACEFS	"/sys/kernel/debug/tracing/"

/* The empty line is that of the stock kernel. The available copy of the document omits it. */
#define STATUS_TEXT(events, active, busy) \
	events "\nActive: " #active "\nBusy: " #busy "\nMax: 32768\n"

FIXTURE(specification)
{
	const char *page;
	int fd, other;
};

FIXTURE_SETUP(specification)
{
	PREPARE(return);
	self->fd = data_open();
	self->other = data_open();
	ASSERT_LE(0, self->fd);
	ASSERT_LE(0, self->other);
	self->page = status_map();
	ASSERT_NE(MAP_FAILED, self->page);
}

FIXTURE_TEARDOWN(specification)
{
	close(self->fd);
	close(self->other);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/*
 * "User based trace events allow user processes to create events and trace data that can
 * be viewed via existing tools, such as ftrace and perf."
 */
TEST_F(specification, overview_viewed_by_ftrace_and_perf)
{
	__u64 count = 0;
	__u32 index;
	int perf;

	ASSERT_LT(0, status_register(self->fd, "test u32 count", &index));
	ASSERT_EQ(0, event_switch("test", true));
	perf = perf_open("test", 0);
	ASSERT_LE(0, perf);
	EXPECT_EQ(8, write_number(self->fd, index, 7));
	EXPECT_STREQ(" count=0x7 (7)\n", event_trace("test"));
	EXPECT_EQ(sizeof(count), read(perf, &count, sizeof(count)));
	EXPECT_EQ(1, count);
	close(perf);
}

/* "To enable this feature, build your kernel with CONFIG_USER_EVENTS=y." */
TEST_F(specification, overview_enabled)
{
	struct stat data, status;

	ASSERT_EQ(0, stat(DATA_FILE, &data));
	ASSERT_EQ(0, stat(STATUS_FILE, &status));
	EXPECT_EQ(S_IFREG | 0640, data.st_mode);
	EXPECT_EQ(S_IFREG | 0440, status.st_mode);
}

/*
 * "Programs can view status of the events via .../user_events_status and can both register
 * and write data out via .../user_events_data." And "both ... are under the tracefs
 * filesystem and may be mounted at different paths than above."
 */
TEST_F(specification, overview_mounted_at_different_paths)
{
	char mounted[] = P_tmpdir "/tracefs.XXXXXX", path[256];
	int fd;

	ASSERT_NE(NULL, mkdtemp(mounted));
	ASSERT_EQ(0, mount("tracefs", mounted, "tracefs", 0, NULL));
	snprintf(path, sizeof(path), "%s/user_events_data", mounted);
	fd = open(path, O_RDWR);
	EXPECT_LT(0, status_register(fd, "test u32 count", NULL));
	close(fd);
	EXPECT_STREQ("test", event_line(STATUS_FILE, "test"));
	snprintf(path, sizeof(path), "%s/user_events_status", mounted);
	EXPECT_STREQ("test", event_line(path, "test"));
	EXPECT_EQ(0, umount2(mounted, MNT_DETACH));
	EXPECT_EQ(0, rmdir(mounted));

	if (access("/sys/kernel/debug/tracing", F_OK))
		return;
	EXPECT_STREQ("test", event_line(DEBUG_TRACEFS "user_events_status", "test"));
	fd = open(DEBUG_TRACEFS "user_events_data", O_RDWR);
	EXPECT_LT(0, status_register(fd, "another", NULL));
	close(fd);
	EXPECT_STREQ("another", event_line(STATUS_FILE, "another"));
}

/*
 * "Programs can also use .../dynamic_events to register and delete user based events via
 * the u: prefix. The format of the command to dynamic_events is the same as the ioctl
 * with the u: prefix applied."
 */
TEST_F(specification, overview_dynamic_events)
{
	int bit;

	EXPECT_EQ(0, command("u:test u32 count; char[20] name"));
	EXPECT_STREQ("test", event_line(STATUS_FILE, "test"));
	EXPECT_EQ(0, access(EVENT_FILE("test", "enable"), F_OK));

	/* The command has defined the event that the same text registers. */
	bit = status_register(self->fd, "test u32 count; char[20] name", NULL);
	EXPECT_LT(0, bit);
	EXPECT_EQ(1, events_active());
	EXPECT_EQ(0, event_switch("test", true));
	EXPECT_TRUE(status_has(self->page, bit));
	EXPECT_EQ(0, event_switch("test", false));

	close(self->fd);
	EXPECT_EQ(0, command("-:test u32 count; char[20] name"));
	EXPECT_EQ(0, events_active());

	self->fd = data_open();
	EXPECT_LT(0, status_register(self->fd, "test u32 count", NULL));
	EXPECT_STREQ("test u32 count", event_line(DYNAMIC_FILE, "test"));
	close(self->fd);
	EXPECT_EQ(0, command("-:test u32 count"));
	EXPECT_EQ(0, events_active());
}

/* "The registration process gives back two ints to the program for each event." */
TEST_F(specification, overview_two_ints)
{
	__u32 index[2];
	int bit[2], i;

	bit[0] = status_register(self->fd, "test0 u32 count", &index[0]);
	bit[1] = status_register(self->fd, "test1 u32 count", &index[1]);
	ASSERT_NE(bit[0], bit[1]);
	EXPECT_NE(index[0], index[1]);

	/* "The first int is the status bit ... the second int is the write index." */
	for (i = 0; i < 2; i++) {
		const char *name = i ? "test1" : "test0";

		ASSERT_LT(0, bit[i]);
		EXPECT_FALSE(status_has(self->page, bit[i]));
		EXPECT_EQ(0, event_switch(name, true));
		EXPECT_TRUE(status_has(self->page, bit[i]));
		EXPECT_EQ(8, write_number(self->fd, index[i], 5));
		EXPECT_STREQ(" count=0x5 (5)\n", event_trace(name));
		EXPECT_EQ(0, file_truncate(TRACE_FILE));
	}
}

/*
 * "The structures referenced in this document are contained within the /include/uapi/linux/
 * user_events.h file in the source tree."
 */
TEST_F(specification, overview_structures)
{
	EXPECT_EQ(20, sizeof(struct user_reg_status));
	EXPECT_EQ(0, offsetof(struct user_reg_status, size));
	EXPECT_EQ(4, offsetof(struct user_reg_status, name_args));
	EXPECT_EQ(12, offsetof(struct user_reg_status, status_bit));
	EXPECT_EQ(16, offsetof(struct user_reg_status, write_index));

	/* The request numbers of 6.1: direction, size, magic, number. */
	EXPECT_EQ(3U << 30 | sizeof(void *) << 16 | '*' << 8 | 0, DIAG_IOCSREG);
	EXPECT_EQ(1U << 30 | sizeof(void *) << 16 | '*' << 8 | 1, DIAG_IOCSDEL);
}

/*
 * "Registering within a user process is done via ioctl() out to the .../user_events_data
 * file. The command to issue is DIAG_IOCSREG."
 */
TEST_F(specification, registering)
{
	EXPECT_LT(0, status_register(self->fd, "test u32 count", NULL));
	EXPECT_STREQ("test u32 count", event_line(DYNAMIC_FILE, "test"));
	EXPECT_EQ(1, events_active());
}

/*
 * "This command takes a packed struct user_reg as an argument." The structure has no padding and
 * may be unaligned.
 */
TEST_F(specification, registering_packed_struct)
{
	unsigned char reg[20] = { 20, 0, 0, 0 }, *where = malloc(21);
	__u64 text = (uintptr_t)"test u32 count";
	__u32 bit, index;

	ASSERT_NE(NULL, where);
	memcpy(reg + 4, &text, sizeof(text));
	memcpy(where + 1, reg, sizeof(reg));
	ASSERT_EQ(0, ioctl(self->fd, DIAG_IOCSREG, where + 1));
	memcpy(&bit, where + 1 + 12, sizeof(bit));
	memcpy(&index, where + 1 + 16, sizeof(index));
	EXPECT_EQ(bit, status_register(self->fd, "test u32 count", NULL));
	EXPECT_EQ(0, index);
	free(where);
}

/*
 * "The struct user_reg requires two inputs, the first is the size of the structure to
 * ensure forward and backward compatibility. The second is the command string to issue
 * for registering. Upon success two outputs are set, the status bit and the write index."
 */
TEST_F(specification, registering_inputs_and_outputs)
{
	static const char text[] = "test u32 count";
	struct user_reg_status reg = status_registration(text);

	ASSERT_EQ(0, ioctl(self->fd, DIAG_IOCSREG, &reg));
	EXPECT_EQ(20, reg.size);
	EXPECT_EQ((uintptr_t)text, reg.name_args);
	EXPECT_STREQ("test u32 count", text);
	EXPECT_NE(UNSET, reg.status_bit);
	EXPECT_EQ(0, reg.write_index);

	/* A failed request sets no outputs. */
	reg = status_registration("test nonsense");
	EXPECT_EQ(-EINVAL, result(ioctl(self->fd, DIAG_IOCSREG, &reg)));
	EXPECT_EQ(UNSET, reg.status_bit);
	EXPECT_EQ(UNSET, reg.write_index);
}

/*
 * "User based events show up under tracefs like any other event under the subsystem named
 * "user_events". ... Tools that wish to attach to the events need to use .../events/
 * user_events/[name]/enable or perf record -e user_events:[name]."
 */
TEST_F(specification, registering_shows_up_under_tracefs)
{
	static const char * const files[] = { "enable", "filter", "format", "id", "trigger" };
	char path[256];
	unsigned int i;

	ASSERT_LT(0, status_register(self->fd, "test u32 count", NULL));
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), EVENT_FILE("test", "%s"), files[i]);
		EXPECT_EQ(0, access(path, F_OK))
			TH_LOG("%s", path);
	}
	EXPECT_NE(NULL, strstr(file_read(TRACEFS "available_events"), "user_events:test\n"));
	EXPECT_EQ(0, file_write(TRACEFS "set_event", "user_events:test"));
	EXPECT_STREQ("1\n", file_read(EVENT_FILE("test", "enable")));
	EXPECT_EQ(0, file_write(TRACEFS "set_event", "!user_events:test"));
}

/* "The write_index returned is only valid for the FD that was used." */
TEST_F(specification, write_index_per_fd)
{
	__u32 index[2];

	ASSERT_LT(0, status_register(self->fd, "before", NULL));
	ASSERT_LT(0, status_register(self->fd, "test u32 count", &index[0]));
	ASSERT_EQ(0, event_switch("test", true));
	EXPECT_EQ(1, index[0]);
	EXPECT_EQ(8, write_number(self->fd, index[0], 1));
	EXPECT_EQ(-ENOENT, write_number(self->other, index[0], 2));

	ASSERT_LT(0, status_register(self->other, "test u32 count", &index[1]));
	EXPECT_EQ(0, index[1]);
	EXPECT_EQ(8, write_number(self->other, index[1], 3));
	EXPECT_EQ(-ENOENT, write_number(self->other, index[0], 4));
	EXPECT_STREQ(" count=0x1 (1)\n count=0x3 (3)\n", event_trace("test"));
}

/* "name[:FLAG1[,FLAG2...]] [Field1[;Field2...]]" */
TEST_F(specification, command_format)
{
	static const char * const formats[][2] = {
		{ "test", "test" },
		{ "test u32 a", "test u32 a" },
		{ "test u32 a;u32 b", "test u32 a; u32 b" },
		{ "test u32 a; u32 b; int c", "test u32 a; u32 b; int c" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		EXPECT_LT(0, status_register(self->fd, formats[i][0], NULL))
			TH_LOG("%s", formats[i][0]);
		EXPECT_STREQ(formats[i][1], event_line(DYNAMIC_FILE, "test"));
		EXPECT_EQ(0, close(self->fd));
		EXPECT_EQ(0, event_delete(self->other, "test"));
		self->fd = data_open();
	}

	/* Another format is rejected. */
	EXPECT_LT(0, status_register(self->fd, "test u32 a;u32 b", NULL));
	EXPECT_EQ(-EADDRINUSE, status_register(self->fd, "test u32 a", NULL));
	EXPECT_EQ(-EADDRINUSE, status_register(self->fd, "test u32 a;u32 c", NULL));
	EXPECT_EQ(-EADDRINUSE, status_register(self->fd, "test u32 b;u32 a", NULL));
	EXPECT_EQ(-EADDRINUSE, status_register(self->fd, "test u32 a;u64 b", NULL));
	EXPECT_LT(0, status_register(self->fd, "test u32 a; u32 b", NULL));
	EXPECT_EQ(1, events_active());
}

/* "Supported Flags: None yet" */
TEST_F(specification, supported_flags)
{
	static const char * const texts[] = {
		"test:", "test:FLAG1", "test:FLAG1,FLAG2", "test:FLAG1 u32 a", "test:persist",
		"test:PERSIST u32 a", "test: u32 a", "test:0", "test:1",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		EXPECT_EQ(-EINVAL, status_register(self->fd, texts[i], NULL))
			TH_LOG("%s", texts[i]);
	}
	EXPECT_EQ(0, events_active());
}

/*
 * "type name [size]: Basic types are supported (__data_loc, u32, u64, int, char, char[20],
 * etc)." The sizes are the ones of the C types.
 */
TEST_F(specification, field_format)
{
	static const struct {
		const char *type, *field;
		int size;
	} fields[] = {
		{ "__data_loc char[]", "__data_loc char[] a", 4 },
		{ "u8", "u8 a", 1 }, { "u16", "u16 a", 2 },
		{ "u32", "u32 a", 4 }, { "u64", "u64 a", 8 },
		{ "int", "int a", 4 }, { "char", "char a", 1 }, { "char[20]", "char a[20]", 20 },
		{ "short", "short a", 2 }, { "unsigned int", "unsigned int a", 4 },
	};
	static const char * const wrong[] = {
		"test a", "test u32", "test u32 a b", "test u32 a 4 4", "test nonsense a",
	};
	char text[256];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		snprintf(text, sizeof(text), "test %s a", fields[i].type);
		EXPECT_LT(0, status_register(self->fd, text, NULL))
			TH_LOG("%s", text);
		snprintf(text, sizeof(text), "\tfield:%s;\toffset:8;\tsize:%d;\t", fields[i].field,
			 fields[i].size);
		EXPECT_NE(NULL, strstr(file_read(EVENT_FILE("test", "format")), text))
			TH_LOG("no %s", text);
		close(self->fd);
		EXPECT_EQ(0, event_delete(self->other, "test"));
		self->fd = data_open();
	}
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		EXPECT_EQ(-EINVAL, status_register(self->fd, wrong[i], NULL))
			TH_LOG("%s", wrong[i]);
	}
	EXPECT_EQ(0, events_active());
}

/* "Long is not supported since size can vary between user and kernel." */
TEST_F(specification, long_not_supported)
{
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test long a", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test unsigned long a", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test long long a", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test u32 a;long b", NULL));
	EXPECT_EQ(0, events_active());
}

/* "The size is only valid for types that start with a struct prefix." */
TEST_F(specification, struct_size_only_for_structs)
{
	EXPECT_LT(0, status_register(self->fd, "test struct a b 4", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test1 u32 a 4", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test1 char a 1", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test1 char[20] a 20", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test1 __data_loc char[] a 4", NULL));
	EXPECT_EQ(-EINVAL, status_register(self->fd, "test1 structs a 4", NULL));
	EXPECT_EQ(1, events_active());
}

/*
 * "struct mytype { char data[20]; }; would be represented by the following field: struct
 * mytype myname 20"
 */
TEST_F(specification, struct_size)
{
	struct mytype {
		char data[20];
	};
	char record[sizeof(__u32) + sizeof(struct mytype)] = {};

	ASSERT_LT(0, status_register(self->fd, "test struct mytype myname 20", NULL));
	EXPECT_NE(NULL, strstr(file_read(EVENT_FILE("test", "format")),
			       "\tfield:struct mytype myname;\toffset:8;\tsize:20;\t"));
	EXPECT_STREQ("test struct mytype myname 20", event_line(DYNAMIC_FILE, "test"));

	ASSERT_EQ(0, event_switch("test", true));
	EXPECT_EQ(sizeof(record), write(self->fd, record, sizeof(record)));
	EXPECT_EQ(-EINVAL, result(write(self->fd, record, sizeof(record) - 1)));
}

/*
 * "Deleting an event from within a user process is done via ioctl() ... The command to
 * issue is DIAG_IOCSDEL. This command only requires a single string specifying the event
 * to delete by its name."
 */
TEST_F(specification, deleting)
{
	ASSERT_LT(0, status_register(self->fd, "test u32 count", NULL));
	close(self->fd);
	self->fd = -1;
	EXPECT_EQ(-ENOENT, event_delete(self->other, "tes"));
	EXPECT_EQ(-ENOENT, event_delete(self->other, "test u32 count"));
	EXPECT_TRUE(event_exists("test"));

	EXPECT_EQ(0, event_delete(self->other, "test"));
	EXPECT_FALSE(event_exists("test"));
	EXPECT_STREQ("none", event_line(STATUS_FILE, "test"));
	EXPECT_NE(0, access(EVENT_FILE("test", "enable"), F_OK));
	EXPECT_EQ(-ENOENT, event_delete(self->other, "test"));
}

/*
 * "Delete will only succeed if there are no references left to the event (in both user and
 * kernel space)."
 */
TEST_F(specification, deleting_with_references)
{
	int perf;

	/* User space. */
	ASSERT_LT(0, status_register(self->fd, "test u32 count", NULL));
	EXPECT_EQ(-EBUSY, event_delete(self->other, "test"));
	ASSERT_LT(0, status_register(self->other, "test u32 count", NULL));
	close(self->fd);
	EXPECT_EQ(-EBUSY, event_delete(self->other, "test"));
	close(self->other);

	/* Kernel space. */
	self->fd = data_open();
	self->other = data_open();
	ASSERT_EQ(0, event_switch("test", true));
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "test"));
	ASSERT_EQ(0, event_switch("test", false));

	perf = perf_open("test", 0);
	ASSERT_LE(0, perf);
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "test"));
	close(perf);

	ASSERT_EQ(0, file_write(EVENT_FILE("test", "trigger"), "hist:keys=count"));
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "test"));
	ASSERT_EQ(0, file_write(EVENT_FILE("test", "trigger"), "!hist:keys=count"));

	EXPECT_TRUE(event_exists("test"));
	EXPECT_EQ(0, event_delete(self->fd, "test"));
	EXPECT_EQ(0, events_active());
}

/*
 * "User programs should use a separate file to request deletes than the one used for
 * registration due to this."
 */
TEST_F(specification, deleting_through_a_separate_file)
{
	ASSERT_LT(0, status_register(self->fd, "test u32 count", NULL));
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "test"));
	close(self->fd);
	self->fd = -1;
	EXPECT_EQ(0, event_delete(self->other, "test"));
}

/*
 * "When tools attach/record user based events the status of the event is updated in
 * realtime. This allows user programs to only incur the cost of the write() or writev()
 * calls when something is actively attached to the event."
 */
TEST_F(specification, status_in_realtime)
{
	__u32 index, turn;
	int bit, written = 0;

	bit = status_register(self->fd, "test u32 count", &index);
	ASSERT_LT(0, bit);
	for (turn = 0; turn < 10; turn++) {
		EXPECT_EQ(0, event_switch("test", turn & 1));
		if (!status_has(self->page, bit))
			continue;
		EXPECT_EQ(8, write_number(self->fd, index, turn));
		written++;
	}
	EXPECT_EQ(5, written);
	EXPECT_STREQ(" count=0x1 (1)\n count=0x3 (3)\n count=0x5 (5)\n count=0x7 (7)\n"
		     " count=0x9 (9)\n", event_trace("test"));
}

/*
 * "User programs call mmap() on .../user_events_status to check the status for each event
 * that is registered. The bit to check in the file is given back after the register ioctl()
 * via user_reg.status_bit. The bit is always in little-endian format."
 */
TEST_F(specification, status_mmap)
{
	int fd = open(STATUS_FILE, O_RDONLY), bit, i;
	const unsigned char *page;

	page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	ASSERT_NE(MAP_FAILED, page);
	ASSERT_LT(0, status_register(self->fd, "test0 u32 count", NULL));
	bit = status_register(self->fd, "test1 u32 count", NULL);
	ASSERT_LT(0, bit);
	ASSERT_EQ(0, event_switch("test1", true));

	/* All other bits are clear. */
	for (i = 0; i < getpagesize(); i++) {
		EXPECT_EQ(i == bit / 8 ? 1 << bit % 8 : 0, page[i])
			TH_LOG("byte %d", i);
	}
	close(fd);
}

/*
 * "Currently the size of user_events_status is a single page, however, custom kernel
 * configurations can change this size to allow more user based events. In all cases the
 * size of the file is a multiple of a page size."
 */
TEST_F(specification, status_size)
{
	int fd = open(STATUS_FILE, O_RDONLY), pages = 0, max;
	void *bits;

	do {
		bits = mmap(NULL, ++pages * getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	} while (bits != MAP_FAILED);
	EXPECT_EQ(EINVAL, errno);
	EXPECT_LE(1, --pages);

	/* There is a bit for each possible event. */
	max = status_count("\nMax: ");
	EXPECT_LT(0, max);
	EXPECT_LE(max, pages * getpagesize() * 8);
	close(fd);
}

/*
 * "If the register ioctl() gives back a status_bit of 3 you would check byte 0 (3 / 8) of
 * the returned mmap data and then AND the result with 8 (1 << (3 % 8))."
 */
TEST_F(specification, status_bit_of_3)
{
	char name[16];
	int bit = 0, i;

	for (i = 0; i < 16 && bit != 3; i++) {
		snprintf(name, sizeof(name), "test%d", i);
		bit = status_register(self->fd, name, NULL);
	}
	ASSERT_EQ(3, bit);
	EXPECT_EQ(0, self->page[0] & 8);
	ASSERT_EQ(0, event_switch(name, true));
	EXPECT_EQ(8, self->page[0] & 8);
	ASSERT_EQ(0, event_switch(name, false));
	EXPECT_EQ(0, self->page[0] & 8);
}

/* The two checks from the document. */
static bool is_set_bytewise(const char *status_page, int status_bit)
{
	int index, mask;

	index = status_bit / 8;
	mask = 1 << (status_bit % 8);
	return status_page[index] & mask;
}

#if __BITS_PER_LONG == 64
#define endian_swap(x) htole64(x)
#else
#define endian_swap(x) htole32(x)
#endif

static bool is_set_longwise(const long *status_page, int status_bit)
{
	long index, mask;

	index = status_bit / __BITS_PER_LONG;
	mask = 1L << (status_bit % __BITS_PER_LONG);
	mask = endian_swap(mask);
	return status_page[index] & mask;
}

#define MANY	70	/* more bits than a long has */

/* Register many events and return their status bits. */
static void register_many(struct __test_metadata *_metadata, int fd, int bit[MANY])
{
	char text[32];
	int i;

	for (i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "many%d u32 count", i);
		bit[i] = status_register(fd, text, NULL);
		ASSERT_LT(0, bit[i]);
	}
}

/* "A byte-wise index check is performed as follows" */
TEST_F(specification, bytewise_check)
{
	int bit[MANY], i, j;
	char name[32];

	register_many(_metadata, self->fd, bit);
	for (i = 0; i < MANY; i += 23) {
		snprintf(name, sizeof(name), "many%d", i);
		ASSERT_EQ(0, event_switch(name, true));
		for (j = 0; j < MANY; j++) {
			EXPECT_EQ(i == j, is_set_bytewise(self->page, bit[j]))
				TH_LOG("bit %d, with %d set", bit[j], bit[i]);
		}
		ASSERT_EQ(0, event_switch(name, false));
	}
}

/* "A long-wise index check is performed as follows" */
TEST_F(specification, longwise_check)
{
	const long *page = (const long *)self->page;
	int bit[MANY], i, j;
	char name[32];

	register_many(_metadata, self->fd, bit);
	for (i = 0; i < MANY; i += 23) {
		snprintf(name, sizeof(name), "many%d", i);
		ASSERT_EQ(0, event_switch(name, true));
		for (j = 0; j < MANY; j++) {
			EXPECT_EQ(i == j, is_set_longwise(page, bit[j]))
				TH_LOG("bit %d, with %d set", bit[j], bit[i]);
		}
		ASSERT_EQ(0, event_switch(name, false));
	}
}

/*
 * "Administrators can easily check the status of all registered events by reading the
 * user_events_status file directly via a terminal. ... Byte:Name [# Comments]"
 */
TEST_F(specification, status_text)
{
	char line[64];
	int bit, i;

	EXPECT_STREQ(STATUS_TEXT("", 0, 0), file_read(STATUS_FILE));
	ASSERT_EQ(1, status_register(self->fd, "test u32 count", NULL));
	EXPECT_STREQ(STATUS_TEXT("1:test\n", 1, 0), file_read(STATUS_FILE));

	/* The number before the name is the status bit. */
	for (i = 0; i < 20; i++) {
		snprintf(line, sizeof(line), "another%d char[%d] a", i, i + 1);
		bit = status_register(self->fd, line, NULL);
		snprintf(line, sizeof(line), "\n%d:another%d\n", bit, i);
		EXPECT_NE(NULL, strstr(file_read(STATUS_FILE), line))
			TH_LOG("no line %s", line);
	}
	EXPECT_EQ(21, events_active());
	EXPECT_EQ(0, events_busy());
}

/* "If a user enables the user event via ftrace, the output would change to this" */
TEST_F(specification, status_text_enabled_by_ftrace)
{
	ASSERT_EQ(1, status_register(self->fd, "test u32 count", NULL));
	ASSERT_EQ(0, event_switch("test", true));
	EXPECT_STREQ(STATUS_TEXT("1:test # Used by ftrace\n", 1, 1), file_read(STATUS_FILE));
	ASSERT_EQ(0, event_switch("test", false));
	EXPECT_STREQ(STATUS_TEXT("1:test\n", 1, 0), file_read(STATUS_FILE));
}

/*
 * "A status bit of 0 will never be returned. This allows user programs to have a bit that
 * can be used on error cases."
 */
TEST_F(specification, bit_zero_never_used)
{
	int bit[MANY], i;

	register_many(_metadata, self->fd, bit);
	ASSERT_EQ(0, file_write(TRACEFS "events/user_events/enable", "1"));
	for (i = 0; i < MANY; i++) {
		EXPECT_NE(0, bit[i]);
		EXPECT_TRUE(status_has(self->page, bit[i]));
	}
	EXPECT_FALSE(status_has(self->page, 0));

	/* Bit 0 is what a program tests that has not registered an event yet. */
	ASSERT_EQ(0, file_write(TRACEFS "events/user_events/enable", "0"));
	for (i = 0; i < getpagesize() * 8; i++)
		ASSERT_FALSE(status_has(self->page, i));
}

/*
 * "After registering an event the same fd that was used to register can be used to write an
 * entry for that event. The write_index returned must be at the start of the data, then the
 * remaining data is treated as the payload of the event."
 */
TEST_F(specification, writing_data)
{
	struct {
		int index;
		char payload[8];
	} data = { .payload = "abcdefg" };
	struct user_reg_status reg = status_registration("test u32 a; char[4] b");

	ASSERT_EQ(0, ioctl(self->fd, DIAG_IOCSREG, &reg));
	ASSERT_EQ(0, event_switch("test", true));
	data.index = reg.write_index;
	EXPECT_EQ(sizeof(data), write(self->fd, &data, sizeof(data)));
	EXPECT_STREQ(" a=0x64636261 (1684234849) b=efg\n", event_trace("test"));

	/* No complete index; an unknown index; an incomplete payload. */
	EXPECT_EQ(-EFAULT, result(write(self->fd, &data, 3)));
	EXPECT_EQ(-EINVAL, result(write(self->fd, &data, sizeof(data) - 1)));
	data.index = 5;
	EXPECT_EQ(-ENOENT, result(write(self->fd, &data, sizeof(data))));
	data.index = -1;
	EXPECT_EQ(-EINVAL, result(write(self->fd, &data, sizeof(data))));
	EXPECT_STREQ(" a=0x64636261 (1684234849) b=efg\n", event_trace("test"));
}

/*
 * "If write_index returned was 1 and I wanted to write out an int payload of the event. Then
 * the data would have to be 8 bytes (2 ints) in size, with the first 4 bytes being equal to 1
 * and the last 4 bytes being equal to the value I want as the payload."
 */
TEST_F(specification, writing_an_int)
{
	static const int data[2] = { 1, -77 };
	__u32 index;

	ASSERT_LT(0, status_register(self->fd, "before", NULL));
	ASSERT_LT(0, status_register(self->fd, "test int payload", &index));
	ASSERT_EQ(1, index);
	ASSERT_EQ(0, event_switch("test", true));
	EXPECT_EQ(8, write(self->fd, data, 8));
	EXPECT_STREQ(" payload=0xffffffb3 (-77)\n", event_trace("test"));
}

/*
 * "writev() can be used, with the first vector being the index and the following vector(s)
 * being the actual event payload."
 */
TEST_F(specification, writing_struct_with_writev)
{
	struct payload {
		int src;
		int dst;
		int flags;
	};
	struct iovec io[4];
	struct payload e = { .src = 1, .dst = 2, .flags = 3 };
	__u32 write_index;

	ASSERT_LT(0, status_register(self->fd, "test int src; int dst; int flags", &write_index));
	ASSERT_EQ(0, event_switch("test", true));

	io[0].iov_base = &write_index;
	io[0].iov_len = sizeof(write_index);
	io[1].iov_base = &e;
	io[1].iov_len = sizeof(e);
	EXPECT_EQ(sizeof(write_index) + sizeof(e), writev(self->fd, (const struct iovec *)io, 2));
	EXPECT_STREQ(" src=0x1 (1) dst=0x2 (2) flags=0x3 (3)\n", event_trace("test"));

	/* Several vectors. */
	io[1].iov_len = sizeof(e.src);
	io[2].iov_base = &e.flags;
	io[2].iov_len = sizeof(e.flags);
	io[3].iov_base = &e.dst;
	io[3].iov_len = sizeof(e.dst);
	EXPECT_EQ(sizeof(write_index) + sizeof(e), writev(self->fd, (const struct iovec *)io, 4));
	EXPECT_STREQ(" src=0x1 (1) dst=0x2 (2) flags=0x3 (3)\n"
		     " src=0x1 (1) dst=0x3 (3) flags=0x2 (2)\n", event_trace("test"));
	EXPECT_EQ(-EINVAL, result(writev(self->fd, (const struct iovec *)io, 3)));
}

/*
 * "The write_index is not emitted out into the trace being recorded." Perf gets the raw record: a
 * header of 8 bytes, then the payload.
 */
TEST_F(specification, write_index_not_emitted)
{
	struct perf_event_mmap_page *buffer;
	const unsigned char *record;
	__u32 index, size, payload;
	int perf;

	ASSERT_LT(0, status_register(self->fd, "before", NULL));
	ASSERT_LT(0, status_register(self->fd, "test u32 count", &index));
	ASSERT_EQ(1, index);
	perf = perf_open("test", PERF_SAMPLE_RAW);
	ASSERT_LE(0, perf);
	buffer = mmap(NULL, 2 * getpagesize(), PROT_READ, MAP_SHARED, perf, 0);
	ASSERT_NE(MAP_FAILED, buffer);
	EXPECT_EQ(8, write_number(self->fd, index, 77));

	record = (const unsigned char *)buffer + buffer->data_offset;
	ASSERT_EQ(PERF_RECORD_SAMPLE, ((const struct perf_event_header *)record)->type);
	record += sizeof(struct perf_event_header);
	memcpy(&size, record, sizeof(size));
	memcpy(&payload, record + sizeof(size) + 8, sizeof(payload));
	EXPECT_EQ(8 + sizeof(payload), size);
	EXPECT_EQ(77, payload);
	munmap(buffer, 2 * getpagesize());
	close(perf);
}

/* Run a program that is in the same directory. Return: its output, or NULL if it does not exist. */
static const char *run(const char *name, const char *argument, int *status)
{
	static char output[4096];
	char path[4096];
	int end[2], len = 0, got;
	pid_t pid;

	output[0] = '\0';
	got = readlink("/proc/self/exe", path, sizeof(path) - 1);
	path[got > 0 ? got : 0] = '\0';
	snprintf(strrchr(path, '/') + 1, 64, "%s", name);
	if (access(path, X_OK) || pipe(end))
		return NULL;
	pid = fork();
	if (!pid) {
		dup2(end[1], STDOUT_FILENO);
		dup2(end[1], STDERR_FILENO);
		execl(path, name, argument, NULL);
		_exit(127);
	}
	close(end[1]);
	do {
		got = read(end[0], output + len, sizeof(output) - 1 - len);
		if (got > 0)
			len += got;
	} while (got > 0);
	output[len] = '\0';
	close(end[0]);
	waitpid(pid, status, 0);
	return output;
}

/* "See sample code in samples/user_events." */
TEST_F(specification, example_code)
{
	int status = -1;
	const char *output = run("status_abi", "1", &status);

	if (!output)
		SKIP(return, "samples/user_events/status_abi is not beside this program");
	EXPECT_EQ(0, status)
		TH_LOG("%s", output);
	EXPECT_EQ(1, events_active());
	EXPECT_STREQ("", event_trace("test"));

	/* Run it with the event enabled, too. */
	ASSERT_EQ(0, file_write(TRACEFS "events/user_events/enable", "1"));
	output = run("status_abi", "1", &status);
	EXPECT_EQ(0, status)
		TH_LOG("%s", output);
	EXPECT_NE(NULL, strstr(file_read(TRACE_FILE), "status_abi-"))
		TH_LOG("%s", output);
}

TEST_HARNESS_MAIN
