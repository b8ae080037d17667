// SPDX-License-Identifier: GPL-2.0
/*
 * Registering, unregistering and deleting events, and the lifetime of events.
 *
 * A rejected request must leave no event, use up no index of the file and register no word.
 * expect_nothing() checks that.
 */
#define _GNU_SOURCE
#include <glob.h>
#include <limits.h>

#include "status_test.h"
#include "user_events_test.h"

/* Addresses where no process has memory. */
#define KERNEL_ADDRESS	((void *)0xffffffff81000000UL)
#define OUTSIDE		((void *)0x7ffffffff000UL)

#define MULTI_GLOB	TRACEFS "events/user_events_multi/t.*"

FIXTURE(registering)
{
	int *word, fd;	/* the word is the first one of a page */
	size_t page;
	char *hole;	/* a page that is followed by an inaccessible one */
	char max[32];
};

FIXTURE_SETUP(registering)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->page = sysconf(_SC_PAGESIZE);
	self->word = mmap(NULL, self->page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);
	ASSERT_NE(MAP_FAILED, self->word);
	*self->word = 0;
	self->hole = mmap(NULL, 2 * self->page, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->hole);
	ASSERT_EQ(0, mprotect(self->hole + self->page, self->page, PROT_NONE));
	snprintf(self->max, sizeof(self->max), "%.31s", file_read(MAX_FILE));
}

/* The test's process has ended. Nothing that it did may keep an event. */
FIXTURE_TEARDOWN_PARENT(registering)
{
	EXPECT_EQ(0, file_write(MAX_FILE, self->max));
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/* Check that nothing has been registered through the file. */
static void expect_nothing(struct __test_metadata *_metadata, int fd, int *word)
{
	EXPECT_EQ(0, events_active());
	EXPECT_STREQ("none", event_line(DYNAMIC_FILE, "t"));
	EXPECT_EQ(0, event_register(fd, "nothing", word));
	EXPECT_EQ(0, event_unregister(fd, word, 0));
}

TEST_F(registering, sizes)
{
	static const struct {
		unsigned int size;
		int ret;
	} sizes[] = {
		/* 20 is the size of the status ABI's structure. */
		{ 0, -EINVAL }, { 1, -EINVAL }, { 4, -EINVAL }, { 19, -EINVAL }, { 21, -EINVAL },
		{ 24, -EINVAL }, { 27, -EINVAL }, { 28, 0 }, { 29, 0 }, { 32, 0 }, { 64, 0 },
		{ 4096, 0 }, { 4097, -E2BIG }, { INT_MAX, -E2BIG }, { UINT_MAX, -E2BIG },
	};
	static char mem[8192];
	unsigned int i;

	ASSERT_EQ(28, sizeof(struct user_reg));
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct user_reg reg = registration("t u32 a", self->word, 4, 0);

		reg.size = sizes[i].size;
		memset(mem, 0, sizeof(mem));
		memcpy(mem, &reg, sizeof(reg));
		EXPECT_EQ(sizes[i].ret, result(ioctl(self->fd, DIAG_IOCSREG, mem)))
			TH_LOG("size %u", sizes[i].size);
		event_unregister(self->fd, self->word, 0);

		/* A larger structure with a member that this kernel does not know. */
		if (sizes[i].ret || sizes[i].size == sizeof(reg))
			continue;
		memcpy(mem, &reg, sizeof(reg));
		mem[sizes[i].size - 1] = 1;
		EXPECT_EQ(-E2BIG, result(ioctl(self->fd, DIAG_IOCSREG, mem)))
			TH_LOG("size %u", sizes[i].size);
	}
	EXPECT_EQ(1, events_active());
}

TEST_F(registering, structure_that_cannot_be_read)
{
	struct user_reg reg = registration("t u32 a", self->word, 4, 0);
	char *end = self->hole + self->page;

	EXPECT_EQ(-EFAULT, user_register(self->fd, NULL));
	EXPECT_EQ(-EFAULT, user_register(self->fd, KERNEL_ADDRESS));
	EXPECT_EQ(-EFAULT, user_register(self->fd, OUTSIDE));

	/* The last byte is not readable, then all are. */
	memcpy(end - 27, &reg, 27);
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSREG, end - 27)));
	memcpy(end - 3, &reg, 3);
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSREG, end - 3)));
	expect_nothing(_metadata, self->fd, self->word);

	memcpy(end - 28, &reg, 28);
	EXPECT_EQ(0, result(ioctl(self->fd, DIAG_IOCSREG, end - 28)));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));

	/* A larger structure, of which the part that this kernel does not know is not readable. */
	reg.size = 64;
	memcpy(end - 28, &reg, 28);
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSREG, end - 28)));
	memset(end - 63, 0, 63);
	memcpy(end - 63, &reg, 28);
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSREG, end - 63)));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 0));

	/* An invalid size is rejected before the rest is read. */
	reg.size = 19;
	memcpy(end - 4, &reg, 4);
	EXPECT_EQ(-EINVAL, result(ioctl(self->fd, DIAG_IOCSREG, end - 4)));
}

/* The stock kernel registers the event although it cannot return the index. */
TEST_F(registering, structure_that_cannot_be_written)
{
	struct user_reg reg = registration("t u32 a", self->word, 4, 0);

	memcpy(self->hole, &reg, sizeof(reg));
	ASSERT_EQ(0, mprotect(self->hole, self->page, PROT_READ));
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSREG, self->hole)));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 0));
	expect_nothing(_metadata, self->fd, self->word);
}

