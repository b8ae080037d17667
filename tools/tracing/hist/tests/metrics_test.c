// SPDX-License-Identifier: GPL-2.0-only
/* Tests of metrics: label sets, limits of memory, buckets, names. */
#include "harness.h"
#include "metrics_text.h"

/* Write a table with a row for each number from @first to @last, which has that many events. */
static char *numbered_rows(int first, int last)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fputs("# event histogram\n#\n"
	      "# trigger info: hist:keys=k:vals=hitcount:sort=hitcount:size=8192 [active]\n#\n\n", out);
	for (int i = first; i <= last; i++)
		fprintf(out, "{ k: %10d } hitcount: %10d\n", i, i);
	fprintf(out, "\nTotals:\n    Hits: 1\n    Entries: %d\n    Dropped: 0\n", last - first + 1);
	fclose(out);
	return text;
}

static void add_text(struct metrics *metrics, char *text)
{
	struct table table = read_table(text);

	EXPECT_EQ(metrics_add(metrics, &table), 0);
	table_free(&table);
	free(text);
}

static void init_text(struct metrics *metrics, char *text, struct metric_names *names)
{
	struct metrics_options options = { .prefix = "trace_hist_x", .title = "Title" };
	struct table table = read_table(text);

	EXPECT_EQ(metrics_init(metrics, &table, &options, names), 0);
	table_free(&table);
	free(text);
}

/* Return: the number of a sample, or -1 without the sample. @sample is "NAME{LABELS}". */
static double sample(const struct metrics *metrics, const char *sample)
{
	char *text = metrics_text(metrics, EXPOSITION_OPENMETRICS), *line;
	double number = -1;

	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (!strncmp(line, sample, strlen(sample)) && line[strlen(sample)] == ' ')
			number = atof(line + strlen(sample));
	}
	free(text);
	return number;
}

/* Of 1,200 label sets, the 1,000 largest are exposed. */
TEST(largest_label_sets_are_exposed)
{
	struct metric_names names = { 0 };
	struct metrics metrics;

	init_text(&metrics, numbered_rows(1, 1), &names);
	add_text(&metrics, numbered_rows(1, 1200));
	EXPECT_EQ(metrics.n_sets, 1000);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"200\"}") == -1);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"201\"}") == 201);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"1200\"}") == 1200);
	/* 1 + 2 + ... + 200 */
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"other\"}") == 20100);
	metrics_free(&metrics);
	metric_names_free(&names);
}

/* Later label sets do not replace earlier ones, even larger ones: counters never decrease. */
TEST(label_sets_stay)
{
	struct metric_names names = { 0 };
	struct metrics metrics;

	init_text(&metrics, numbered_rows(1, 1), &names);
	add_text(&metrics, numbered_rows(1, 999));
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"other\"}") == -1);
	add_text(&metrics, numbered_rows(5001, 5003));
	EXPECT_EQ(metrics.n_sets, 1000);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"5003\"}") == 5003);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"other\"}") == 5001 + 5002);
	add_text(&metrics, numbered_rows(5001, 5003));
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"1\"}") == 1);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"5003\"}") == 2 * 5003);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{k=\"other\"}") == 2 * (5001 + 5002));
	metrics_free(&metrics);
	metric_names_free(&names);
}

static const char other_text[] =
	"# event histogram\n#\n"
	"# trigger info: hist:keys=comm:vals=hitcount:sort=hitcount:size=128:overflow=other [active]\n#\n\n"
	"{ comm: other                                              } hitcount:          1\n"
	"{ comm: sh                                                 } hitcount:          2\n"
	"{ other } hitcount:          4\n"
	"\nTotals:\n    Hits: 7\n    Entries: 2\n    Dropped: 0\n";

/* A task with the name "other" has the labels of the rest: samples must differ in their labels. */
TEST(rest_and_a_key_of_its_name_are_one)
{
	struct metric_names names = { 0 };
	struct metrics metrics;

	init_text(&metrics, strdup(other_text), &names);
	add_text(&metrics, strdup(other_text));
	EXPECT_EQ(metrics.n_sets, 1);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{comm=\"other\"}") == 5);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total{comm=\"sh\"}") == 2);
	metrics_free(&metrics);
	metric_names_free(&names);
}

