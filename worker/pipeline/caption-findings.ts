import type { FailureCode } from "#domain/failures.ts";

/** What the attempts to read a video's captions came upon. */
export type CaptionFinding =
	| "track_withheld"
	| "track_blocked"
	| "track_unreachable"
	| "track_wordless"
	| "no_tracks"
	| "no_captions_key"
	| "gone"
	| "unplayable"
	| "blocked"
	| "unreachable";

/**
 * From what says most about this video's captions to what says nothing of the
 * video. Whoever saw a list of tracks outweighs whoever saw none, an answer
 * about the video outweighs a refusal of this server, and that one a silence.
 */
const PRECEDENCE: [CaptionFinding, FailureCode][] = [
	["track_withheld", "captions_gated"],
	["track_blocked", "captions_blocked"],
	["track_unreachable", "captions_unreachable"],
	["track_wordless", "captions_none"],
	["no_tracks", "captions_none"],
	["no_captions_key", "captions_disabled"],
	["gone", "video_gone"],
	["unplayable", "video_unplayable"],
	["blocked", "captions_blocked"],
	["unreachable", "captions_unreachable"],
];

/** The failure that the findings of a run of attempts amount to. */
export function captionFailure(findings: Set<CaptionFinding>): FailureCode {
	const first = PRECEDENCE.find(([finding]) => findings.has(finding));
	return first?.[1] ?? "captions_unreachable";
}