TEST_F(registering, output_fields_are_written)
{
	struct user_reg reg = registration("t u32 a", self->word, 4, 7), before = reg;

	ASSERT_EQ(0, user_register(self->fd, &reg));
	before.write_index = 0;
	EXPECT_EQ(0, memcmp(&before, &reg, sizeof(reg)));

	/* A failed request writes nothing back; here, the bit is already registered. */
	reg.write_index = 1234;
	before = reg;
	EXPECT_EQ(-EADDRINUSE, user_register(self->fd, &reg));
	EXPECT_EQ(0, memcmp(&before, &reg, sizeof(reg)));
}

TEST_F(registering, enable_sizes_and_bits)
{
	int size, bit;

	for (size = 0; size < 256; size++) {
		int ret = event_register_flags(self->fd, "t u32 a", self->word, size, 0, 0);

		EXPECT_EQ(size == 4 || size == 8 ? 0 : -EINVAL, ret)
			TH_LOG("size %d", size);
		event_unregister(self->fd, self->word, 0);
	}
	for (size = 4; size <= 8; size += 4) {
		for (bit = 0; bit < 256; bit++) {
			int ret = event_register_flags(self->fd, "t u32 a", self->word, size, bit,
						       0);

			EXPECT_EQ(bit < 8 * size ? 0 : -EINVAL, ret)
				TH_LOG("bit %d of %d bytes", bit, size);
			EXPECT_EQ(ret ? -ENOENT : 0, event_unregister(self->fd, self->word, bit));
		}
	}
}

TEST_F(registering, alignment)
{
	int size, n;

	for (size = 4; size <= 8; size += 4) {
		for (n = 0; n <= 8; n++) {
			char *addr = (char *)self->word + n;
			int ret = event_register_flags(self->fd, "t u32 a", addr, size, 0, 0);

			EXPECT_EQ(n % size ? -EINVAL : 0, ret)
				TH_LOG("%d bytes at %d", size, n);
			EXPECT_EQ(ret ? -ENOENT : 0, event_unregister(self->fd, addr, 0));
		}
	}
}

TEST_F(registering, unknown_flags)
{
	int bit;

	for (bit = 2; bit < 16; bit++) {
		int flags = 1 << bit;

		EXPECT_EQ(-EINVAL, event_register_flags(self->fd, "t", self->word, 4, 0, flags));
		flags |= USER_EVENT_REG_PERSIST | USER_EVENT_REG_MULTI_FORMAT;
		EXPECT_EQ(-EINVAL, event_register_flags(self->fd, "t", self->word, 4, 0, flags));
	}
	expect_nothing(_metadata, self->fd, self->word);
}

/*
 * The stock kernel creates the event before it checks the address. The event stays as long as the
 * file is open, or permanently with USER_EVENT_REG_PERSIST.
 */
TEST_F(registering, addresses_that_cannot_be_written)
{
	size_t page = self->page;
	int file = memfd_create("page", 0);
	char *read_only = mmap(NULL, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *file_read_only = mmap(NULL, page, PROT_READ, MAP_SHARED, file, 0);
	char *behind_the_file = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	const struct {
		const char *what;
		void *addr;
		int ret;
	} places[] = {
		{ "NULL", NULL, -EFAULT },
		{ "first page", (void *)64, -EFAULT },
		{ "kernel", KERNEL_ADDRESS, -EFAULT },
		{ "last one", (void *)-8L, -EFAULT },
		{ "outside", OUTSIDE, -EFAULT },
		{ "not mapped", self->hole + page, -EFAULT },
		{ "read-only", read_only, -EFAULT },
		{ "read-only file", file_read_only, -EFAULT },
		{ "behind a file's end", behind_the_file + page, -EFAULT },
		{ "program", (void *)((uintptr_t)event_delete & -8L), -EFAULT },
	};
	unsigned int i;
	int flags;

	ASSERT_EQ(0, ftruncate(file, page));
	ASSERT_NE(MAP_FAILED, read_only);
	ASSERT_NE(MAP_FAILED, file_read_only);
	ASSERT_NE(MAP_FAILED, behind_the_file);
	ASSERT_EQ(0, munmap(self->hole + page, page));

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		for (flags = 0; flags < 4; flags++) {
			EXPECT_EQ(places[i].ret, event_register_flags(self->fd, "t u32 a",
								      places[i].addr, 4, 0, flags))
				TH_LOG("%s, flags %d", places[i].what, flags);
			EXPECT_EQ(-ENOENT, event_unregister(self->fd, places[i].addr, 0));
		}
	}
	expect_nothing(_metadata, self->fd, self->word);
}

