import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	real,
	sqliteTable,
	text,
} from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";

/** The last published outcome of each video; running analyses are in active_runs. */
export const videos = sqliteTable(
	"videos",
	{
		id: text().primaryKey(),
		url: text().notNull(),
		title: text().notNull(),
		channel_name: text().notNull(),
		channel_id: text(),
		thumbnail_url: text().notNull(),
		duration: real(),
		view_count: integer(),
		published_at: text(),
		bs_score: integer().notNull(),
		confidence_level: integer().notNull(),
		analysis_status: text({ enum: ["completed", "failed"] }).notNull(),
		transcript_source: text(),
		panel: text({ mode: "json" }).notNull(),
		simulated: integer({ mode: "boolean" }).notNull(),
		/** false hides it from lists, search and stats. */
		listed: integer({ mode: "boolean" }).notNull(),
		version: integer().notNull(),
		error: text({ mode: "json" }),
		/** The run that this row shows, and the number of its last event. */
		run_id: text().notNull(),
		last_seq: integer().notNull(),
		started_by: text().references(() => members.id, { onDelete: "set null" }),
		/** Totals of the live statements. */
		claims_count: integer().notNull(),
		upvotes: integer().notNull(),
		downvotes: integer().notNull(),
		/** Its position among the newest results; null without a result. */
		first_completed_at: text(),
		created_at: text().notNull(),
		updated_at: text().notNull(),
		/** SHA-256 of the id in hex; null in an older row until a job fills it in. */
		id_hash: text(),
		/** When title, channel and views were last read from the platform. */
		metadata_read_at: text(),
		/** null if they are not read again. */
		metadata_due_at: text(),
		/** Since when the platform does not show the video. */
		unavailable_since: text(),
		/** What `bs_score` rests on. */
		basis: text().notNull().default("memory"),
		/** null: as many as there are statements. */
		checkable_count: integer(),
		checked_count: integer().notNull().default(0),
		/** The interval; null on basis memory. */
		score_low: integer(),
		score_high: integer(),
		/** null for a run from before there were sources. */
		evidence_sources: text({ mode: "json" }),
		/** Who found the statements; null for a run from before that was kept. */
		extraction: text({ mode: "json" }),
	},
	(t) => [
		index("videos_metadata_due")
			.on(t.metadata_due_at)
			.where(sql`metadata_due_at IS NOT NULL`),
		index("videos_views_read")
			.on(t.metadata_read_at)
			.where(sql`view_count IS NOT NULL`),
		index("videos_by_hash")
			.on(t.id_hash)
			.where(sql`analysis_status = 'completed' AND listed = 1`),
		index("videos_without_hash").on(t.id).where(sql`id_hash IS NULL`),
		index("videos_newest")
			.on(t.first_completed_at, t.id)
			.where(sql`analysis_status = 'completed' AND listed = 1`),
		index("videos_newest_real")
			.on(t.first_completed_at, t.id)
			.where(
				sql`analysis_status = 'completed' AND listed = 1 AND simulated = 0`,
			),
		index("videos_voted")
			.on(t.simulated, t.upvotes, t.downvotes)
			.where(
				sql`analysis_status = 'completed' AND listed = 1 AND (upvotes > 0 OR downvotes > 0)`,
			),
		index("videos_newest_of_channel")
			.on(t.channel_id, t.first_completed_at, t.id)
			.where(sql`analysis_status = 'completed' AND listed = 1`),
		index("videos_by_channel").on(t.channel_id),
		index("videos_by_starter").on(t.started_by),
	],
);

export const transcripts = sqliteTable("transcripts", {
	video_id: text()
		.primaryKey()
		.references(() => videos.id, { onDelete: "cascade" }),
	source: text().notNull(),
	language: text(),
	track_kind: text(),
	track_vss_id: text(),
	/** Whether the parts contain cues or plain text. */
	timed: integer({ mode: "boolean" }).notNull(),
	/** Unicode characters of the text; null in rows from before they were counted. */
	chars: integer(),
	/**
	 * Passages that address the AI that rates (prompt injection); null in rows from before
	 * they were searched for.
	 */
	aimed_at_raters: text({ mode: "json" }),
});

/** The transcript in order, cut into pieces below the size limit of a row. */
export const transcriptParts = sqliteTable(
	"transcript_parts",
	{
		video_id: text()
			.notNull()
			.references(() => transcripts.video_id, { onDelete: "cascade" }),
		part: integer().notNull(),
		body: text().notNull(),
	},
	(t) => [primaryKey({ columns: [t.video_id, t.part] })],
);

/** Texts that members pasted beside another member's published one, each by its hash. */
export const transcriptProposals = sqliteTable(
	"transcript_proposals",
	{
		video_id: text().notNull(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		text_hash: text().notNull(),
		created_at: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.video_id, t.member_id] }),
		index("transcript_proposals_by_member").on(t.member_id),
	],
);
