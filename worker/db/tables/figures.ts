import {
	integer,
	primaryKey,
	sqliteTable,
	text,
} from "drizzle-orm/sqlite-core";

/** How each standing job went last; noted to some minutes. */
export const jobOutcomes = sqliteTable("job_outcomes", {
	job: text().primaryKey(),
	ok: integer({ mode: "boolean" }).notNull(),
	ended_at: text().notNull(),
	/** null for one that has never gone well. */
	succeeded_at: text(),
	duration_ms: integer().notNull(),
});

/** Figures that take a walk through a table, counted now and then. */
export const siteFigures = sqliteTable(
	"site_figures",
	{
		name: text().notNull(),
		/** What it counts of `name`: an outcome, a status. */
		label: text().notNull(),
		value: integer().notNull(),
		counted_at: text().notNull(),
	},
	(t) => [primaryKey({ columns: [t.name, t.label] })],
);

/** One row for real results and one for simulated ones. */
export const communitySnapshots = sqliteTable("community_snapshots", {
	simulated: integer({ mode: "boolean" }).primaryKey(),
	/** Empty until the first one is there. */
	computed_at: text().notNull(),
	/** When somebody last set out to count anew. */
	refreshing_since: text().notNull(),
	body: text({ mode: "json" }).notNull(),
});