/* Secret memory can be faulted in, but the kernel cannot access it. */
TEST_F(registering, address_in_secret_memory)
{
	int file = syscall(SYS_memfd_secret, 0), *word, flags;

	if (file < 0)
		SKIP(return, "no secret memory here");
	ASSERT_EQ(0, ftruncate(file, self->page));
	word = mmap(NULL, self->page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	ASSERT_NE(MAP_FAILED, word);
	for (flags = 0; flags < 4; flags++) {
		EXPECT_EQ(-EFAULT, event_register_flags(self->fd, "t u32 a", word, 4, 0, flags));
		EXPECT_EQ(-ENOENT, event_unregister(self->fd, word, 0));
	}
	expect_nothing(_metadata, self->fd, self->word);
	close(file);
}

TEST_F(registering, texts_that_cannot_be_read)
{
	char *end = self->hole + self->page;

	EXPECT_EQ(-EFAULT, event_register(self->fd, NULL, self->word));
	EXPECT_EQ(-EFAULT, event_register(self->fd, (char *)64, self->word));
	EXPECT_EQ(-EFAULT, event_register(self->fd, KERNEL_ADDRESS, self->word));
	EXPECT_EQ(-EFAULT, event_register(self->fd, (char *)-1L, self->word));
	EXPECT_EQ(-EFAULT, event_register(self->fd, OUTSIDE, self->word));
	EXPECT_EQ(-EFAULT, event_register(self->fd, end, self->word));

	/* Without NUL: the end of the readable memory is reached, or the text is too long. */
	memset(self->hole, 'n', self->page);
	EXPECT_EQ(-EFAULT, event_register(self->fd, end - 1, self->word));
	EXPECT_EQ(-EFAULT, event_register(self->fd, end - 4095, self->word));
	EXPECT_EQ(-EINVAL, event_register(self->fd, end - 4096, self->word));
	expect_nothing(_metadata, self->fd, self->word);

	end[-1] = '\0';
	EXPECT_EQ(1, event_register(self->fd, end - 2, self->word));
	EXPECT_STREQ("n", event_line(DYNAMIC_FILE, "n"));
}

TEST_F(registering, address_and_bit_are_registered_once)
{
	pid_t pid;

	ASSERT_EQ(0, event_register_bit(self->fd, "t u32 a", self->word, 5));

	/* The bit is taken for all events and all sizes, even if the request has other errors. */
	EXPECT_EQ(-EADDRINUSE, event_register_bit(self->fd, "t u32 a", self->word, 5));
	EXPECT_EQ(-EADDRINUSE, event_register_bit(self->fd, "other u32 a", self->word, 5));
	EXPECT_EQ(-EADDRINUSE, event_register_flags(self->fd, "t u32 a", self->word, 8, 5, 0));
	EXPECT_EQ(-EADDRINUSE, event_register_flags(self->fd, "other", self->word, 4, 5,
						    USER_EVENT_REG_MULTI_FORMAT));
	EXPECT_EQ(1, events_active());
#if __BYTE_ORDER == __LITTLE_ENDIAN
	/* It is also taken for words that overlap. */
	EXPECT_EQ(0, event_register_flags(self->fd, "t u32 a", self->word, 8, 32 + 9, 0));
	EXPECT_EQ(-EADDRINUSE, event_register_bit(self->fd, "other", self->word + 1, 9));
	EXPECT_EQ(0, event_register_bit(self->fd, "t u32 a", self->word + 1, 10));
	EXPECT_EQ(-EADDRINUSE, event_register_flags(self->fd, "t", self->word, 8, 32 + 10, 0));
	EXPECT_EQ(1, events_active());
#endif

	/* Another bit and another address are free. */
	EXPECT_EQ(0, event_register_bit(self->fd, "t u32 a", self->word, 6));
	EXPECT_EQ(0, event_register_bit(self->fd, "t u32 a", self->word + 1, 5));

	/* Each process has its own registrations. A child inherits copies of its parent's. */
	pid = fork();
	if (!pid) {
		EXPECT_EQ(-EADDRINUSE, event_register_bit(self->fd, "t u32 a", self->word, 5));
		EXPECT_EQ(0, event_unregister(self->fd, self->word, 5));
		EXPECT_EQ(0, event_register_bit(self->fd, "t u32 a", self->word, 5));
		_exit(0);
	}
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 5));
	EXPECT_EQ(1, event_register_bit(self->fd, "other", self->word, 5));
}

TEST_F(registering, indices)
{
	int other = data_open();

	/* Each file numbers its events from 0. An event has one index per file. */
	EXPECT_EQ(0, event_register_bit(self->fd, "t", self->word, 0));
	EXPECT_EQ(1, event_register_bit(self->fd, "u", self->word, 1));
	EXPECT_EQ(0, event_register_bit(self->fd, "t", self->word, 2));
	EXPECT_EQ(0, event_register_bit(other, "u", self->word, 3));
	EXPECT_EQ(1, event_register_bit(other, "t", self->word, 4));

	/* The index stays valid until the file is closed. */
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 2));
	EXPECT_EQ(2, event_register_bit(self->fd, "v", self->word, 0));
	EXPECT_EQ(0, event_register_bit(self->fd, "t", self->word, 2));
	EXPECT_EQ(3, events_active());
	close(other);
}

TEST_F(registering, unregister_sizes)
{
	static const struct {
		unsigned int size;
		int ret;
	} sizes[] = {
		{ 0, -EINVAL }, { 1, -EINVAL }, { 4, -EINVAL }, { 8, -EINVAL }, { 15, -EINVAL },
		{ 16, 0 }, { 17, 0 }, { 24, 0 }, { 28, 0 }, { 4096, 0 },
		{ 4097, -E2BIG }, { UINT_MAX, -E2BIG },
	};
	static char mem[8192];
	struct user_unreg unreg = { .disable_bit = 3, .disable_addr = (uintptr_t)self->word };
	unsigned int i;

	ASSERT_EQ(16, sizeof(unreg));
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ASSERT_EQ(0, event_register_bit(self->fd, "t", self->word, 3));
		unreg.size = sizes[i].size;
		memset(mem, 0, sizeof(mem));
		memcpy(mem, &unreg, sizeof(unreg));
		if (!sizes[i].ret && unreg.size > sizeof(unreg)) {
			mem[unreg.size - 1] = 1;
			EXPECT_EQ(-E2BIG, result(ioctl(self->fd, DIAG_IOCSUNREG, mem)))
				TH_LOG("size %u", unreg.size);
			mem[unreg.size - 1] = 0;
		}
		EXPECT_EQ(sizes[i].ret, result(ioctl(self->fd, DIAG_IOCSUNREG, mem)))
			TH_LOG("size %u", unreg.size);
		EXPECT_EQ(sizes[i].ret ? 0 : -ENOENT, event_unregister(self->fd, self->word, 3));
	}
}

