// SPDX-License-Identifier: GPL-2.0-only
/* Measure the scaling of the map, see scaling.h. */

#include "scaling.h"
#include "tracing_map.h"

/**
 * struct map_bench - a measurement of the map
 * @scaling: the measurement
 * @cfg: properties of the map
 * @n_keys: number of keys per thread
 * @same: all threads use the same keys
 */
struct map_bench {
	struct scaling scaling;
	struct tracing_map_config cfg;
	unsigned int n_keys;
	bool same;
};

static void *create(const struct scaling *scaling)
{
	return tracing_map_create(&container_of(scaling, struct map_bench, scaling)->cfg);
}

static void hit(const struct scaling *scaling, void *target)
{
	const struct map_bench *bench = container_of(scaling, struct map_bench, scaling);
	u64 base = bench->same ? 0 : (u64)shim_cpu << 32;
	unsigned int n_keys = bench->n_keys, i, k = 0;
	struct tracing_map *map = target;
	u64 key[16] = {};

	for (i = 0; i < SCALING_HITS; i++) {
		int elt;

		key[0] = base + k;
		if (++k >= n_keys)
			k = 0;
		elt = tracing_map_insert(map, key);
		if (elt >= 0)
			tracing_map_add(map, elt, 0, 1);
	}
}

static void destroy(void *target)
{
	tracing_map_destroy(target);
}

#define BENCH(_name, _n_cpus, _cpu_step, _stock) \
	.scaling = { \
		.name = _name, .n_cpus = _n_cpus, .cpu_step = _cpu_step, .stock = _stock, \
		.create = create, .hit = hit, .destroy = destroy, \
	}

#define CFG(_size, _key_size, _n_sums) \
	.cfg = { .size = _size, .key_size = _key_size, .n_sums = _n_sums }

static const struct map_bench benches[] = {
	{ BENCH("one hot key", 2, 1, "0.22"), CFG(128, 8, 1), 1, true },
	{ BENCH("a key per thread", 2, 1, "0.36"), CFG(128, 8, 1), 1, false },
	{ BENCH("1000 keys", 2, 1, NULL), CFG(2048, 8, 1), 1000, true },
	{ BENCH("1000 keys per thread", 2, 1, NULL), CFG(2048, 8, 1), 1000, false },
	{ BENCH("1000 long keys", 2, 1, NULL), CFG(2048, 128, 1), 1000, true },
	{ BENCH("full, all dropped", 2, 1, NULL), CFG(128, 8, 1), 1000000000, true },
	/* With 128 CPUs there are 8 copies of these sums, and 16 with 1000 keys. */
	{ BENCH("one hot key, shared copies", 128, 1, NULL), CFG(128, 8, 1), 1, true },
	{ BENCH("one hot key, one copy", 128, 8, NULL), CFG(128, 8, 1), 1, true },
	{ BENCH("1000 keys, one copy", 128, 16, NULL), CFG(2048, 8, 3), 1000, true },
};

int main(void)
{
	unsigned int i;

	scaling_print_head("two threads on the map");
	for (i = 0; i < ARRAY_SIZE(benches); i++)
		scaling_measure(&benches[i].scaling);
	return 0;
}
