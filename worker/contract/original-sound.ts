/*
 * Which captions are those of a video's original sound. YouTube dubs videos by itself and lists
 * automatic captions of every dub among the others; which sound and which captions a player begins
 * with follows the viewer's language. Only what YouTube marks as the original counts here, and what
 * follows if there is one sound alone.
 */

/** A caption track as the player lists it. */
export type ListedTrack = {
	/** A signed address. */
	base_url: string;
	/** BCP 47 as spelled by YouTube. */
	language: string;
	kind: "manual" | "asr";
	vss_id: string;
};

export type OriginalSound = {
	/** BCP 47; null if the player's answer does not tell. */
	language: string | null;
	/**
	 * All but translations by machine, in YouTube's order; if the language is not known, after the one
	 * that YouTube shows.
	 */
	tracks: ListedTrack[];
	/** Whether the language is only that of all captions, which people wrote and may have translated. */
	is_written: boolean;
	/** The captions that YouTube shows to a viewer who chose none; null if it names none. */
	shown: ListedTrack | null;
};

/** A video has a few dozen tracks; there are about a hundred languages. */
const MAX_TRACKS = 300;
/** Some formats of each of a hundred sounds. */
const MAX_FORMATS = 2_000;
const MAX_ADDRESS_CHARS = 8_000;

/** Reads a player's answer (`youtubei/v1/player`, `getPlayerResponse()`). Never throws. */
export function readOriginalSound(answer: unknown): OriginalSound {
	const list = at(answer, "captions", "playerCaptionsTracklistRenderer");
	const listed = items(at(list, "captionTracks"), MAX_TRACKS).map(readTrack);
	const known = listed.filter((track) => track !== null);
	const audio = items(at(list, "audioTracks"), MAX_TRACKS);
	const { language, is_written } = originalLanguage(known, [
		...audio.map((it) => soundOf(at(it, "audioTrackId"), null)),
		...items(at(answer, "streamingData", "adaptiveFormats"), MAX_FORMATS).map((it) =>
			soundOf(at(it, "audioTrack", "id"), at(it, "xtags")),
		),
	]);
	const index = at(
		audio[Number(at(list, "defaultAudioTrackIndex") ?? 0)],
		"defaultCaptionTrackIndex",
	);
	const shown = listed[Number(index ?? -1)] ?? null;
	const tracks =
		language === null
			? [...known].sort((a, b) => Number(b === shown) - Number(a === shown))
			: known;
	return { language, tracks, is_written, shown };
}

/** The original's captions: manual ones before automatic ones; null if there are none to tell. */
export function originalTrack({
	language,
	tracks,
}: Pick<OriginalSound, "language" | "tracks">): ListedTrack | null {
	if (language === null) return null;
	const [best] = rankTracks(tracks, language);
	return best && isSameLanguage(best.language, language) ? best : null;
}

/**
 * The tracks that may be used, best first: manual captions in the original language, automatic ones
 * in it, other manual ones. Automatic captions in another language are those of a dub, and in an
 * unknown one they may be. Within each group the given order is kept, and an exact language comes
 * before a variant.
 */
export function rankTracks<Track extends Pick<ListedTrack, "language" | "kind">>(
	tracks: readonly Track[],
	original: string | null,
): Track[] {
	return tracks
		.map((track) => ({ track, rank: rankTrack(track, original) }))
		.filter(({ rank }) => rank !== UNUSABLE)
		.sort((a, b) => a.rank - b.rank)
		.map(({ track }) => track);
}

const UNUSABLE = 5;

function rankTrack(
	{ language, kind }: Pick<ListedTrack, "language" | "kind">,
	original: string | null,
): number {
	const manual = kind === "manual";
	if (original === null || !isSameLanguage(language, original)) return manual ? 4 : UNUSABLE;
	return (manual ? 0 : 2) + (language === original ? 0 : 1);
}

/** Whether two codes name one language, whatever its region and script: "en" and "en-US". */
export function isSameLanguage(a: string, b: string): boolean {
	return primary(a) === primary(b);
}