TEST_F(registering, unregister_by_structure_that_cannot_be_read)
{
	struct user_unreg unreg = {
		.size = sizeof(unreg),
		.disable_bit = 3,
		.disable_addr = (uintptr_t)self->word,
	};
	char *end = self->hole + self->page;
	int len;

	ASSERT_EQ(0, event_register_bit(self->fd, "t", self->word, 3));
	for (len = 0; len < 16; len++) {
		memcpy(end - len, &unreg, len);
		EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSUNREG, end - len)))
			TH_LOG("%d bytes", len);
	}

	/* A larger structure, of which the part that this kernel does not know is not readable. */
	unreg.size = 64;
	memcpy(end - 16, &unreg, 16);
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSUNREG, end - 16)));
	memset(end - 63, 0, 63);
	memcpy(end - 63, &unreg, 16);
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSUNREG, end - 63)));

	/* An invalid size is rejected before the rest is read. */
	unreg.size = 15;
	memcpy(end - 4, &unreg, 4);
	EXPECT_EQ(-EINVAL, result(ioctl(self->fd, DIAG_IOCSUNREG, end - 4)));

	/* None of them has unregistered the bit. The same structure does, if it can be read. */
	unreg.size = sizeof(unreg);
	memcpy(end - 16, &unreg, 16);
	EXPECT_EQ(0, result(ioctl(self->fd, DIAG_IOCSUNREG, end - 16)));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 3));
}

TEST_F(registering, unregister_unknown_registration)
{
	struct user_unreg unreg = {
		.size = sizeof(unreg),
		.disable_bit = 3,
		.disable_addr = (uintptr_t)self->word,
	};

	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 3));
	ASSERT_EQ(0, event_register_bit(self->fd, "t", self->word, 3));

	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 2));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 35));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 255));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word + 1, 3));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, (char *)self->word + 1, 3));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, NULL, 3));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, KERNEL_ADDRESS, 3));

	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSUNREG, NULL)));
	EXPECT_EQ(-EFAULT, result(ioctl(self->fd, DIAG_IOCSUNREG, KERNEL_ADDRESS)));
	unreg.__reserved = 1;
	EXPECT_EQ(-EINVAL, result(ioctl(self->fd, DIAG_IOCSUNREG, &unreg)));
	unreg.__reserved = 0;
	unreg.__reserved2 = 1;
	EXPECT_EQ(-EINVAL, result(ioctl(self->fd, DIAG_IOCSUNREG, &unreg)));

	EXPECT_EQ(0, event_unregister(self->fd, self->word, 3));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->word, 3));
}

TEST_F(registering, unregister_by_other_processes)
{
	int other = open(DATA_FILE, O_RDONLY);
	pid_t pid;

	/* Any file can be used, but only for registrations of the calling process. */
	ASSERT_EQ(0, event_register(self->fd, "t", self->word));
	pid = fork();
	if (!pid) {
		EXPECT_EQ(0, event_unregister(other, self->word, 0));
		EXPECT_EQ(-ENOENT, event_unregister(other, self->word, 0));
		_exit(0);
	}
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_EQ(0, event_unregister(other, self->word, 0));
	EXPECT_EQ(-ENOENT, event_unregister(other, self->word, 0));
	close(other);
}

/* Register a bit of the word, and set it by enabling the event. */
static void register_and_set(struct __test_metadata *_metadata, int fd, int *word)
{
	ASSERT_EQ(0, event_register_bit(fd, "t", word, 3));
	ASSERT_EQ(0, event_switch("t", true));
	ASSERT_EQ(1 << 3, *word);
}

/* The registration can be removed although the bit cannot be cleared. */
static void expect_unregistered(struct __test_metadata *_metadata, int fd, int *word)
{
	EXPECT_EQ(0, event_unregister(fd, word, 3));
	EXPECT_EQ(1 << 3, *word);
	EXPECT_EQ(-ENOENT, event_unregister(fd, word, 3));
}

TEST_F(registering, unregister_in_read_only_memory)
{
	register_and_set(_metadata, self->fd, self->word);
	ASSERT_EQ(0, mprotect(self->word, self->page, PROT_READ));
	expect_unregistered(_metadata, self->fd, self->word);

	/* Without a registration, the bit does not follow the event when it can be written. */
	ASSERT_EQ(0, mprotect(self->word, self->page, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(1 << 3, *self->word);
}

TEST_F(registering, unregister_in_secret_memory)
{
	int file = syscall(SYS_memfd_secret, 0), *word = self->word;

	if (file < 0)
		SKIP(return, "no secret memory here");
	ASSERT_EQ(0, ftruncate(file, self->page));
	register_and_set(_metadata, self->fd, word);
	ASSERT_EQ(word, mmap(word, self->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			     file, 0));
	*word = 1 << 3;
	expect_unregistered(_metadata, self->fd, word);
	close(file);
}

/* The registration can be removed without its memory. The stock kernel returns EFAULT. */
TEST_F(registering, unregister_after_munmap)
{
	ASSERT_EQ(0, event_register(self->fd, "t", (int *)self->hole));
	ASSERT_EQ(0, munmap(self->hole, self->page));
	EXPECT_EQ(0, event_unregister(self->fd, self->hole, 0));
	EXPECT_EQ(-ENOENT, event_unregister(self->fd, self->hole, 0));
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(!events_active()));
}

TEST_F(registering, removed_with_last_reference)
{
	int other, hold;
	pid_t pid;

	/* A file keeps the events that were registered through it. */
	ASSERT_EQ(0, event_register(self->fd, "t", self->word));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));

	/* A registration keeps the event after the file is closed. */
	self->fd = data_open();
	other = data_open();
	ASSERT_EQ(0, event_register(other, "t", self->word));
	close(other);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));

	/* A registration inherited by a child keeps the event. */
	ASSERT_EQ(0, event_register(self->fd, "t", self->word));
	pid = child_start(self->fd, &hold);
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	EXPECT_TRUE(child_end(pid, hold));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));

	/* A file inherited by a child keeps its events. */
	self->fd = data_open();
	ASSERT_EQ(0, event_register(self->fd, "t", self->word));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	pid = child_start(-1, &hold);
	close(self->fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	EXPECT_TRUE(child_end(pid, hold));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	self->fd = data_open();
}

