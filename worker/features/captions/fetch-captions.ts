import type { VideoId } from "#contract/ids.ts";
import { isSameLanguage, rankTracks } from "#contract/original-sound.ts";
import type { RunError } from "#contract/problem.ts";
import type { SpokenLanguage } from "#contract/video.ts";
import { ask, type NoAnswer, readRefusal } from "#features/youtube/ask.ts";
import { type CaptionTrack, isPlatformAddress } from "#features/youtube/caption-track.ts";
import { PLAYED } from "#features/youtube/playability.ts";
import {
	finalFailure,
	type PlayerSeen,
	type PlayerSource,
	playerSeen,
} from "#features/youtube/player.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { OutboundBounds, OutboundFetch } from "#outbound/outbound.ts";
import { parseUrl } from "#text/parse-url.ts";
import { hasWords } from "./non-speech.ts";
import { isTrack, readTrack } from "./tracks.ts";
import type { Transcript } from "./transcript.ts";

/** Six hours of speech use up an analysis' windows and its five minutes. */
const MAX_VIDEO_S = 6 * 3600;
/** The signed track addresses in a stored answer are valid for hours; a run takes minutes. */
const SEEN_FRESH_MS = 10 * 60_000;
/** If this many apps find no captions, the others are not tried. */
const ENOUGH_WITHOUT_CAPTIONS = 2;

/** `withheld`: the address requires a proof of origin and returned an empty answer. */
type TrackCall = { ok: true; body: string } | { ok: false; kind: "withheld" } | NoAnswer;

interface CaptionSource {
	track(base_url: string): Promise<TrackCall>;
}

export type CaptionsSources = {
	player: PlayerSource;
	captions: CaptionSource;
	/** Milliseconds since the epoch. */
	now: () => number;
};

export type WantedCaptions = {
	/** The language that the channel says is spoken; absent if it does not say. */
	audio_language?: string | null | undefined;
	/** The language that a member says is spoken. Used only if neither YouTube nor the channel says. */
	language?: string | undefined;
	/** Whether the reading fails if the member has to say it. */
	can_choose?: boolean | undefined;
};

type CaptionReading =
	| { ok: true; transcript: Transcript }
	/** `original` is the language of the original sound; null if no app's answer tells. */
	| { ok: false; error: RunError; original: string | null };

const ABSENCES = new Set<CaptionFinding>([
	"still_live",
	"just_ended",
	"no_tracks",
	"no_captions_key",
]);
/** Failures of one track that do not rule out another track. */
const TRACK_FAULTS = new Set<CaptionFinding>(["track_withheld", "track_wordless"]);

/** The outcome of one app: captions, a final failure, or neither. */
type Attempt =
	| { kind: "read"; transcript: Transcript }
	| { kind: "settled"; error: RunError }
	| Undecided
	| {
			kind: "found";
			finding: CaptionFinding;
			/** The next best open track, if the best one is gated. */
			spare?: Spare | undefined;
	  };

/** The app does not tell which of the languages is spoken: a member may say it. */
type Undecided = { kind: "unknown_language"; answer: PlayerSeen; error: RunError };

type Spare = { track: CaptionTrack; spoken_language: SpokenLanguage | undefined };

/**
 * Reads the video's captions, trying one app after another until one succeeds. `seen` replaces
 * its app's call while it is fresh. If every app withholds the best track, the next best open one
 * is used. A member is asked for the language only if no app tells it. Otherwise captionFailure
 * combines the findings into one failure.
 */
export async function readCaptions(
	sources: CaptionsSources,
	id: VideoId,
	seen: PlayerSeen | null,
	wanted: WantedCaptions = {},
): Promise<CaptionReading> {
	const tried: Tried = { findings: new Set(), without_captions: 0 };
	let original: string | null = null;
	for (const client of sources.player.clients) {
		if (tried.without_captions === ENOUGH_WITHOUT_CAPTIONS) break;
		const answer = await askAs(sources, id, client, seen);
		if (tried.undecided && listsFewer(answer)) continue;
		if ("playability" in answer) original ??= knownOriginal(answer, wanted);
		const attempt = await attemptWith(sources, answer, wanted);
		if (attempt.kind === "read") return { ok: true, transcript: attempt.transcript };
		// An app that listed captions is believed rather than one that refuses the video.
		if (attempt.kind === "settled" && tried.undecided) break;
		if (attempt.kind === "settled") return { ok: false, error: attempt.error, original };
		note(tried, attempt);
	}
	return readRest(sources, tried, { ...wanted, audio_language: original });
}