/** "en" of "en-US", "he" of "iw". */
function primary(language: string): string {
	try {
		return new Intl.Locale(language).language;
	} catch {
		return language.toLowerCase().split("-")[0] ?? "";
	}
}

/** `language` is null if the player does not say it. */
type Sound = { id: string; language: string | null; is: "original" | "dub" | "unmarked" };

/** Audio track ids: "en.4" is the original, "es.3" a dub, "es-US.10" one by a machine. */
const ORIGINAL_ID = /\.4$/;
const DUB_ID = /\.(?:3|10)$/;
const LANGUAGE_OF_ID = /^([A-Za-z0-9-]{2,35})\.\d{1,3}$/;
/** In `xtags`, as "acont=original:lang=en" or as the same pairs in protobuf, in base64. */
const CONTENT_TAG = /acont(?:=|\p{Cc}{2})(original|dubbed)/u;
const LANGUAGE_TAG = /lang(?:=|\p{Cc}{2})([A-Za-z0-9-]{2,35})/u;
const MAX_TAGS_CHARS = 500;

/** null if neither tells of a sound, as where a video has one alone. */
function soundOf(track_id: unknown, xtags: unknown): Sound | null {
	const id = text(track_id);
	const tags = readTags(text(xtags));
	const content = CONTENT_TAG.exec(tags)?.[1];
	if (id === "" && content === undefined) return null;
	const language = LANGUAGE_OF_ID.exec(id)?.[1] ?? LANGUAGE_TAG.exec(tags)?.[1] ?? null;
	const is_original = ORIGINAL_ID.test(id) || content === "original";
	const is_dub = DUB_ID.test(id) || content === "dubbed";
	return {
		id: id || `${language}`,
		language,
		is: is_dub ? "dub" : is_original ? "original" : "unmarked",
	};
}

function readTags(xtags: string): string {
	if (xtags === "" || xtags.length > MAX_TAGS_CHARS || xtags.includes("acont")) return xtags;
	try {
		return atob(xtags.replaceAll("-", "+").replaceAll("_", "/"));
	} catch {
		return "";
	}
}

function originalLanguage(
	tracks: readonly ListedTrack[],
	found: readonly (Sound | null)[],
): Pick<OriginalSound, "language" | "is_written"> {
	const sounds = found.filter((sound) => sound !== null);
	const marked = sounds.flatMap(({ is, language }) =>
		is === "original" && language !== null ? [language] : [],
	);
	if (marked.length > 0) return { language: onlyLanguage(marked), is_written: false };
	const has_dubs = sounds.some(({ is }) => is === "dub");
	if (has_dubs || new Set(sounds.map(({ id }) => id)).size > 1)
		return { language: null, is_written: false };
	// One sound: its language is that of what was recognised in it, or of all that people wrote.
	const recognised = tracks.filter(({ kind }) => kind === "asr");
	const is_written = recognised.length === 0;
	const heard = is_written ? tracks : recognised;
	return { language: onlyLanguage(heard.map(({ language }) => language)), is_written };
}

/** null if there is none, or more than one. */
function onlyLanguage([first, ...others]: readonly string[]): string | null {
	if (first === undefined) return null;
	return others.every((it) => isSameLanguage(it, first)) ? first : null;
}

/** null for a machine translation, and for what is no track. */
function readTrack(listed: unknown): ListedTrack | null {
	const [base_url, language] = [text(at(listed, "baseUrl")), text(at(listed, "languageCode"))];
	if (base_url === "" || base_url.length > MAX_ADDRESS_CHARS) return null;
	if (language === "" || language.length > 40 || /[?&]tlang=/.test(base_url)) return null;
	const kind = at(listed, "kind") === "asr" ? "asr" : "manual";
	return { base_url, language, kind, vss_id: text(at(listed, "vssId")).slice(0, 80) };
}

function at(value: unknown, ...path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(inner, key) =>
			typeof inner === "object" && inner !== null
				? (inner as Record<string, unknown>)[key]
				: undefined,
		value,
	);
}

function items(value: unknown, max: number): unknown[] {
	return Array.isArray(value) ? value.slice(0, max) : [];
}

function text(value: unknown): string {
	return typeof value === "string" ? value : "";
}