TEST_F(registering, removed_when_no_longer_recorded)
{
	int perf;

	ASSERT_EQ(0, event_register(self->fd, "t u32 a", self->word));
	ASSERT_EQ(0, event_switch("t", true));
	perf = perf_open("t", 0);
	ASSERT_LE(0, perf);
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "hist:keys=a"));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);

	EXPECT_TRUE(idle_events_removed());
	EXPECT_STREQ("t # Used by ftrace perf", event_line(STATUS_FILE, "t"));
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_TRUE(idle_events_removed());
	EXPECT_STREQ("t # Used by ftrace perf", event_line(STATUS_FILE, "t"));
	EXPECT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "!hist:keys=a"));
	EXPECT_TRUE(idle_events_removed());
	EXPECT_STREQ("t # Used by perf", event_line(STATUS_FILE, "t"));
	close(perf);
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	self->fd = data_open();
}

TEST_F(registering, removed_with_last_probe)
{
	ASSERT_EQ(0, event_register(self->fd, "t u32 a", self->word));
	ASSERT_EQ(0, command("e:probes/p user_events/t a=$a"));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	EXPECT_EQ(0, command("-:probes/p"));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	self->fd = data_open();
}

TEST_F(registering, removed_with_its_process)
{
	pid_t pid = fork();

	if (!pid) {
		int fd = data_open();

		event_register(fd, "t", self->word);
		event_switch("t", true);
		for (;;)
			pause();
	}
	EXPECT_TRUE(EVENTUALLY(events_busy() == 1));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);

	/* The event is still enabled, which keeps it. */
	EXPECT_TRUE(idle_events_removed());
	EXPECT_STREQ("t # Used by ftrace", event_line(STATUS_FILE, "t"));
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
}

/* A registration must succeed even while the previous event of the name is being removed. */
TEST_F(registering, repeated_registration)
{
	int i, fd;

	for (i = 0; i < 100; i++) {
		fd = data_open();
		EXPECT_EQ(0, event_register(fd, "t u32 a", self->word))
			TH_LOG("time %d", i);
		EXPECT_EQ(0, event_unregister(fd, self->word, 0));
		close(fd);
	}
	EXPECT_TRUE(EVENTUALLY(!events_active()));
}

TEST_F(registering, persistent)
{
	int fd = data_open();

	ASSERT_EQ(0, event_register_flags(fd, "t u32 a", self->word, 4, 0,
					  USER_EVENT_REG_PERSIST));
	ASSERT_EQ(0, event_unregister(fd, self->word, 0));
	close(fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));

	/* A registration without the flag does not end the persistence. */
	fd = data_open();
	EXPECT_EQ(0, event_register(fd, "t u32 a", self->word));
	EXPECT_EQ(0, event_unregister(fd, self->word, 0));
	close(fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));

	EXPECT_EQ(0, event_delete(self->fd, "t"));
	EXPECT_EQ(0, events_active());
}

/* The stock kernel ignores the flag if the event exists already. */
TEST_F(registering, becomes_persistent_later)
{
	ASSERT_EQ(0, event_register_bit(self->fd, "t u32 a", self->word, 0));
	EXPECT_EQ(0, event_register_flags(self->fd, "t u32 a", self->word, 4, 1,
					  USER_EVENT_REG_PERSIST));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 1));
	close(self->fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	self->fd = data_open();
	EXPECT_EQ(0, event_delete(self->fd, "t"));

	/* Defining an existing event by a command makes it persistent, too. */
	ASSERT_EQ(0, event_register(self->fd, "t u32 a", self->word));
	EXPECT_EQ(0, command("u:t u32 a"));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	self->fd = data_open();
	EXPECT_EQ(0, event_delete(self->fd, "t"));
}

TEST_F(registering, persistent_by_a_command)
{
	ASSERT_EQ(0, command("u:t u32 a"));
	EXPECT_EQ(0, event_register(self->fd, "t u32 a", self->word));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);
	EXPECT_TRUE(idle_events_removed());
	EXPECT_TRUE(event_exists("t"));
	self->fd = data_open();
	EXPECT_EQ(0, event_delete(self->fd, "t"));
	EXPECT_EQ(0, events_active());
}

