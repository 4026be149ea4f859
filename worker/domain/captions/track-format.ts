import { parseUntrustedJson } from "../untrusted-json.ts";
export type TrackFormat = "json3" | "srv3" | "classic" | "vtt";

/** The root element stands at most this far in, behind declaration and comments. */
const ROOT_WITHIN_CHARS = 2_000;

/** What a caption track's content says it is; null for anything else. */
export function trackFormat(body: string): TrackFormat | null {
	const head = body.slice(0, ROOT_WITHIN_CHARS).replace(/^[\uFEFF\s]+/u, "");
	if (head.startsWith("{")) return "json3";
	if (/^WEBVTT(?:\s|$)/.test(head)) return "vtt";
	if (!head.startsWith("<")) return null;
	if (/<timedtext[\s>]/.test(head)) return "srv3";
	return /<transcript[\s>]/.test(head) ? "classic" : null;
}

/** Whether a body is a caption track at all, were it one without words. */
export function isTrack(body: string): boolean {
	const format = trackFormat(body);
	return format === "json3" ? isJson(body) : format !== null;
}

function isJson(text: string): boolean {
	try {
		parseUntrustedJson(text.replace(/^\uFEFF/, ""));
		return true;
	} catch {
		return false;
	}
}
