import * as z from "zod";

/**
 * What the extension reads of the server's answers. Each schema takes the fields that are shown and
 * no more, with words it does not know, so that an extension that was installed last year reads
 * the answers of today's server.
 */

const Score = z.int().min(0).max(100);
const Count = z.int().min(0);
/** Longer texts are cut: a mark or a row has no room for more. */
const Text = (max: number) => z.string().transform((text) => text.slice(0, max));
const Id = z.string().min(1).max(100);
/** A report has 200 statements at most. */
const MAX_STATEMENTS = 400;

/** A statement, as far as a mark on the player needs it. */
const Mark = z.object({
	id: Id,
	timestamp: z.number().min(0),
	/** null if the run asked no sources. */
	verdict: z.string().nullable(),
	/** null if it is unverified. */
	ai_score: Score.nullable(),
	/** Set only if it is unverified; marks have none. */
	unverified_reason: z.string().nullable().optional(),
	content: Text(2_000),
	/** It is not part of the score. */
	on_request: z.boolean().optional(),
});
export type Mark = z.infer<typeof Mark>;

const Outcome = z.object({
	id: Id,
	/** null if too little could be checked. */
	bs_score: Score.nullable(),
	basis: z.enum(["evidence", "memory"]),
	/** "moments": the whole video was not analyzed, so there is no score. */
	scope: z.enum(["full", "moments"]).catch("full"),
	coverage: z.object({ checkable: z.int().min(0), checked: z.int().min(0) }),
	/** Absent in answers of 1.0.0. */
	finding: z
		.object({
			holds: Count,
			outdated: Count,
			lacks_context: Count,
			sources_disagree: Count,
			refuted: Count,
			unverified: Count,
		})
		.optional(),
	simulated: z.boolean(),
});

/** A result, as far as the watch page shows it without a press. */
const Result = Outcome.extend({
	/** Of the transcript (BCP 47); absent if it is not known. */
	language: z.string().max(40).optional(),
	statements: z.array(Mark).max(MAX_STATEMENTS),
});
export type Result = z.infer<typeof Result>;

export const LookupPage = z.object({ results: z.array(Result).max(500), truncated: z.boolean() });

const Piece = z.object({
	final_url: z.string(),
	title: Text(300),
	site: Text(200),
	published_at: z.string().nullable(),
	quote: Text(1_000),
	stance: z.string(),
});
export type Piece = z.infer<typeof Piece>;

export const Statement = Mark.extend({
	quote: Text(2_000),
	timestamp_source: z.string(),
	/** Absent in answers of 1.0.0. */
	speaker: Text(300).nullish(),
	explanation: Text(4_000),
	evidence: z.array(Piece).max(100),
});
export type Statement = z.infer<typeof Statement>;

export const RunError = z.object({
	status: z.int(),
	code: z.string(),
	detail: Text(1_000),
	transcript_wanted: z.boolean(),
});

const Analysis = z.object({
	run: Id,
	status: z.string(),
	analysis_step: z.string().nullable(),
	progress: z.number().min(0).max(100),
	claims_found: z.int().min(0),
	activity: z.object({ kind: z.string(), text: Text(300) }).nullable(),
	/** null if the whole video is analyzed. */
	moment: z.object({ said: Text(4_000).nullable() }).nullable(),
});
export type Analysis = z.infer<typeof Analysis>;

const Video = Outcome.extend({
	title: Text(500),
	language: z.string().max(40).optional(),
	analysis_status: z.string(),
	version: z.int().min(0),
	captions_read_by: z.string().nullable(),
	error: RunError.nullable(),
});

export const Report = z.object({
	video: Video,
	statements: z.array(Statement).max(MAX_STATEMENTS),
	moments: z
		.array(
			z.object({
				at: z.number().nullable(),
				said: Text(4_000),
				statement_ids: z.array(Id).max(100),
			}),
		)
		.max(MAX_STATEMENTS),
	analysis: Analysis.nullable(),
});
export type Report = z.infer<typeof Report>;

export const Progress = z.object({ analysis: Analysis });
export const Nothing = z.unknown();
export const Started = z.object({ status: z.string() });
/** `statements` if the moment was checked before, otherwise the run that checks it. */
export const StartedMoment = z.object({
	run: Id.optional(),
	statements: z
		.array(z.object({ id: Id }))
		.max(MAX_STATEMENTS)
		.optional(),
});
export const MyVotes = z.object({ votes: z.record(z.string(), z.enum(["upvote", "downvote"])) });
export type MyVotes = z.infer<typeof MyVotes>;
export const Key = z.object({ key: z.string().min(10).max(200) });

/** Whether the report has something to show: a first analysis may be running, or has failed. */
export const hasResult = ({ video }: Report) =>
	video.version > 0 && video.analysis_status === "completed";

/** What the watch page shows of a report. */
export const toResult = ({ video, statements }: Report) => Result.parse({ ...video, statements });

/** The data of a server-sent event; undefined if it is not what it should be. */
export function readEvent<T>(
	schema: { safeParse: (it: unknown) => { data?: T | undefined } },
	data: unknown,
): T | undefined {
	try {
		return schema.safeParse(JSON.parse(String(data))).data;
	} catch {
		return undefined;
	}
}