TEST_F(registering, delete_names)
{
	static const char * const names[] = {
		"", "u", "T", "t ", " t", "t;", "t\n", "t.0", "t:", "u:t", "user_events/t",
		"t u32 a", "tt",
	};
	static char longest[8192];
	unsigned int i;

	ASSERT_EQ(0, command("u:t u32 a"));
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		EXPECT_EQ(-ENOENT, event_delete(self->fd, names[i]))
			TH_LOG("'%s'", names[i]);
	}
	memset(longest, 't', 4095);
	EXPECT_EQ(-ENOENT, event_delete(self->fd, longest));
	memset(longest, 't', 4096);
	EXPECT_EQ(-EINVAL, event_delete(self->fd, longest));
	memset(longest, 't', sizeof(longest) - 1);
	EXPECT_EQ(-EINVAL, event_delete(self->fd, longest));

	EXPECT_EQ(-EFAULT, event_delete(self->fd, NULL));
	EXPECT_EQ(-EFAULT, event_delete(self->fd, KERNEL_ADDRESS));
	EXPECT_EQ(-EFAULT, event_delete(self->fd, self->hole + self->page));
	self->hole[self->page - 1] = 't';
	EXPECT_EQ(-EFAULT, event_delete(self->fd, self->hole + self->page - 1));

	EXPECT_EQ(1, events_active());
	EXPECT_EQ(0, event_delete(self->fd, "t"));
	EXPECT_EQ(0, events_active());
	EXPECT_EQ(-ENOENT, event_delete(self->fd, "t"));
}

/* Check that DIAG_IOCSDEL and all commands of dynamic_events return EBUSY. */
static void expect_busy(struct __test_metadata *_metadata, int fd, const char *why)
{
	EXPECT_EQ(-EBUSY, event_delete(fd, "t"))
		TH_LOG("%s", why);
	EXPECT_EQ(-EBUSY, command("-:t u32 a"))
		TH_LOG("%s", why);
	EXPECT_EQ(-EBUSY, file_truncate(DYNAMIC_FILE))
		TH_LOG("%s", why);
	EXPECT_STREQ("t u32 a", event_line(DYNAMIC_FILE, "t"))
		TH_LOG("%s", why);
}

TEST_F(registering, delete_in_use)
{
	int other = data_open(), fd;

	ASSERT_EQ(0, command("u:t u32 a"));
	ASSERT_EQ(0, event_switch("t", true));
	expect_busy(_metadata, other, "recorded by ftrace");
	ASSERT_EQ(0, event_switch("t", false));

	fd = perf_open("t", 0);
	ASSERT_LE(0, fd);
	expect_busy(_metadata, other, "recorded by perf");
	close(fd);

	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "hist:keys=a"));
	expect_busy(_metadata, other, "histogram");
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "!hist:keys=a"));

	ASSERT_EQ(0, event_register(self->fd, "t u32 a", self->word));
	expect_busy(_metadata, self->fd, "registered");
	expect_busy(_metadata, other, "registered, by another file");
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
	expect_busy(_metadata, other, "in the list of a file");
	close(self->fd);

	/* An unused event can be deleted at once; in the stock kernel, some milliseconds later. */
	EXPECT_EQ(0, event_delete(other, "t"));
	self->fd = other;
}

TEST_F(registering, delete_straight_after_the_last_unregister)
{
	int fd, i;

	/* In the stock kernel, the event stays busy for some milliseconds. */
	for (i = 0; i < 20; i++) {
		fd = data_open();
		ASSERT_EQ(0, event_register_flags(fd, "t u32 a", self->word, 4, 0,
						  USER_EVENT_REG_PERSIST));
		close(fd);
		ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
		ASSERT_EQ(0, event_delete(self->fd, "t"));
		ASSERT_EQ(0, events_active());
	}
}

TEST_F(registering, name_is_free_after_delete)
{
	int fd, i, ret;

	/* A non-persistent event may have been removed already. The stock kernel returns EBUSY. */
	for (i = 0; i < 20; i++) {
		fd = data_open();
		ASSERT_EQ(0, event_register(fd, i % 2 ? "t u32 a" : "t u64 b", self->word));
		close(fd);
		ASSERT_EQ(0, event_unregister(self->fd, self->word, 0));
		ret = event_delete(self->fd, "t");
		ASSERT_TRUE(!ret || ret == -ENOENT)
			TH_LOG("%d", ret);
	}
}

/* Open files of a deleted event return ENODEV. */
TEST_F(registering, delete_with_open_files)
{
	int format, enable, filter;
	char text[64];

	ASSERT_EQ(0, command("u:t u32 a"));
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "filter"), "a > 1"));
	format = open(EVENT_FILE("t", "format"), O_RDONLY);
	enable = open(EVENT_FILE("t", "enable"), O_RDWR);
	filter = open(EVENT_FILE("t", "filter"), O_RDWR);
	EXPECT_EQ(0, event_delete(self->fd, "t"));
	EXPECT_EQ(0, events_active());
	EXPECT_EQ(-ENODEV, result(read(format, text, sizeof(text))));
	EXPECT_EQ(-ENODEV, result(write(enable, "1", 1)));
	EXPECT_EQ(-ENODEV, result(write(filter, "a > 1", 5)));
	close(format);
	close(enable);
	close(filter);
}

/* Return: number of multi-format events with the name t. */
static int multi_count(void)
{
	glob_t found;
	int n = 0;

	if (!glob(MULTI_GLOB, 0, NULL, &found)) {
		n = found.gl_pathc;
		globfree(&found);
	}
	return n;
}

/* Return: path of a file of the multi-format event that has the field, or "". */
static const char *multi_file(const char *field, const char *name)
{
	static char path[512];
	char line[64];
	glob_t found;
	size_t i;

	snprintf(line, sizeof(line), "\tfield:%s;\toffset:8;", field);
	if (glob(MULTI_GLOB, 0, NULL, &found))
		return "";
	for (i = 0; i < found.gl_pathc; i++) {
		snprintf(path, sizeof(path), "%s/format", found.gl_pathv[i]);
		if (!strstr(file_read_if_any(path), line))
			continue;
		snprintf(path, sizeof(path), "%s/%s", found.gl_pathv[i], name);
		break;
	}
	if (i == found.gl_pathc)
		path[0] = '\0';
	globfree(&found);
	return path;
}

