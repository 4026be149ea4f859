import type { FailureCode } from "#http/run-failures.ts";

/** What a problem means, and what to do about it. */
export type Remedy = readonly [means: string, remedy: string];

/** The part of the remedies for runs that ended without a result. */
export const FAILURE_REMEDIES: Record<Exclude<FailureCode, "video_not_found">, Remedy> = {
	metadata_not_configured: [
		"YouTube tells nothing about the video without a key, and this site has none.",
		"The site's operator sets `YOUTUBE_API_KEY`; or send the `transcript` with `POST /api/analyze`.",
	],
	youtube_unreachable: [
		"YouTube could not be reached, so title and captions are unknown.",
		"Try again in a few minutes, or send the `transcript`.",
	],
	metadata_failed: [
		"YouTube answered the question about the video with an error.",
		"Try again later, or send the `transcript`.",
	],
	captions_none: ["The video has no captions.", "Send its `transcript` with `POST /api/analyze`."],
	captions_disabled: [
		"YouTube's answer offers no captions, and does not say why.",
		"Send its `transcript` with `POST /api/analyze`.",
	],
	captions_of_dubs: [
		"YouTube lists captions, but none that are known to be the original sound's.",
		"Send the `transcript` of the original with `POST /api/analyze`.",
	],
	original_language_unknown: [
		"Only translations and the original tell which language is spoken, and YouTube does not say which is which.",
		"Send the spoken one of the error's `tracks` as `language` with `POST /api/analyze`.",
	],
	captions_dubbed: [
		"The browser's captions are in another language than the original sound.",
		"Send the captions of the original sound, or a pasted `transcript` of it.",
	],
	captions_gated: [
		"YouTube names captions and did not send them.",
		"Try again later, or send the `transcript`.",
	],
	captions_blocked: [
		"YouTube refuses requests of this server at the moment.",
		"Try again later, or send the `transcript`.",
	],
	captions_unreachable: [
		"YouTube did not send the captions in time.",
		"Try again, or send the `transcript`.",
	],
	video_age_restricted: [
		"YouTube shows the video to signed-in adults only.",
		"Send its `transcript` with `POST /api/analyze`.",
	],
	video_private: [
		"Only people whom its owner allows can see the video.",
		"Send its `transcript`, if you may share it.",
	],
	video_gone: [
		"The video was removed, or the link is wrong.",
		"Check the link, or send the `transcript`.",
	],
	video_unplayable: [
		"YouTube does not play the video for everyone.",
		"Send its `transcript` with `POST /api/analyze`.",
	],
	video_not_started: [
		"The live stream has not begun.",
		"Request the analysis when it is over, or send a `transcript`.",
	],
	video_premieres: [
		"The video is shown for the first time later.",
		"Request the analysis after the premiere, or send a `transcript`.",
	],
	video_live: [
		"The video is still live, without captions.",
		"Request the analysis some hours after its end, or send the `transcript` so far.",
	],
	video_just_ended: [
		"The live stream has ended, and its captions are not made yet.",
		"Request the analysis again in some hours, or send its `transcript`.",
	],
	recording_unavailable: [
		"The live stream's recording was not kept, or is not shown.",
		"Send its `transcript`.",
	],
	video_too_long: [
		"The video is longer than one analysis can read.",
		"Send the part of the `transcript` that you want checked.",
	],
	transcript_unreadable: [
		"The text in `transcript` could not be read as one.",
		"Send plain text, SRT or VTT.",
	],
	transcription_failed: [
		"The video has no readable captions, and no model could transcribe it.",
		"Try again later, or send the `transcript`.",
	],
	moment_out_of_range: [
		"`at` is after the end of the video.",
		"Send a time within it, in seconds.",
	],
	moment_not_placed: [
		"The transcript has no times, so it is unknown what was said at this one.",
		"Send the words as `quote` instead of `at`.",
	],
	quote_not_found: [
		"The words in `quote` are not in the transcript.",
		"Copy them from `GET /api/videos/{id}/transcript`.",
	],
	ratings_failed: [
		"None of the AI providers answered about any statement.",
		"`detail` says why, for each provider, and whether another try helps. `POST /api/admin/providers/test` tries them.",
	],
	recheck_failed: [
		"A source, page or AI model did not answer while one statement was checked again.",
		"The earlier result stays. The next analysis checks the statement again.",
	],
	provider_budget_spent: [
		"The site's AI calls of the day do not last for this video.",
		"Request it again after 00:00 UTC; the operator's setting is `LIMIT_PROVIDER_CALLS`.",
	],
	spending_budget_spent: [
		"The site's AI budget of the day does not last for this video.",
		"Request it again after 00:00 UTC.",
	],
	member_share_spent: [
		"The member who asked has used as much of the site's day as one member may.",
		"Request it again after 00:00 UTC. The operator's settings are `LIMIT_MEMBER_SHARE` and, for accounts younger than a day, `LIMIT_NEW_MEMBER_SHARE`.",
	],
	network_share_spent: [
		"The members of one network have used as much of the site's day as they may together.",
		"Request it again after 00:00 UTC. The operator's setting is `LIMIT_NETWORK_SHARE`.",
	],
	run_deadline: [
		"The analysis took longer than it may.",
		"Request it again: what was read and answered is used again.",
	],
	result_withdrawn: [
		"The result was taken back after your request.",
		"Request the analysis again.",
	],
	analysis_interrupted: [
		"The site was updated during the analysis, and the new version could not continue it.",
		"Request it again.",
	],
	analysis_failed: [
		"The analysis ended for a reason that we did not expect. It was logged.",
		"Request it again. If it stays, tell the site's operator the video's id.",
	],
};
