import { RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { Rating } from "#contract/statement.ts";
import type { TranscriptSource } from "#contract/video.ts";
import type {
	CompletedRun,
	FailedRun,
	ProviderCallRecord,
	PublishedStatement,
} from "#features/analysis/publication.ts";
import { runFailure } from "#http/run-failures.ts";

let made = 0;

/** A run id that no other test of this process has. */
export function freshRunId(): RunId {
	made += 1;
	return RunId.parse(`run${made}`);
}

export function freshVideoId(): VideoId {
	made += 1;
	return VideoId.parse(`vid${String(made).padStart(8, "0")}`);
}

export function freshStatementId(): StatementId {
	made += 1;
	return StatementId.parse(`statement-${made}`);
}

/** Instants that rise with `minute`. */
export function instant(minute: number): string {
	return new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
}

export function aRating(
	provider: Rating["provider"],
	score: number,
	status: Rating["status"] = "ok",
): Rating {
	return {
		provider,
		model: `${provider}-model`,
		status,
		score,
		confidence: 80,
		explanation: `${provider} says ${score}`,
		sources: [`https://example.org/${provider}`],
	};
}

export function aStatement(
	fields: Partial<PublishedStatement> = {},
): PublishedStatement {
	const score = fields.ai_score ?? 50;
	return {
		id: freshStatementId(),
		content: "The bridge was built in 1931.",
		quote: "they built the bridge in 1931",
		quote_key: "theybuiltthebridgein1931",
		timestamp: 12.5,
		timestamp_source: "cue",
		aimed_at_raters: false,
		ai_score: score,
		confidence_level: 80,
		ratings: [
			aRating("openai", score),
			aRating("claude", score),
			aRating("gemini", score),
		],
		explanation: `openai says ${score}`,
		sources: ["https://example.org/openai"],
		...fields,
	};
}

export function aTranscript(
	source: TranscriptSource = "captions",
): CompletedRun["transcript"] {
	return {
		source,
		language: "en",
		track: { kind: "manual", vss_id: ".en" },
		cues: [
			{ start: 0, text: "hello there" },
			{ start: 2.5, text: "they built the bridge in 1931" },
		],
		text: "hello there they built the bridge in 1931",
	};
}

const METADATA = {
	title: "How the bridge was built",
	channel_name: "Bridge Channel",
	channel_id: "UC0000000000000000000000",
	thumbnail_url: "https://i.ytimg.com/vi/x/hqdefault.jpg",
	duration: 612.4,
	view_count: 15_400_000_000,
	published_at: "2024-05-06T07:08:09Z",
};

export function aCompletedRun(
	fields: Partial<CompletedRun> = {},
): CompletedRun {
	const video_id = fields.video_id ?? freshVideoId();
	return {
		outcome: "completed",
		run_id: freshRunId(),
		video_id,
		url: `https://www.youtube.com/watch?v=${video_id}`,
		started_by: null,
		started_at: instant(0),
		ended_at: instant(1),
		last_seq: 40,
		calls: [],
		outbox: [],
		simulated: false,
		metadata: METADATA,
		transcript: aTranscript(),
		aimed_at_raters: [],
		panel: ["openai", "claude", "gemini"],
		bs_score: 50,
		confidence_level: 80,
		statements: [],
		...fields,
	};
}

export function aFailedRun(fields: Partial<FailedRun> = {}): FailedRun {
	const video_id = fields.video_id ?? freshVideoId();
	return {
		outcome: "failed",
		run_id: freshRunId(),
		video_id,
		url: `https://www.youtube.com/watch?v=${video_id}`,
		started_by: null,
		started_at: instant(0),
		ended_at: instant(1),
		last_seq: 7,
		calls: [],
		outbox: [],
		simulated: false,
		metadata: null,
		error: runFailure("captions_none"),
		...fields,
	};
}

/** The metadata of `aCompletedRun` with these fields changed. */
export function someMetadata(
	fields: Partial<CompletedRun["metadata"]>,
): CompletedRun["metadata"] {
	return { ...METADATA, ...fields };
}

/** One billed provider call. */
export function aCall(task: string): ProviderCallRecord {
	return {
		task,
		provider: "openai",
		model: "small",
		ok: true,
		attempts: 1,
		duration_ms: 900,
		usage: { input_tokens: 12, output_tokens: null, cost_usd: 0.0004 },
	};
}