/* Return: ID of the multi-format event that has the field, or -1 if its name is malformed. */
static long multi_id(const char *field)
{
	const char *format = file_read_if_any(multi_file(field, "format"));
	char *end;
	long id;

	if (strncmp(format, "name: t.", 8))
		return -1;
	id = strtol(format + 8, &end, 16);
	return end > format + 8 && *end == '\n' ? id : -1;
}

TEST_F(registering, multiple_formats)
{
	const int multi = USER_EVENT_REG_MULTI_FORMAT;
	long id, other;

	/* Each format is one event, which can be registered repeatedly. */
	EXPECT_EQ(0, event_register_flags(self->fd, "t u32 a", self->word, 4, 0, multi));
	EXPECT_EQ(1, event_register_flags(self->fd, "t u64 b", self->word, 4, 1, multi));
	EXPECT_EQ(0, event_register_flags(self->fd, "t u32 a;", self->word, 4, 2, multi));
	EXPECT_EQ(2, events_active());
	EXPECT_EQ(2, multi_count());

	/* The name is NAME.ID with the ID in hexadecimal. dynamic_events lists NAME only. */
	id = multi_id("u32 a");
	other = multi_id("u64 b");
	EXPECT_LE(0, id);
	EXPECT_LT(id, other);
	EXPECT_STREQ("t u32 a", event_line(DYNAMIC_FILE, "t"));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 1));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 2));
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(!events_active()));

	/* IDs are not reused. */
	self->fd = data_open();
	ASSERT_EQ(0, event_register_flags(self->fd, "t u32 a", self->word, 4, 0, multi));
	EXPECT_LT(other, multi_id("u32 a"));
}

TEST_F(registering, multiple_formats_beside_a_single_one)
{
	const int multi = USER_EVENT_REG_MULTI_FORMAT;

	EXPECT_EQ(0, event_register_flags(self->fd, "t u32 a", self->word, 4, 0, 0));
	EXPECT_EQ(1, event_register_flags(self->fd, "t u32 a", self->word, 4, 1, multi));
	EXPECT_EQ(2, event_register_flags(self->fd, "t u64 b", self->word, 4, 2, multi));
	EXPECT_EQ(-EADDRINUSE, event_register_flags(self->fd, "t u64 b", self->word, 4, 3, 0));
	EXPECT_EQ(-EADDRINUSE, command("u:t u64 b"));
	EXPECT_EQ(0, command("u:t u32 a"));
	EXPECT_EQ(3, events_active());
	EXPECT_EQ(2, multi_count());

	/* Each event updates its own enable bits. */
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1, *self->word);
	EXPECT_EQ(0, file_write(multi_file("u64 b", "enable"), "1"));
	EXPECT_EQ(5, *self->word);
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(4, *self->word);
	EXPECT_EQ(0, file_write(multi_file("u64 b", "enable"), "0"));
	EXPECT_EQ(0, *self->word);
}

TEST_F(registering, delete_multiple_formats)
{
	const int flags = USER_EVENT_REG_MULTI_FORMAT | USER_EVENT_REG_PERSIST;
	int fd = data_open(), i;

	ASSERT_EQ(0, event_register_flags(fd, "t u8 a", self->word, 4, 0, flags));
	ASSERT_EQ(1, event_register_flags(fd, "t u16 a", self->word, 4, 1, flags));
	ASSERT_EQ(2, event_register_flags(fd, "t u32 a", self->word, 4, 2, flags));
	ASSERT_EQ(3, event_register_flags(fd, "t u64 a", self->word, 4, 3, flags));
	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, event_unregister(fd, self->word, i));
	EXPECT_EQ(4, multi_count());
	close(fd);

	/*
	 * Delete one event by its format, directly after its last reference was put. The stock
	 * kernel returns EBUSY for that. Delete the others by name, except one that is in use.
	 */
	EXPECT_EQ(0, command("-:t u8 a"));
	EXPECT_EQ(3, multi_count());
	ASSERT_EQ(0, file_write(multi_file("u16 a", "enable"), "1"));
	EXPECT_EQ(-EBUSY, command("-:t u16 a"));
	EXPECT_EQ(3, multi_count());
	EXPECT_EQ(-EBUSY, event_delete(self->fd, "t"));
	EXPECT_EQ(1, multi_count());
	EXPECT_STREQ("t u16 a", event_line(DYNAMIC_FILE, "t"));
	ASSERT_EQ(0, file_write(multi_file("u16 a", "enable"), "0"));
	EXPECT_EQ(0, event_delete(self->fd, "t"));
	EXPECT_EQ(0, events_active());
	EXPECT_EQ(-ENOENT, event_delete(self->fd, "t"));
}

/*
 * Most lines of dynamic_events define the same event when they are written back. That of a
 * multi-format event defines one in the system user_events.
 */
TEST_F(registering, line_written_back)
{
	char line[64];

	ASSERT_EQ(0, event_register_flags(self->fd, "t u32 a", self->word, 4, 0,
					  USER_EVENT_REG_MULTI_FORMAT));
	snprintf(line, sizeof(line), "%.63s", file_read(DYNAMIC_FILE));
	EXPECT_STREQ("u:t u32 a\n", line);
	EXPECT_NE(0, access(EVENT_FILE("t", "id"), F_OK));

	EXPECT_EQ(0, command(line));
	EXPECT_EQ(2, events_active());
	EXPECT_EQ(1, multi_count());
	EXPECT_EQ(0, access(EVENT_FILE("t", "id"), F_OK));

	/* Now both have the same line, which refers to the second event. */
	EXPECT_STREQ("u:t u32 a\nu:t u32 a\n", file_read(DYNAMIC_FILE));
	EXPECT_EQ(0, command(line));
	EXPECT_EQ(2, events_active());

	/* Only the event that the line has defined stays. */
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(events_active() == 1));
	EXPECT_EQ(0, multi_count());
	EXPECT_EQ(0, access(EVENT_FILE("t", "id"), F_OK));
	self->fd = data_open();
}

