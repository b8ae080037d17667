// SPDX-License-Identifier: GPL-2.0
/*
 * usage: perf_synth EVENT-DIRECTORY COMMAND [ARGUMENT]...
 *
 * Open a trace event with perf on every CPU and run COMMAND. Then print "count" and the number of
 * events that perf reports, and for each sample its event type and its own fields, decoded by the
 * event's format file. The exit status is that of COMMAND, or 125 if opening the event fails.
 */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <linux/types.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_CPUS	16
#define MAX_FIELDS	64
#define DATA_PAGES	16

static struct field {
	char type[64], name[64];
	unsigned int offset, size, is_signed;
} fields[MAX_FIELDS];

static unsigned int n_fields;

static void fail(const char *what)
{
	perror(what);
	exit(125);
}

static FILE *open_file(const char *directory, const char *name)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = fopen(path, "r");
	if (!file)
		fail(path);
	return file;
}

static long read_id(const char *directory)
{
	FILE *file = open_file(directory, "id");
	long id;

	if (fscanf(file, "%ld", &id) != 1)
		fail("id");
	fclose(file);
	return id;
}

/* Parse lines of the form "field:TYPE NAME;", where NAME may end in "[8]". */
static void read_format(const char *directory)
{
	FILE *file = open_file(directory, "format");
	char line[4096], text[128];

	while (fgets(line, sizeof(line), file) && n_fields < MAX_FIELDS) {
		struct field *field = &fields[n_fields];
		char *name;

		if (sscanf(line, " field:%127[^;]; offset:%u; size:%u; signed:%u;", text,
			   &field->offset, &field->size, &field->is_signed) != 4)
			continue;
		name = strrchr(text, ' ');
		if (!name || !strncmp(name + 1, "common_", 7))
			continue;
		*name++ = '\0';
		snprintf(field->type, sizeof(field->type), "%.63s", text);
		snprintf(field->name, sizeof(field->name), "%.63s", name);
		n_fields++;
	}
	fclose(file);
}

static void print_dynamic(const struct field *field, const char *raw, unsigned int size)
{
	__u16 loc[2];	/* offset and length, on a little-endian machine */
	unsigned long n;

	memcpy(loc, raw + field->offset, sizeof(loc));
	if (loc[0] + loc[1] > (int)size) {
		printf(" %s=OUTSIDE", field->name);
	} else if (strstr(field->type, "long")) {
		memcpy(&n, raw + loc[0], sizeof(n));
		printf(" %s=%lu/%zu", field->name, n, loc[1] / sizeof(n));
	} else {
		printf(" %s=%.*s/%d", field->name, loc[1], raw + loc[0], loc[1]);
	}
}

static long long sign_extend(__u64 val, unsigned int bits)
{
	return (long long)(val << (64 - bits)) >> (64 - bits);
}

static void print_field(const struct field *field, const char *raw, unsigned int size)
{
	__u64 val = 0;

	if (field->offset + field->size > size) {
		printf(" %s=OUTSIDE", field->name);
	} else if (strstr(field->type, "__data_loc")) {
		print_dynamic(field, raw, size);
	} else if (strchr(field->name, '[')) {
		printf(" %.*s=%.*s", (int)strcspn(field->name, "["), field->name,
		       (int)field->size, raw + field->offset);
	} else {
		memcpy(&val, raw + field->offset, field->size);
		if (field->is_signed)
			printf(" %s=%lld", field->name, sign_extend(val, 8 * field->size));
		else
			printf(" %s=%llu", field->name, val);
	}
}

static void print_sample(const char *raw, unsigned int size)
{
	__u16 type;
	unsigned int i;

	memcpy(&type, raw, sizeof(type));
	printf("type=%u", type);
	for (i = 0; i < n_fields; i++)
		print_field(&fields[i], raw, size);
	puts("");
}

static void print_samples(const struct perf_event_mmap_page *page)
{
	static char record[DATA_PAGES * 4096];
	const char *data = (const char *)page + page->data_offset;
	__u64 at = 0;

	while (at < page->data_head) {
		struct perf_event_header header;
		unsigned int i, size;

		/* data_tail is never advanced, so that records do not wrap around. */
		memcpy(&header, data + at, sizeof(header));
		for (i = 0; i < header.size; i++)
			record[i] = data[at + i];
		at += header.size;
		if (header.type != PERF_RECORD_SAMPLE) {
			printf("record of type %u\n", header.type);
			continue;
		}
		memcpy(&size, record + sizeof(header), sizeof(size));
		print_sample(record + sizeof(header) + sizeof(size), size);
	}
}

static int run(char **command)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		execvp(command[0], command);
		perror(command[0]);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		fail("fork");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

int main(int argc, char **argv)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
	};
	int fds[MAX_CPUS], n_cpus = sysconf(_SC_NPROCESSORS_ONLN), cpu, status;
	size_t page = sysconf(_SC_PAGESIZE);
	void *pages[MAX_CPUS];
	__u64 count, total = 0;

	if (argc < 3 || n_cpus > MAX_CPUS) {
		fprintf(stderr, "usage: perf_synth EVENT-DIRECTORY COMMAND [ARGUMENT]...\n");
		return 125;
	}
	attr.config = read_id(argv[1]);
	read_format(argv[1]);
	for (cpu = 0; cpu < n_cpus; cpu++) {
		fds[cpu] = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fds[cpu] < 0)
			fail("perf_event_open");
		pages[cpu] = mmap(NULL, (1 + DATA_PAGES) * page, PROT_READ | PROT_WRITE,
				  MAP_SHARED, fds[cpu], 0);
		if (pages[cpu] == MAP_FAILED)
			fail("mmap");
	}

	status = run(argv + 2);

	for (cpu = 0; cpu < n_cpus; cpu++) {
		ioctl(fds[cpu], PERF_EVENT_IOC_DISABLE, 0);
		if (read(fds[cpu], &count, sizeof(count)) != sizeof(count))
			fail("read");
		total += count;
	}
	printf("count %llu\n", total);
	for (cpu = 0; cpu < n_cpus; cpu++)
		print_samples(pages[cpu]);
	return status;
}