/** After all apps: by the language that another one told, or from a track that is second best. */
async function readRest(
	sources: CaptionsSources,
	tried: Tried,
	wanted: WantedCaptions,
): Promise<CaptionReading> {
	const { undecided } = tried;
	const { audio_language: original = null } = wanted;
	if (undecided && original === null) return { ok: false, error: undecided.error, original };
	if (undecided) {
		const attempt = await attemptWith(sources, undecided.answer, wanted);
		if (attempt.kind === "read") return { ok: true, transcript: attempt.transcript };
		note(tried, attempt);
	}
	const { spare } = tried;
	const read = spare && (await readOne(sources.captions, spare.track));
	if (spare && typeof read === "object")
		return { ok: true, transcript: { ...read, spoken_language: spare.spoken_language } };
	return { ok: false, error: runFailure(captionFailure(tried.findings)), original };
}

/** Whether the app tells a language only because it lists captions in no other. */
function listsFewer(answer: PlayerSeen | NoAnswer): boolean {
	return "playability" in answer && answer.is_written === true && answer.language !== null;
}

/** What the apps that were tried gave in place of captions. */
type Tried = {
	findings: Set<CaptionFinding>;
	without_captions: number;
	spare?: Spare | undefined;
	undecided?: Undecided;
};

function note(tried: Tried, attempt: Attempt): void {
	if (attempt.kind === "unknown_language") tried.undecided ??= attempt;
	if (attempt.kind !== "found") return;
	tried.findings.add(attempt.finding);
	if (ABSENCES.has(attempt.finding)) tried.without_captions++;
	tried.spare ??= attempt.spare;
}

/** The language that is spoken, as the player or the channel says; null if neither does. */
function knownOriginal(answer: PlayerSeen, { audio_language }: WantedCaptions): string | null {
	const told = answer.is_written ? (audio_language ?? answer.language) : answer.language;
	return told ?? audio_language ?? null;
}

/** The language to read, and whether only the member says that it is spoken. */
function originalSound(answer: PlayerSeen, wanted: WantedCaptions) {
	const known = knownOriginal(answer, wanted) ?? answer.shown_language ?? null;
	const { language: chosen } = wanted;
	const is_listed =
		chosen !== undefined && answer.tracks.some(({ language }) => isSameLanguage(language, chosen));
	return known === null && is_listed
		? { original: chosen, is_chosen: true }
		: { original: known, is_chosen: false };
}

async function attemptWith(
	sources: CaptionsSources,
	answer: PlayerSeen | NoAnswer,
	wanted: WantedCaptions,
): Promise<Attempt> {
	if (!("playability" in answer)) return { kind: "found", finding: answer.kind };
	const error = settledBy(answer);
	if (error !== null) return { kind: "settled", error };
	const { playability } = answer;
	if (playability === "gone" || playability === "unplayable")
		return { kind: "found", finding: playability };
	if (!PLAYED.has(playability)) return { kind: "found", finding: "blocked" };

	const { tracks } = answer;
	const { original, is_chosen } = originalSound(answer, wanted);
	const [best, ...others] = rankTracks(tracks, original);
	if (best === undefined)
		return { kind: "found", finding: tracks.length > 0 ? "dubs_alone" : absence(answer) };
	if (original === null && wanted.can_choose && isChoice([best, ...others]))
		return { kind: "unknown_language", answer, error: unknownLanguage(tracks) };
	const describe = ({ language }: CaptionTrack): SpokenLanguage | undefined => {
		if (original === null) return "unknown";
		if (!isSameLanguage(language, original)) return "another";
		return is_chosen ? "chosen_by_member" : undefined;
	};
	const read = await readOne(sources.captions, best);
	if (typeof read === "object")
		return { kind: "read", transcript: { ...read, spoken_language: describe(best) } };
	// A translation does not replace the original's captions.
	const isSpare = (track: CaptionTrack) =>
		!track.gated && (original === null || isSameLanguage(track.language, original));
	const track = TRACK_FAULTS.has(read) ? others.find(isSpare) : undefined;
	const spare = track && { track, spoken_language: describe(track) };
	return { kind: "found", finding: read, spare };
}

function unknownLanguage(tracks: readonly CaptionTrack[]): RunError {
	const listed = tracks.map(({ language, kind }) => ({ language, kind }));
	return { ...runFailure("original_language_unknown"), tracks: listed };
}

function isChoice([first, ...others]: readonly CaptionTrack[]): boolean {
	return others.some(({ language }) => !isSameLanguage(language, first?.language ?? ""));
}

