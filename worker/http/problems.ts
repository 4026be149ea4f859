import type { RunError } from "#contract/problem.ts";

export type FieldError = { pointer: string; detail: string };

/**
 * A request that is answered with a problem instead of a result. `detail` is
 * shown to the person who asked.
 */
export class ProblemError extends Error {
	override readonly name = "ProblemError";
	readonly status: number;
	readonly code: string;
	readonly title: string;
	readonly retry_after_s: number | null;
	readonly errors: FieldError[] | null;

	constructor(problem: {
		status: number;
		code: string;
		title: string;
		detail: string;
		retry_after_s?: number;
		errors?: FieldError[];
	}) {
		super(problem.detail);
		this.status = problem.status;
		this.code = problem.code;
		this.title = problem.title;
		this.retry_after_s = problem.retry_after_s ?? null;
		this.errors = problem.errors ?? null;
	}
}

export function badInput(
	code: string,
	detail: string,
	errors?: FieldError[],
): ProblemError {
	return new ProblemError({
		status: 400,
		code,
		title: "Bad input",
		detail,
		...(errors ? { errors } : {}),
	});
}

export function notSignedIn(detail: string): ProblemError {
	return new ProblemError({
		status: 401,
		code: "not_signed_in",
		title: "Not signed in",
		detail,
	});
}

export function notAllowed(detail: string): ProblemError {
	return new ProblemError({
		status: 403,
		code: "not_allowed",
		title: "Not allowed",
		detail,
	});
}

export function unknownVideo(): ProblemError {
	return new ProblemError({
		status: 404,
		code: "video_not_found",
		title: "Video Not Found",
		detail: "Video Not Found",
	});
}

/** The video is known, but no analysis of it has brought a result. */
export function nothingToExport(): ProblemError {
	return new ProblemError({
		status: 409,
		code: "no_result",
		title: "No result",
		detail: "This video has no result yet that could be exported.",
	});
}

/** A member has pasted other words than the published ones of another member. */
export function transcriptDisputed(): ProblemError {
	return new ProblemError({
		status: 409,
		code: "transcript_disputed",
		title: "Another transcript is published",
		detail:
			"Another member's transcript of this video is published. Yours is noted, and takes its place once a second member pastes the same text.",
	});
}

export function tooMany(detail: string, retry_after_s: number): ProblemError {
	return new ProblemError({
		status: 429,
		code: "too_many_requests",
		title: "Too many requests",
		detail,
		retry_after_s,
	});
}

type Entry = { status: number; title: string; detail: string; paste: boolean };

/**
 * Why a run can end without a result, each with its own sentence. `paste` says
 * whether a pasted transcript lets it go on.
 */
