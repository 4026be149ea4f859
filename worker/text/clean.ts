/**
 * Invisible characters that can hide or reorder others: controls, bidi marks, zero-width spaces,
 * soft hyphens, tag characters, lone surrogates. Does not include white space, the two joiners
 * (which are checked individually), and the Arabic and Syriac number signs (which are visible
 * format characters).
 */
const INVISIBLE =
	/(?!\u{200c}|\u{200d}|[\t\n\v\f\r\u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const RUNS_OF_JOINERS = /(?:\u{200c}|\u{200d})+/gu;
const JOINABLE = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
/** In these scripts a joiner is never visible, but can hide a word from a search. */
const NEVER_JOINED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]$/u;
const STARTS_LETTER = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const ENDS_MARK = /\p{M}$/u;

/**
 * Converts a text to one visible line: NFC, no invisible characters, single spaces. Joiners are
 * kept where they shape a word, as in Persian and Indic scripts and in emoji.
 */
export function cleanText(text: string): string {
	const seen = text.replace(INVISIBLE, "").replace(RUNS_OF_JOINERS, keepShapingJoiner);
	return normalizeText(seen, "NFC").replace(/\s+/gu, " ").trim();
}

function keepShapingJoiner(run: string, at: number, whole: string): string {
	const before = whole.slice(Math.max(0, at - 2), at);
	const after = whole.slice(at + run.length, at + run.length + 2);
	if (!JOINABLE.test(before) || NEVER_JOINED.test(before)) return "";
	const shapes = STARTS_LETTER.test(after) || ENDS_MARK.test(before);
	return shapes ? run.slice(0, 1) : "";
}

/**
 * Controls, format characters (including bidirectional overrides and tag characters), lone
 * surrogates, private use characters, and other characters that are not drawn.
 */
const UNSEEN =
	/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Scripts whose spelling uses joiners. The first joiner after a letter is kept. */
const JOINED_LETTER =
	/[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}]/u;
const JOINERS = new Set(["\u200c", "\u200d"]);

/** Converts a text to one line as a reader sees it: NFC, no invisible characters, single spaces. */
export function visibleText(text: string): string {
	const seen = text
		.replace(/\s+/gu, " ")
		.replace(UNSEEN, (character, offset: number, whole: string) =>
			JOINERS.has(character) && JOINED_LETTER.test(whole[offset - 1] ?? "") ? character : "",
		);
	return normalizeText(seen, "NFC").replace(/ {2,}/g, " ").trim();
}

/** A word that would shorten the text to less than this share of the limit is cut inside. */
const SHORTEST_SHARE = 0.6;

/**
 * Truncates the text to `max` UTF-16 units, at a space if possible, otherwise between two
 * characters. `ending` is included in the limit and shows that text is missing.
 */
export function cutAtWord(text: string, max: number, ending = "…"): string {
	if (text.length <= max) return text;
	const room = max - ending.length;
	const space = text.slice(0, room + 1).search(/\s\S*$/u);
	const end = space >= room * SHORTEST_SHARE ? space : room;
	return text.slice(0, wholeCharacter(text, end)).trimEnd() + ending;
}

/** The offset, within the text, moved back by one if it would split a surrogate pair. */
export function wholeCharacter(text: string, offset: number): number {
	const at = Math.min(text.length, Math.max(0, offset));
	const around = text.slice(Math.max(0, at - 1), at + 1);
	return /^[\ud800-\udbff][\udc00-\udfff]/.test(around) ? at - 1 : at;
}

/**
 * Lone surrogates (half an emoji) and NUL, which are valid in JavaScript strings but not in
 * SQLite texts.
 */
const NOT_STORABLE = /\p{Surrogate}|\0/gu;

/**
 * Converts a text to a form that both engines can store. libSQL answers 500 to every read of a
 * row with a lone surrogate, and SQLite's functions stop at a NUL.
 */
export function storedText(text: string): string {
	return text.replace(NOT_STORABLE, (bad) => (bad === "\0" ? "" : "\uFFFD"));
}

/** Normalises a mail address. Spellings with the same key belong to the same member. */
export function emailKey(email: string): string {
	return normalizeText(storedText(email).trim(), "NFC").toLowerCase();
}

/** No language uses more marks on one letter (UAX #15, Stream-Safe Text Format). */
const MAX_MARKS = 30;
/**
 * Characters that normalisation may reorder: marks, and the two half-width signs that it converts
 * to marks.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises an untrusted text and keeps the first MAX_MARKS characters of each run of combining
 * marks. Sorting a run takes quadratic time, and a run may be as long as a transcript. The rest
 * is removed instead of being split by U+034F as in the Stream-Safe format, because removing
 * invisible characters would join the run again.
 */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
	const bounded = text.length > MAX_MARKS ? text.replace(LONG_RUN, "$1") : text;
	return bounded.normalize(form);
}