function settledBy(seen: PlayerSeen): RunError | null {
	const final = finalFailure(seen);
	if (final !== null) return final;
	return (seen.duration ?? 0) > MAX_VIDEO_S
		? runFailure("video_too_long", { hours: MAX_VIDEO_S / 3600 })
		: null;
}

async function askAs(
	{ player, now }: CaptionsSources,
	id: VideoId,
	client: string,
	seen: PlayerSeen | null,
): Promise<PlayerSeen | NoAnswer> {
	const age_ms = now() - Date.parse(seen?.fetched_at ?? "");
	if (seen?.client === client && age_ms < SEEN_FRESH_MS) return seen;
	const call = await player.player(id, client);
	return call.ok ? playerSeen(call.answer, client, now()) : call;
}

/** A stream gets captions after its end, so what is absent now may come. */
function absence({ has_captions_key, playability }: PlayerSeen): CaptionFinding {
	if (playability === "live_now") return "still_live";
	if (playability === "live_ended") return "just_ended";
	return has_captions_key ? "no_tracks" : "no_captions_key";
}

async function readOne(
	captions: CaptionSource,
	track: CaptionTrack,
): Promise<Transcript | CaptionFinding> {
	if (track.gated) return "track_withheld";
	const call = await captions.track(track.base_url);
	if (!call.ok) return `track_${call.kind}`;
	const cues = readTrack(call.body);
	const text = cues.map((cue) => cue.text).join(" ");
	if (!hasWords(text)) return isTrack(call.body) ? "track_wordless" : "track_withheld";
	const { language, kind, vss_id } = track;
	return { source: "captions", language, track: { kind, vss_id }, cues, text };
}

/** Six hours of automatic captions with word times are about 6 MB. */
const BOUNDS: OutboundBounds = { timeout_ms: 10_000, max_bytes: 8_000_000 };

/** Fetches caption tracks from `base_url`, which has no trailing slash. */
export function createCaptionSource(fetch: OutboundFetch, base_url: string): CaptionSource {
	return {
		track: async (address): Promise<TrackCall> => {
			const url = trackUrl(address, base_url);
			if (url === null) return { ok: false, kind: "withheld" };
			const asked = await ask(fetch, url, {}, BOUNDS);
			if (!asked.ok) return asked;
			if (asked.status === 404) return { ok: false, kind: "withheld" };
			const refusal = readRefusal(asked);
			if (refusal !== null) return refusal;
			const empty = asked.body.trim() === "";
			return empty ? { ok: false, kind: "withheld" } : { ok: true, body: asked.body };
		},
	};
}

/**
 * The track's path and query at `base_url` in the json3 format. The query is kept byte for byte,
 * because it is signed. null if the address is not on YouTube's hosts.
 */
function trackUrl(address: string, base_url: string): string | null {
	const url = parseUrl(address);
	if (url === null || !isPlatformAddress(url)) return null;
	const query = url.search
		.slice(1)
		.split("&")
		.filter((pair) => pair !== "" && !pair.startsWith("fmt="));
	return `${base_url}${url.pathname}?${[...query, "fmt=json3"].join("&")}`;
}

/** What the attempts to read a video's captions found. */
type CaptionFinding =
	| "track_withheld"
	| "track_blocked"
	| "track_unreachable"
	| "track_wordless"
	| "dubs_alone"
	| "still_live"
	| "just_ended"
	| "no_tracks"
	| "no_captions_key"
	| "gone"
	| "unplayable"
	| "blocked"
	| "unreachable";

/**
 * Findings from most to least informative. A list of tracks outweighs no list, an answer about
 * the video outweighs a refusal of this server, and a refusal outweighs no answer.
 */
const PRECEDENCE: [CaptionFinding, FailureCode][] = [
	["track_withheld", "captions_gated"],
	["track_blocked", "captions_blocked"],
	["track_unreachable", "captions_unreachable"],
	["track_wordless", "captions_none"],
	["dubs_alone", "captions_of_dubs"],
	["still_live", "video_live"],
	["just_ended", "video_just_ended"],
	["no_tracks", "captions_none"],
	["no_captions_key", "captions_disabled"],
	["gone", "video_gone"],
	["unplayable", "video_unplayable"],
	["blocked", "captions_blocked"],
	["unreachable", "captions_unreachable"],
];

/** Turns the findings of all attempts into one failure. */
function captionFailure(findings: Set<CaptionFinding>): FailureCode {
	const first = PRECEDENCE.find(([finding]) => findings.has(finding));
	return first?.[1] ?? "captions_unreachable";
}
