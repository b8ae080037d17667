// SPDX-License-Identifier: GPL-2.0
/* Raw tables of attached histograms, for hist_raw and hist_delta_raw. Process context. */
#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "../attach/map_owner.h"
#include "raw_source.h"

/**
 * hist_raw_add_histogram - append the table of an attached histogram
 * @tables: raw tables of a reader, with memory for one more table
 * @event_file: event of the histogram
 * @data: the histogram
 * @interval: interval to show, or NULL to show everything
 * @shows_addresses: the reader may see addresses of user code
 *
 * Context: may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_raw_add_histogram(struct hist_raw_tables *tables,
			   const struct trace_event_file *event_file,
			   const struct hist_trigger_data *data,
			   const struct hist_interval *interval, bool shows_addresses)
{
	const struct hist_status status = hist_status_of(data->runtime.trigger);
	const struct hist_raw_source source = {
		.data = data,
		.map = hist_map_get(data),
		.status = &status,
		.interval = interval,
		.system = event_file->event_call->class->system,
		.event = trace_event_name(event_file->event_call),
		.shows_addresses = shows_addresses,
	};

	lockdep_assert_held(&event_mutex);
	return hist_raw_tables_add(tables, &source);
}