/* Keys that are no labels are added up. */
TEST(selected_labels)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=comm,cpu:vals=hitcount:sort=hitcount:size=128 [active]\n#\n\n"
		"{ comm: a                                                 , cpu:          0 } hitcount:          1\n"
		"{ comm: a                                                 , cpu:          1 } hitcount:          2\n"
		"{ comm: b                                                 , cpu:          1 } hitcount:          4\n"
		"\nTotals:\n    Hits: 7\n    Entries: 3\n    Dropped: 0\n";
	char *labels[] = { "comm" };
	struct metrics_options options = {
		.prefix = "p", .title = "Title", .labels = labels, .n_labels = 1,
	};
	struct metric_names names = { 0 };
	struct table table = read_table(text);
	struct metrics metrics;

	EXPECT_EQ(metrics_init(&metrics, &table, &options, &names), 0);
	EXPECT_EQ(metrics_add(&metrics, &table), 0);
	EXPECT(sample(&metrics, "p_hitcount_total{comm=\"a\"}") == 3);
	EXPECT(sample(&metrics, "p_hitcount_total{comm=\"b\"}") == 4);
	metrics_free(&metrics);
	metric_names_free(&names);
	table_free(&table);
}

/* Without labels, there is a sample before the first event. */
TEST(metrics_without_labels_begin_with_0)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=t.log2:vals=hitcount:sort=hitcount:size=128 [active]\n#\n\n"
		"\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n";
	struct metric_names names = { 0 };
	struct metrics metrics;

	init_text(&metrics, strdup(text), &names);
	EXPECT(sample(&metrics, "trace_hist_x_hitcount_total") == 0);
	EXPECT(sample(&metrics, "trace_hist_x_t_bucket{le=\"+Inf\"}") == 0);
	metrics_free(&metrics);
	metric_names_free(&names);
}

static char *sum_text(const char *sum)
{
	char *text;

	if (asprintf(&text, "# event histogram\n#\n"
		     "# trigger info: hist:keys=k:vals=hitcount,bytes:sort=hitcount:size=128 [active]\n#\n\n"
		     "{ k:          1 } hitcount:          1  bytes: %10s\n"
		     "\nTotals:\n    Hits: 1\n    Entries: 1\n    Dropped: 0\n", sum) < 0)
		abort();
	return text;
}

/* A sum that decreases is no counter. */
TEST(sum_that_decreases_becomes_a_gauge)
{
	struct metric_names names = { 0 };
	struct metrics metrics;

	init_text(&metrics, sum_text("0"), &names);
	add_text(&metrics, sum_text("100"));
	EXPECT(sample(&metrics, "trace_hist_x_bytes_total{k=\"1\"}") == 100);
	add_text(&metrics, sum_text("-30"));
	EXPECT(sample(&metrics, "trace_hist_x_bytes_total{k=\"1\"}") == -1);
	EXPECT(sample(&metrics, "trace_hist_x_bytes{k=\"1\"}") == 70);
	add_text(&metrics, sum_text("-72"));
	EXPECT(sample(&metrics, "trace_hist_x_bytes{k=\"1\"}") == -2);
	metrics_free(&metrics);
	metric_names_free(&names);
}

TEST(large_sum_is_a_counter)
{
	struct metric_names names = { 0 };
	struct metrics metrics;

	init_text(&metrics, sum_text("0"), &names);
	add_text(&metrics, sum_text("9223372036854775808"));
	EXPECT(sample(&metrics, "trace_hist_x_bytes_total{k=\"1\"}") == 0x1p63);
	EXPECT(sample(&metrics, "trace_hist_x_bytes{k=\"1\"}") == -1);
	metrics_free(&metrics);
	metric_names_free(&names);
}

/**
 * struct sizes - numbers and the buckets that count them
 * @metric: the histogram
 * @point: its point
 * @first: first numbers of the ranges that were counted
 * @last: last numbers
 * @n: number of ranges
 */
struct sizes {
	struct metric metric;
	struct point point;
	wide first[4096];
	wide last[4096];
	size_t n;
};

static void count_range(struct sizes *sizes, wide first, wide last)
{
	const struct range range = { .first = first, .last = last };

	sizes->first[sizes->n] = first;
	sizes->last[sizes->n++] = last;
	EXPECT_EQ(point_add_range(&sizes->metric, &sizes->point, &range, 1), 0);
	EXPECT_EQ(point_add_range(&sizes->metric, &sizes->metric.total, &range, 1), 0);
	if (metric_is_crowded(&sizes->metric)) {
		metric_choose_grid(&sizes->metric);
		point_use_grid(&sizes->metric, &sizes->point);
		point_use_grid(&sizes->metric, &sizes->metric.total);
	}
}

/* No range is on both sides of a limit, and each bucket has the ranges up to its limit. */
static void check_buckets(struct sizes *sizes)
{
	wide limits[MAX_BUCKETS - 1];
	size_t n = metric_limits(&sizes->metric, limits);

	EXPECT(n <= 63);
	for (size_t i = 0; i < n; i++) {
		uint64_t expected = 0, count = 0;

		EXPECT(!i || limits[i] > limits[i - 1]);
		for (size_t k = 0; k < sizes->n; k++) {
			EXPECT(sizes->first[k] > limits[i] || sizes->last[k] <= limits[i]);
			expected += sizes->last[k] <= limits[i];
		}
		for (size_t k = 0; k < sizes->point.n_edges; k++) {
			if (sizes->point.edges[k].last <= limits[i])
				count += sizes->point.edges[k].count;
		}
		EXPECT_EQ(count, expected);
	}
	free(sizes->point.edges);
	free(sizes->metric.total.edges);
}

