import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The last published outcome of each video. Running analyses are in active_runs. */
export const videos = sqliteTable("videos", {
	id: text().primaryKey(),
	id_hash: text().notNull(),
	url: text().notNull(),
	title: text().notNull(),
	channel_name: text().notNull(),
	channel_id: text(),
	thumbnail_url: text().notNull(),
	duration: real(),
	view_count: integer(),
	published_at: text(),
	/** When title, channel and views were last read from YouTube. */
	metadata_read_at: text(),
	/** null if the metadata is not refreshed. */
	metadata_due_at: text(),
	/** When YouTube first failed to show the video. */
	unavailable_since: text(),
	analysis_status: text({ enum: ["completed", "failed"] }).notNull(),
	error: text({ mode: "json" }),
	bs_score: integer(),
	confidence_level: integer(),
	lean: text({ mode: "json" }),
	/** What `bs_score` is based on. */
	basis: text().notNull(),
	scope: text({ enum: ["full", "moments"] }).notNull(),
	checkable_count: integer().notNull(),
	checked_count: integer().notNull(),
	/** The interval; null if the basis is "memory". */
	score_low: integer(),
	score_high: integer(),
	/** Empty if the run asked no sources, or failed. */
	evidence_sources: text({ mode: "json" }).notNull(),
	/** Since when quotes that a verdict rests on are no longer on their pages. */
	evidence_changed_at: text(),
	transcript_source: text(),
	/** Whose browser read a member's transcript; null for pasted texts and other sources. */
	captions_read_by: text(),
	/** Who extracted the statements; null without a result. */
	extraction: text({ mode: "json" }),
	panel: text({ mode: "json" }).notNull(),
	/** Made in demo mode, so that it is hidden once a provider has a key. */
	simulated: integer({ mode: "boolean" }).notNull(),
	/** false hides the video from lists, search and stats. */
	listed: integer({ mode: "boolean" }).notNull(),
	version: integer().notNull(),
	/** The run whose outcome this row shows, and the sequence number of its last event. */
	run_id: text().notNull(),
	last_seq: integer().notNull(),
	started_by: text(),
	/** Totals of the live statements. */
	claims_count: integer().notNull(),
	upvotes: integer().notNull(),
	downvotes: integer().notNull(),
	/** The sort key of the newest results; null without a result. */
	first_completed_at: text(),
	created_at: text().notNull(),
	updated_at: text().notNull(),
	/** Since when admins hide the report; null if it is shown. */
	hidden_at: text(),
	/** The video's length in seconds when its transcript was read. */
	read_duration: real(),
	/** How many statements came out how; null in rows that are older than the column. */
	finding: text({ mode: "json" }),
	/** The `version` that `finding` was counted for. Software before the column does not count. */
	finding_version: integer(),
});

export const transcripts = sqliteTable("transcripts", {
	video_id: text().primaryKey(),
	source: text().notNull(),
	language: text(),
	track_kind: text(),
	track_vss_id: text(),
	/** Whether the parts contain cues or plain text. */
	timed: integer({ mode: "boolean" }).notNull(),
	/** Unicode characters of the text. */
	chars: integer().notNull(),
	/** Prompt injections in the transcript. */
	aimed_at_raters: text({ mode: "json" }).notNull(),
	/** The version of the code that read it. */
	reader: integer().notNull(),
	/** Who speaks from which cue or offset on; null if it names nobody. */
	speakers: text({ mode: "json" }),
	/** What was understood of a member's text. */
	reading: text({ mode: "json" }),
	/** Set if the captions may not be in the language that is spoken. */
	spoken_language: text(),
	/** The member who pasted it; null for other transcripts. */
	given_by: text(),
	/** Of its words and speakers, if a member pasted it. */
	text_hash: text(),
});

/** Names that the member who pasted a transcript gives its speakers. */
export const speakerNames = sqliteTable("speaker_names", {
	video_id: text().notNull(),
	/** As the transcript writes it. */
	speaker: text().notNull(),
	name: text().notNull(),
	member_id: text().notNull(),
	/** Of the transcript that the name was given for. */
	text_hash: text().notNull(),
	named_at: text().notNull(),
});

/**
 * Hashes of texts that members' browsers read, and of those that members pasted while another
 * member's text was published.
 */
export const transcriptProposals = sqliteTable("transcript_proposals", {
	video_id: text().notNull(),
	member_id: text().notNull(),
	text_hash: text().notNull(),
	created_at: text().notNull(),
	/** Whether the member's browser read the text in the player. */
	from_browser: integer({ mode: "boolean" }).notNull(),
	/**
	 * A salted hash of the network that the browser's text came from; null if the text cannot
	 * confirm another member's, or when it is no longer kept.
	 */
	network: text(),
});

/** What each published version of a result contained. */
export const resultVersions = sqliteTable("result_versions", {
	video_id: text().notNull(),
	version: integer().notNull(),
	published_at: text().notNull(),
	simulated: integer({ mode: "boolean" }).notNull(),
	content: text({ mode: "json" }).notNull(),
});