TEST_F(registering, limit)
{
	ASSERT_EQ(0, file_write(MAX_FILE, "2"));
	EXPECT_EQ(0, event_register_bit(self->fd, "t", self->word, 0));
	EXPECT_EQ(1, event_register_flags(self->fd, "t", self->word, 4, 1,
					  USER_EVENT_REG_MULTI_FORMAT));

	/* Both kinds of events count. Existing events can still be registered. */
	EXPECT_EQ(-EMFILE, event_register_bit(self->fd, "u", self->word, 2));
	EXPECT_EQ(-EMFILE, event_register_flags(self->fd, "t u32 a", self->word, 4, 2,
						USER_EVENT_REG_MULTI_FORMAT));
	EXPECT_EQ(-EMFILE, command("u:u"));
	EXPECT_EQ(0, event_register_bit(self->fd, "t", self->word, 2));
	EXPECT_EQ(2, events_active());

	/* Lowering the limit removes no event. */
	ASSERT_EQ(0, file_write(MAX_FILE, "0"));
	EXPECT_EQ(-EMFILE, event_register_bit(self->fd, "u", self->word, 3));
	EXPECT_EQ(0, event_register_bit(self->fd, "t", self->word, 3));
	EXPECT_EQ(2, events_active());

	/* Removing an event makes room for one. */
	ASSERT_EQ(0, file_write(MAX_FILE, "1"));
	close(self->fd);
	self->fd = data_open();
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 1));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 2));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 3));
	EXPECT_TRUE(EVENTUALLY(!events_active()));
	EXPECT_EQ(0, command("u:u"));
	EXPECT_EQ(-EMFILE, event_register(self->fd, "t", self->word));
	EXPECT_EQ(0, command("-:u"));
	EXPECT_EQ(0, event_register(self->fd, "t", self->word));
}

TEST_F(registering, limit_file)
{
	EXPECT_EQ(0, file_write(MAX_FILE, "4294967295"));
	EXPECT_STREQ("4294967295\n", file_read(MAX_FILE));
	EXPECT_EQ(-EINVAL, file_write(MAX_FILE, "4294967296"));
	EXPECT_EQ(-EINVAL, file_write(MAX_FILE, "-1"));
	EXPECT_EQ(-EINVAL, file_write(MAX_FILE, "many"));
	EXPECT_STREQ("4294967295\n", file_read(MAX_FILE));
	EXPECT_EQ(0, file_write(MAX_FILE, "0x10"));
	EXPECT_STREQ("16\n", file_read(MAX_FILE));
}

TEST_F(registering, other_files_and_requests)
{
	struct user_reg reg = registration("t", self->word, 4, 0);
	int status = open(STATUS_FILE, O_RDONLY), other;

	EXPECT_EQ(-ENOTTY, user_register(status, &reg));
	EXPECT_EQ(-ENOTTY, result(ioctl(self->fd, _IOW(DIAG_IOC_MAGIC, 3, int), &reg)));
	EXPECT_EQ(-ENOTTY, result(ioctl(self->fd, _IOW('+', 1, char *), &reg)));
	EXPECT_EQ(-ENOTTY, result(ioctl(self->fd, _IOWR(DIAG_IOC_MAGIC, 0, char), &reg)));
	expect_nothing(_metadata, self->fd, self->word);
	close(status);

	other = open(DATA_FILE, O_WRONLY);
	EXPECT_EQ(0, event_register(other, "t", self->word));
	EXPECT_EQ(0, event_unregister(other, self->word, 0));
	close(other);
}

/*
 * A file that is open for reading only neither registers nor deletes events. The stock kernel
 * does both.
 */
TEST_F(registering, file_open_for_reading)
{
	int reader = open(DATA_FILE, O_RDONLY), other;

	ASSERT_LE(0, reader);
	EXPECT_EQ(-EBADF, event_register(reader, "t", self->word));
	EXPECT_EQ(-EBADF, status_register(reader, "t", NULL));
	/* The mode of the file is checked before the argument. */
	EXPECT_EQ(-EBADF, result(ioctl(reader, DIAG_IOCSREG, NULL)));
	EXPECT_EQ(-EBADF, result(ioctl(reader, DIAG_IOCSDEL, NULL)));
	expect_nothing(_metadata, self->fd, self->word);

	/* Delete an event that has no users any more. */
	other = data_open();
	EXPECT_LT(0, status_register(other, "t", NULL));
	close(other);
	EXPECT_EQ(-EBADF, event_delete(reader, "t"));
	EXPECT_TRUE(event_exists("t"));
	EXPECT_EQ(0, event_delete(self->fd, "t"));

	/* Unregistering affects the process's own memory only. */
	EXPECT_LE(0, event_register(self->fd, "t", self->word));
	EXPECT_EQ(0, event_unregister(reader, self->word, 0));
	close(reader);
}

TEST_F(registering, modes_of_the_files)
{
	struct stat st;

	EXPECT_EQ(0, stat(DATA_FILE, &st));
	EXPECT_EQ(0640, st.st_mode & 07777);
	EXPECT_EQ(0, stat(STATUS_FILE, &st));
	EXPECT_EQ(0440, st.st_mode & 07777);
}

TEST_HARNESS_MAIN