TEST(buckets_of_linear_ranges_are_exact)
{
	static struct sizes sizes;
	u64 random = 42;

	for (int width = 1; width < 4000; width = width * 3 + 1) {
		for (int anchor = 0; anchor < 3 && anchor < width; anchor++) {
			memset(&sizes, 0, sizeof(sizes));
			for (int i = 0; i < 500; i++) {
				wide number = (int64_t)test_random(&random) >> (i % 60);
				wide first = number / width * width + anchor;

				if (first > number)
					first -= width;
				count_range(&sizes, first, first + width - 1);
			}
			check_buckets(&sizes);
		}
	}
}

TEST(buckets_of_powers_of_two_are_exact)
{
	static struct sizes sizes;

	/* As .dist has them: 2^k to 2^(k+1) - 1, of both signs, and 0 */
	sizes.metric.powers = true;
	count_range(&sizes, 0, 0);
	for (int i = 0; i < 63; i += 2) {
		count_range(&sizes, (wide)1 << i, ((wide)2 << i) - 1);
		count_range(&sizes, -((wide)2 << i) + 1, -((wide)1 << i));
	}
	check_buckets(&sizes);
	/* As .log2 has them: 2^(k-1) + 1 to 2^k. Ranges end at INT64_MAX, see output/ranges.h. */
	memset(&sizes, 0, sizeof(sizes));
	sizes.metric.powers = true;
	count_range(&sizes, 1, 1);
	for (int i = 3; i < 63; i += 3)
		count_range(&sizes, ((wide)1 << (i - 1)) + 1, (wide)1 << i);
	check_buckets(&sizes);
}

/* A file can say anything. Memory stays bounded, and limits stay in order. */
TEST(hostile_ranges_are_bounded)
{
	static struct sizes sizes;
	wide limits[MAX_BUCKETS - 1];
	u64 random = 7;
	size_t n;

	sizes.metric.powers = true;
	for (int i = 0; i < 4000; i++) {
		wide first = (int64_t)test_random(&random) >> (i % 63);

		count_range(&sizes, first, first + (test_random(&random) >> (1 + i % 63)));
	}
	EXPECT(sizes.metric.total.n_edges < 300);
	n = metric_limits(&sizes.metric, limits);
	EXPECT(n <= 63);
	for (size_t i = 1; i < n; i++)
		EXPECT(limits[i] > limits[i - 1]);
	free(sizes.point.edges);
	free(sizes.metric.total.edges);
}

TEST(names_do_not_clash)
{
	static const struct {
		const char *field;
		enum unit unit;
		const char *name;
	} cases[] = {
		{ "hitcount", UNIT_COUNT, "p_hitcount" },
		{ "usecs", UNIT_US, "p_seconds" },
		{ "nsecs", UNIT_NS, "p_2_seconds" },
		{ "lat", UNIT_US, "p_lat_seconds" },
		{ "lat_us", UNIT_US, "p_lat_2_seconds" },
		{ "bytes_req", UNIT_BYTES, "p_bytes_req_bytes" },
		{ "bytes", UNIT_BYTES, "p_bytes" },
		{ "status", UNIT_US, "p_status_seconds" },
		{ "x", UNIT_NONE, "p_x" },
		/* A histogram x has a sample x_count, a counter x a sample x_total. */
		{ "x_count", UNIT_NONE, "p_x_count_2" },
		{ "x.total", UNIT_NONE, "p_x_total_2" },
		{ "y_sum", UNIT_NONE, "p_y_sum" },
		{ "y", UNIT_NONE, "p_y_2" },
		{ "where[common_pid,$lock]", UNIT_NONE, "p_where_common_pid_lock" },
		{ "\303\244 -", UNIT_NONE, "p" },
	};
	struct metric_names names = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *name = metric_name(&names, "p", cases[i].field, cases[i].unit);

		EXPECT_STREQ(name, cases[i].name);
		free(name);
	}
	metric_names_free(&names);
}

TEST(labels_have_different_names)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=a.b,a-b,le,9:vals=hitcount:sort=hitcount:size=128 [active]\n#\n\n"
		"\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n";
	struct table table = read_table(text);
	char **names = label_names_create(&table, -1, NULL, 0);

	EXPECT_STREQ(names[0], "a_b");
	EXPECT_STREQ(names[1], "a_b_2");
	EXPECT_STREQ(names[2], "key_le");
	EXPECT_STREQ(names[3], "key_9");
	for (size_t i = 0; i < table.n_keys; i++)
		free(names[i]);
	free(names);
	table_free(&table);
}
