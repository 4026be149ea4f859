import { isSameLanguage, type ListedTrack } from "./original-sound.ts";
import type { CaptionsReadBy } from "./video.ts";

/**
 * The first line of captions that a browser read in YouTube's player. Nobody can prove that a text
 * was read there; the line says what the member's browser claims.
 */
const HEADER = "WEBVTT - captions read by a member's browser";

/** The track that a browser read, as it says. */
export type SentTrack = Pick<ListedTrack, "language" | "kind" | "vss_id">;

/** Cues of the original sound as the WebVTT that a browser sends. */
export function browserCaptions(
	cues: readonly string[],
	{ language, kind, vss_id }: SentTrack,
): string {
	const lines = [HEADER, `Language: ${language}`, `Kind: ${kind}`, `Track: ${vss_id}`];
	return `${[lines.join("\n"), ...cues].join("\n\n")}\n`;
}

export function isFromBrowser(transcript: string): boolean {
	return transcript.startsWith(HEADER);
}

const MAX_HEADER_CHARS = 400;
const LANGUAGE = /^Language: ([A-Za-z0-9-]{2,40})$/m;
const KIND = /^Kind: (manual|asr)$/m;
const TRACK = /^Track: ([\w.-]{1,80})$/m;

/** The track that the header of a browser's captions names; null if it names none. */
export function sentTrack(transcript: string): SentTrack | null {
	if (!isFromBrowser(transcript)) return null;
	const [header = ""] = transcript.slice(0, MAX_HEADER_CHARS).split(/\r?\n\r?\n/);
	const [language, kind, vss_id] = [LANGUAGE, KIND, TRACK].map((it) => it.exec(header)?.[1]);
	if (language === undefined || kind === undefined || vss_id === undefined) return null;
	return { language, kind: kind === "asr" ? "asr" : "manual", vss_id };
}

/** Whether it is of the original sound, whose language is `original`; null if that is not known. */
export function isOfOriginal(sent: SentTrack | null, original: string | null): boolean | null {
	return sent === null || original === null ? null : isSameLanguage(sent.language, original);
}

/** The origin of such a transcript, as reports, cards and downloads name it. */
export function captionsReaderWords(by: CaptionsReadBy): string {
	return by === "browser"
		? "Captions sent by members"
		: "Captions read by a member's browser, the same from two browsers";
}
