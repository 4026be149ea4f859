import type { RunError } from "#contract/problem.ts";
import { problemPath } from "./problem-kinds.ts";
import { fillIn, ProblemError } from "./problems.ts";

/** `paste`: whether the run can continue with a pasted transcript. */
type Entry = { status: number; title: string; detail: string; paste: boolean };

/**
 * The reasons for which a run can end without a result. The failure is stored and sent in this
 * form.
 */
export const RUN_FAILURES = {
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
	youtube_unreachable: {
		status: 502,
		title: "YouTube did not answer",
		detail:
			"YouTube could not be reached, so nothing could be read about this video. Try again in a few minutes, or paste the transcript.",
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
		detail: "YouTube offers no captions for this video. Paste its transcript to have it checked.",
		paste: true,
	},
	captions_of_dubs: {
		status: 422,
		title: "No captions of the original",
		detail:
			"YouTube lists captions for this video, but they may be those of a dubbed version. Paste the transcript of the original to have it checked.",
		paste: true,
	},
	original_language_unknown: {
		status: 422,
		title: "Spoken language unknown",
		detail:
			"YouTube lists captions in several languages, and does not say which of them is spoken in this video. Choose the language that is spoken, or paste the transcript.",
		paste: true,
	},
	captions_dubbed: {
		status: 422,
		title: "Captions of a dubbed version",
		detail:
			"These captions are in another language than the video's original sound. Paste the transcript of the original to have it checked.",
		paste: true,
	},
	captions_gated: {
		status: 502,
		title: "Captions withheld",
		detail:
			"YouTube lists captions for this video but did not send them. Try again later, or paste the transcript.",
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
			"YouTube does not play this video for everyone: it may be for members only, or unavailable in some countries. Paste its transcript to have it checked.",
		paste: true,
	},
	video_not_started: {
		status: 422,
		title: "Live stream not started",
		detail:
			"This live stream has not started{planned}, so nothing has been said yet. Come back when it is over, or paste a transcript.",
		paste: true,
	},
	video_premieres: {
		status: 422,
		title: "Not yet premiered",
		detail:
			"This video has not premiered yet{planned}, so its captions cannot be read. Come back after the premiere, or paste a transcript.",
		paste: true,
	},
	video_live: {
		status: 422,
		title: "Still live",
		detail:
			"This video is still live, and YouTube sends no captions of it. Come back some hours after it ends, or paste the transcript of what was said so far.",
		paste: true,
	},
	video_just_ended: {
		status: 422,
		title: "Live stream just ended",
		detail:
			"This live stream has just ended, and YouTube has not made its captions yet. They come within some hours: try again then, or paste the transcript.",
		paste: true,
	},
	recording_unavailable: {
		status: 404,
		title: "Recording not available",
		detail:
			"YouTube says that the recording of this live stream is not available. If you have its transcript, paste it to have it checked.",
		paste: true,
	},
	video_too_long: {
		status: 422,
		title: "Video too long",
		detail:
			"This video is longer than {hours} hours, which is too long for one analysis. Paste the part of the transcript you want checked.",
		paste: true,
	},
	transcript_unreadable: {
		status: 422,
		title: "Transcript not readable",
		detail: "{problem} Paste plain text, SRT or VTT.",
		paste: true,
	},
	transcription_failed: {
		status: 502,
		title: "Transcription failed",
		detail:
			"This video has no captions that could be read, and the AI transcription failed. Try again later, or paste the transcript.",
		paste: true,
	},
	moment_out_of_range: {
		status: 422,
		title: "After the end of the video",
		detail: "The video is shorter than that, so there is nothing to check at this time.",
		paste: false,
	},
	moment_not_placed: {
		status: 422,
		title: "No times in the transcript",
		detail:
			"This transcript has no times, and the length of the video is unknown, so the words of this moment cannot be found. Select them in the transcript instead.",
		paste: false,
	},
	quote_not_found: {
		status: 422,
		title: "Words not found",
		detail: "These words are not in the video's transcript, so they cannot be checked.",
		paste: false,
	},
	ratings_failed: {
		status: 502,
		title: "No provider answered",
		detail:
			"None of the AI providers could rate this video's statements, so there is no score. {reasons} {remedy}",
		paste: false,
	},
	recheck_failed: {
		status: 502,
		title: "Statement not checked again",
		detail:
			"Not every source, page and AI model answered, so the statement's earlier result stays.",
		paste: false,
	},
	provider_budget_spent: {
		status: 429,
		title: "Daily limit reached",
		detail:
			"The site does not have enough AI calls left today for this video. The count resets at 00:00 UTC; try again then. What was read so far is kept.",
		paste: false,
	},
	spending_budget_spent: {
		status: 429,
		title: "Daily limit reached",
		detail:
			"The site does not have enough AI budget left today for this video. The budget resets at 00:00 UTC; try again then. What was read so far is kept.",
		paste: false,
	},
	member_share_spent: {
		status: 429,
		title: "Member's share used up",
		detail:
			"What one member may use of this site's AI calls and budget today is used up. The share begins again at 00:00 UTC; try again then. What was read so far is kept.",
		paste: false,
	},
	network_share_spent: {
		status: 429,
		title: "Network's share used up",
		detail:
			"What the members of one network may use of this site's AI calls and budget today is used up. The share begins again at 00:00 UTC; try again then. What was read so far is kept.",
		paste: false,
	},
	run_deadline: {
		status: 504,
		title: "Analysis took too long",
		detail: "The analysis did not finish within five minutes. Nothing was lost: try again.",
		paste: false,
	},
	result_withdrawn: {
		status: 404,
		title: "Result withdrawn",
		detail: "This result is no longer shown. Request the analysis again.",
		paste: false,
	},
	analysis_interrupted: {
		status: 500,
		title: "Analysis interrupted",
		detail:
			"The site was updated while this analysis was running, and the new version could not continue it. Start it again.",
		paste: false,
	},
	analysis_failed: {
		status: 500,
		title: "Analysis failed",
		detail: "Analysis failed",
		paste: false,
	},
} as const satisfies Record<string, Entry>;

export type FailureCode = keyof typeof RUN_FAILURES;

/** Replaces each `{name}` in the sentence by its value; a missing value becomes an empty text. */
export function runFailure(
	code: FailureCode,
	values: Record<string, string | number> = {},
): RunError {
	const entry: Entry = RUN_FAILURES[code];
	return {
		type: problemPath(code),
		title: entry.title,
		status: entry.status,
		detail: fillIn(entry.detail, values).trim(),
		code,
		transcript_wanted: entry.paste,
	};
}

/** Refuses a request for the reason for which its run would fail. */
export function refuseRun(
	code: FailureCode,
	{ retry_after_s }: { retry_after_s?: number } = {},
): ProblemError {
	return new ProblemError({ code, ...RUN_FAILURES[code], retry_after_s });
}
