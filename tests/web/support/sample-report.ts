import type { Analysis } from "#contract/analysis.ts";
import { NO_FINDING } from "#contract/finding.ts";
import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import { WITHOUT_EVIDENCE } from "#features/analysis/rated-statement.ts";
import { WITHOUT_PAGES } from "#features/raters/consensus.ts";

export const VIDEO_ID = "abcdefghijk" as VideoId;

const AT = "2026-01-31T10:00:00.000Z";

export function sampleVideo(change: Partial<Video> = {}): Video {
	return {
		id: VIDEO_ID,
		url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
		title: "How bridges carry loads",
		channel_name: "Plain Engineering",
		channel_id: "UC0",
		thumbnail_url: "",
		duration: 600,
		view_count: 12_300,
		published_at: AT,
		bs_score: 42,
		confidence_level: 80,
		lean: null,
		basis: "memory",
		coverage: { checkable: 1, checked: 0 },
		finding: { ...NO_FINDING, lacks_context: 1 },
		interval: null,
		scope: "full",
		evidence_sources: [],
		analysis_status: "completed",
		claims_count: 1,
		total_votes: 0,
		community_agreement: null,
		transcript_source: "captions",
		captions_read_by: null,
		panel: ["openai", "claude", "gemini"],
		simulated: false,
		version: 1,
		earlier_version: null,
		made_by: {
			kind: "ai_models",
			models: ["claude-haiku-5-5", "gemini-3.5-flash-lite", "gpt-6-luna"],
			evidence: "none",
			reviewed_by: null,
		},
		created_at: AT,
		updated_at: AT,
		transcript_chars: 4_210,
		aimed_at_raters: [],
		metadata_read_at: AT,
		unavailable_since: null,
		evidence_changed_at: null,
		extraction: { by: "openai", found: 1, chosen: 1 },
		error: null,
		...change,
	};
}

export function sampleRating(
	provider: Provider,
	score: number,
	change: Partial<Rating> = {},
): Rating {
	return {
		provider,
		model: `${provider}-model`,
		status: "ok",
		score,
		confidence: 80,
		explanation: `${provider} says why`,
		sources: [],
		...WITHOUT_PAGES,
		...change,
	};
}

export function sampleStatement(change: Partial<Statement> = {}): Statement {
	return {
		id: "one" as StatementId,
		video_id: VIDEO_ID,
		content: "The first iron bridge opened in 1781.",
		quote: "the first iron bridge opened in seventeen eighty-one",
		context: { before: "", after: "" },
		timestamp: 83,
		timestamp_source: "cue",
		aimed_at_raters: false,
		ai_score: 42,
		confidence_level: 80,
		openai_score: 40,
		claude_score: 44,
		gemini_score: 42,
		explanation: "The year matches the records.",
		sources: [],
		ratings: [sampleRating("openai", 40), sampleRating("claude", 44), sampleRating("gemini", 42)],
		...WITHOUT_EVIDENCE,
		upvotes: 0,
		downvotes: 0,
		created_at: AT,
		...change,
	};
}

export function sampleAnalysis(change: Partial<Analysis> = {}): Analysis {
	return {
		run: "run1" as RunId,
		status: "analyzing",
		analysis_step: "extracting",
		progress: 40,
		bs_score: 0,
		finding: NO_FINDING,
		claims_found: 0,
		claims_chosen: 0,
		found: [],
		providers: [],
		activity: null,
		moment: null,
		started_at: AT,
		error: null,
		...change,
	};
}

export function sampleReport(change: Partial<Report> = {}): Report {
	return {
		video: sampleVideo(),
		statements: [sampleStatement()],
		responses: [],
		moments: [],
		left_out: [],
		analysis: null,
		...change,
	};
}
