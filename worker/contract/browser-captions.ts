import type { CaptionsReadBy } from "./video.ts";

/**
 * The first line of captions that a browser read in YouTube's player. Nobody can prove that a text
 * was read there; the line says what the member's browser claims.
 */
const HEADER = "WEBVTT - captions read by a member's browser";

/** Cues as the WebVTT that a browser sends. */
export function browserCaptions(cues: readonly string[]): string {
	return `${HEADER}\n\n${cues.join("\n\n")}\n`;
}

export function isFromBrowser(transcript: string): boolean {
	return transcript.startsWith(HEADER);
}

/** The origin of such a transcript, as reports, cards and downloads name it. */
export function captionsReaderWords(by: CaptionsReadBy): string {
	return by === "browser"
		? "Captions sent by members"
		: "Captions read by a member's browser, the same from two browsers";
}
