// SPDX-License-Identifier: GPL-2.0-only
/* Run a recipe: find it, set it up, read its answer, remove everything. */
#include "common/wait.h"
#include "features.h"
#include "measurement.h"
#include "symbols/symbols.h"

static enum status set_up(struct measurement *measurement, const struct recipe_options *options)
{
	enum status status = choose_variant(&measurement->recipe, &measurement->variant);

	if (!status)
		status = session_open(&measurement->session);
	if (!status)
		status = session_apply(measurement->session, measurement->variant, options);
	if (!status)
		status = source_open_session(&measurement->source, measurement->session);
	return status;
}

/**
 * measurement_start() - set up the histograms of a recipe
 * @measurement: result
 * @recipe: name of the recipe
 * @options: selection of the user
 *
 * From now on, signals only set a flag; see signals_stop().
 *
 * Return: %STATUS_OK, or a status after a message and after everything was removed again.
 */
enum status measurement_start(struct measurement *measurement, const char *recipe,
			      const struct recipe_options *options)
{
	enum status status;

	*measurement = (struct measurement){ 0 };
	signals_catch();
	status = recipe_find(&measurement->recipe, recipe);
	if (status)
		return status;
	status = set_up(measurement, options);
	if (status)
		measurement_stop(measurement);
	return status;
}

/* The source of a session has exactly one table. User stacks get the names of functions. */
static enum status take_table(struct table *table, struct tables *tables)
{
	enum status status = symbols_resolve(&tables->tables[0]);

	if (!status) {
		*table = tables->tables[0];
		tables->n = 0;
	}
	tables_free(tables);
	return status;
}

/**
 * measurement_total() - read the whole answer
 * @measurement: the measurement
 * @table: result
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status measurement_total(struct measurement *measurement, struct table *table)
{
	struct tables tables;
	enum status status = source_read_total(measurement->source, &tables);

	return status ? status : take_table(table, &tables);
}

/**
 * measurement_interval() - read the events since the last call
 * @measurement: the measurement
 * @table: result
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status measurement_interval(struct measurement *measurement, struct table *table)
{
	struct tables tables;
	enum status status = source_read_interval(measurement->source, &tables);

	return status ? status : take_table(table, &tables);
}

/**
 * measurement_stop() - remove everything from the kernel
 * @measurement: the measurement, also if measurement_start() has failed
 */
void measurement_stop(struct measurement *measurement)
{
	source_close(measurement->source);
	session_close(measurement->session);
	recipe_free(&measurement->recipe);
	*measurement = (struct measurement){ 0 };
}
