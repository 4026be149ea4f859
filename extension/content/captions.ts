import { parseAddress } from "#contract/addresses.ts";
import { browserCaptions, type SentTrack } from "#contract/browser-captions.ts";
import { type OriginalSound, originalTrack } from "#contract/original-sound.ts";
import { find, isShown } from "./selectors.ts";

/** The player asks for its captions here, with a token that only a browser has. */
const TIMEDTEXT = "/api/timedtext";
/** The player's request follows the press within a moment, or never. */
const REQUEST_WAIT_MS = 6_000;
const FETCH_TIMEOUT_MS = 15_000;
/** Ten hours of speech; what the server takes is less. */
const MAX_CHARS = 6_000_000;

/** What the player's request adds to a track's address: its token, and the app that it is for. */
const TOKEN = [
	"pot",
	"potc",
	"c",
	"cver",
	"cplayer",
	"cbr",
	"cbrver",
	"cos",
	"cosver",
	"cplatform",
];

/**
 * Whether the visitor's player offers captions for this video that are known to be those of its
 * original sound.
 */
export function hasCaptions(sound: OriginalSound): boolean {
	const button = find("subtitles");
	if (!button || !isShown(button) || originalTrack(sound) === null) return false;
	return button.getAttribute("aria-disabled") !== "true" && !button.hasAttribute("disabled");
}

/**
 * The captions of the original sound as WebVTT, read as the player reads its own; null if that
 * fails, or if it is not known which they are. If the player has not shown captions yet, they are
 * switched on for a moment, so that it asks for some: its token serves for all of a video.
 */
export async function readCaptions(
	video_id: string,
	sound: OriginalSound,
	signal: AbortSignal,
): Promise<string | null> {
	const track = originalTrack(sound);
	const url = track && addressOf(track, video_id);
	if (!url) return null;
	const known = findRequest(video_id, performance.getEntriesByType("resource"));
	const asked = known ?? (await provokeRequest(video_id, signal));
	if (asked === null || signal.aborted) return null;
	for (const [name, value] of new URL(asked).searchParams)
		if (TOKEN.includes(name)) url.searchParams.set(name, value);
	url.searchParams.set("fmt", "json3");
	const text = await fetch(url, { signal: endsWith(signal, FETCH_TIMEOUT_MS) })
		.then((response) => (response.ok ? response.text() : ""))
		.catch(() => "");
	return text.length > MAX_CHARS ? null : toWebVtt(text, track);
}

/** Aborted with the other, or after the time. Safari has `AbortSignal.any` from 17.4 on. */
function endsWith(other: AbortSignal, timeout_ms: number): AbortSignal {
	const ending = new AbortController();
	for (const signal of [other, AbortSignal.timeout(timeout_ms)])
		signal.addEventListener("abort", () => ending.abort());
	return ending.signal;
}

/** On the page's own site; null for another address, or another video's. */
function addressOf({ base_url }: SentTrack & { base_url: string }, video_id: string): URL | null {
	const given = parseAddress(base_url, location.origin);
	if (given === null) return null;
	const url = new URL(given.pathname + given.search, location.origin);
	return given.pathname === TIMEDTEXT && url.searchParams.get("v") === video_id ? url : null;
}

function findRequest(video_id: string, entries: readonly PerformanceEntry[]): string | null {
	const asked = entries.filter(({ name }) => {
		const url = parseAddress(name);
		return (
			url?.origin === location.origin &&
			url.pathname === TIMEDTEXT &&
			url.searchParams.get("v") === video_id
		);
	});
	return asked.at(-1)?.name ?? null;
}

function provokeRequest(video_id: string, signal: AbortSignal): Promise<string | null> {
	const button = find("subtitles");
	if (!button) return Promise.resolve(null);
	const was_on = button.getAttribute("aria-pressed") === "true";
	return new Promise((resolve) => {
		const end = (address: string | null) => {
			observer.disconnect();
			clearTimeout(timer);
			// The captions are as the visitor had them.
			const is_on = button.getAttribute("aria-pressed") === "true";
			if (is_on !== was_on) button.click();
			resolve(address);
		};
		const observer = new PerformanceObserver((list) => {
			const address = findRequest(video_id, list.getEntries());
			if (address !== null) end(address);
		});
		const timer = window.setTimeout(() => end(null), REQUEST_WAIT_MS);
		signal.addEventListener("abort", () => end(null), { once: true });
		observer.observe({ type: "resource" });
		button.click();
		if (was_on) button.click();
	});
}

type Event = { tStartMs?: unknown; dDurationMs?: unknown; aAppend?: unknown; segs?: unknown };

/** YouTube's json3 as WebVTT, in which the server reads a member's transcript; null if it is none. */
export function toWebVtt(json3: string, track: SentTrack): string | null {
	let events: unknown;
	try {
		events = (JSON.parse(json3) as { events?: unknown }).events;
	} catch {
		return null;
	}
	if (!Array.isArray(events)) return null;
	const cues = (events as Event[]).flatMap((event) => {
		const start = Number(event?.tStartMs);
		// An appended event holds the line break between two others.
		if (!Number.isFinite(start) || event.aAppend || !Array.isArray(event.segs)) return [];
		const text = event.segs
			.map((seg: { utf8?: unknown } | null) => (typeof seg?.utf8 === "string" ? seg.utf8 : ""))
			.join("")
			.replace(/\s+/g, " ")
			.replaceAll("-->", "→")
			.trim();
		const end = start + (Number(event.dDurationMs) || 1_000);
		return text === "" ? [] : [`${vttTime(start)} --> ${vttTime(end)}\n${escapeVtt(text)}`];
	});
	return cues.length === 0 ? null : browserCaptions(cues, track);
}

function vttTime(ms: number): string {
	const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
	const rest = String(Math.floor(ms % 1_000)).padStart(3, "0");
	return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${rest}`;
}

function escapeVtt(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
