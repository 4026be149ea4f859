import type { Cue } from "#contract/video.ts";
import { parseClassic } from "./classic.ts";
import { parseJson3 } from "./json3.ts";
import { parseSrv3 } from "./srv3.ts";
import { parseVtt } from "./vtt.ts";

/** The root element stands at most this far in, behind declaration and comments. */
const ROOT_WITHIN_CHARS = 2_000;

/**
 * Cues of a caption track in whichever format it came: json3, srv3, classic XML
 * or WebVTT, told by content. None where it is none of them or holds no words.
 */
export function readTrack(body: string): Cue[] {
	const text = body.replace(/^[\uFEFF\s]+/u, "");
	if (text.startsWith("{")) return parseJson3(text);
	if (/^WEBVTT(?:\s|$)/.test(text)) return parseVtt(text);
	if (!text.startsWith("<")) return [];
	const head = text.slice(0, ROOT_WITHIN_CHARS);
	if (/<timedtext[\s>]/.test(head)) return parseSrv3(text);
	if (/<transcript[\s>]/.test(head)) return parseClassic(text);
	return [];
}