const CATALOGUE = {
	video_not_found: {
		status: 404,
		title: "Video not found",
		detail: "Video not found",
		paste: false,
	},
	metadata_not_configured: {
		status: 502,
		title: "No video data",
		detail:
			"YouTube Data API is not configured. Add YOUTUBE_API_KEY to your .env file to extract real video data.",
		paste: true,
	},
	metadata_failed: {
		status: 502,
		title: "No video data",
		detail: "YouTube API error: {status} {statusText}",
		paste: true,
	},
	captions_none: {
		status: 422,
		title: "No captions",
		detail:
			"This video has no captions, so there is nothing to read. Paste its transcript to have it checked.",
		paste: true,
	},
	captions_disabled: {
		status: 422,
		title: "Captions not offered",
		detail:
			"YouTube offers no captions for this video; its creator may have switched them off. Paste its transcript to have it checked.",
		paste: true,
	},
	captions_gated: {
		status: 502,
		title: "Captions withheld",
		detail:
			"YouTube lists captions for this video but did not hand them out. Try again later, or paste the transcript.",
		paste: true,
	},
	captions_blocked: {
		status: 502,
		title: "YouTube refused our server",
		detail:
			"YouTube refused our server's request, which says nothing about the video. Try again later, or paste the transcript.",
		paste: true,
	},
	captions_unreachable: {
		status: 504,
		title: "YouTube did not answer",
		detail:
			"YouTube did not answer in time, so the captions could not be read. Try again, or paste the transcript.",
		paste: true,
	},
	video_age_restricted: {
		status: 422,
		title: "Age-restricted video",
		detail:
			"YouTube shows this video to signed-in adults only, so its captions cannot be read. Paste the transcript to have it checked.",
		paste: true,
	},
	video_private: {
		status: 422,
		title: "Private video",
		detail:
			"This video is private, so its captions cannot be read. If you may share its transcript, paste it to have it checked.",
		paste: true,
	},
	video_gone: {
		status: 404,
		title: "Video unavailable",
		detail:
			"YouTube says this video is unavailable: it was removed, or the link is wrong. If you have its transcript, paste it to have it checked.",
		paste: true,
	},
	video_unplayable: {
		status: 422,
		title: "Video withheld",
		detail:
			"YouTube does not play this video to everyone: it may be for members only, or not be shown in every country. Paste its transcript to have it checked.",
		paste: true,
	},
	video_not_started: {
		status: 422,
		title: "Live stream not started",
		detail:
			"This live stream has not started, so nothing has been said yet. Come back when it is over, or paste a transcript.",
		paste: true,
	},
	video_too_long: {
		status: 422,
		title: "Video too long",
		detail:
			"This video is longer than {hours} hours, more than one analysis can read. Paste the part of the transcript to be checked.",
		paste: true,
	},
	transcript_unreadable: {
		status: 422,
		title: "Transcript not readable",
		detail:
			"The pasted transcript holds no readable text. Paste plain text, SRT or VTT.",
		paste: true,
	},
	transcription_failed: {
		status: 502,
		title: "Transcription failed",
		detail:
			"This video has no captions that could be read, and the AI transcription failed. Try again later, or paste the transcript.",
		paste: true,
	},
	ratings_failed: {
		status: 502,
		title: "No provider answered",
		detail:
			"None of the AI providers could rate this video's statements, so there is no score. Try again in a few minutes.",
		paste: false,
	},
	provider_budget_spent: {
		status: 429,
		title: "Daily limit reached",
		detail:
			"What is left of the site's AI calls for today does not suffice for this video. They are counted anew at 00:00 UTC: try again then. What was read so far is kept.",
		paste: false,
	},
	spending_budget_spent: {
		status: 429,
		title: "Daily limit reached",
		detail:
			"What is left of the site's spending on AI for today does not suffice for this video. It is counted anew at 00:00 UTC: try again then. What was read so far is kept.",
		paste: false,
	},
	run_deadline: {
		status: 504,
		title: "Analysis took too long",
		detail:
			"The analysis did not finish within five minutes. Nothing was lost: try again.",
		paste: false,
	},
	result_withdrawn: {
		status: 404,
		title: "Result withdrawn",
		detail:
			"The result that was asked for is no longer shown. Ask for the analysis again.",
		paste: false,
	},
	analysis_interrupted: {
		status: 500,
		title: "Analysis interrupted",
		detail:
			"The site was updated while this analysis was under way, and the new version could not go on with it. Start it again.",
		paste: false,
	},
	analysis_failed: {
		status: 500,
		title: "Analysis failed",
		detail: "Analysis failed",
		paste: false,
	},
} as const satisfies Record<string, Entry>;

export type FailureCode = keyof typeof CATALOGUE;

/** The failure as it is stored and shown; `{name}` in a sentence is filled from `values`. */
export function runFailure(
	code: FailureCode,
	values: Record<string, string | number> = {},
): RunError {
	const entry: Entry = CATALOGUE[code];
	const detail = entry.detail.replace(/\{(\w+)\}/g, (_, name: string) =>
		String(values[name] ?? ""),
	);
	return {
		type: `/problems/${code}`,
		title: entry.title,
		status: entry.status,
		detail: detail.trim(),
		code,
		transcript_wanted: entry.paste,
	};
}
