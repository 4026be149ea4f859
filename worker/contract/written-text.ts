/**
 * Controls, format characters, private use and all that Unicode says is not drawn. The number signs
 * of Arabic, Syriac and Kaithi are format characters that are drawn.
 */
const UNSEEN =
	/(?:(?![\s\u{85}\u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}])+/gu;

/**
 * Characters that are not drawn, but change how their neighbours are. The first that a rule names is
 * kept where the text before and after matches; elsewhere it would only hide something.
 */
const SHAPING: { kept: RegExp; after: RegExp; before?: RegExp }[] = [
	{
		// The joiners of scripts whose spelling uses them, also at the end and behind digits.
		kept: /^[\u200c\u200d]/u,
		after:
			/(?=[\p{L}\p{M}\p{N}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Gujr}\p{scx=Guru}\p{scx=Orya}\p{scx=Khmr}]$/u,
	},
	{
		// The suffix of a foreign word or a number: "PDF\u200cها".
		kept: /^[\u200c\u200d]/u,
		after: /[\p{L}\p{M}\p{N}]$/u,
		before: /^(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}]/u,
	},
	{
		// In Latin, Greek, Cyrillic and Han a joiner is never seen.
		kept: /^[\u200c\u200d]/u,
		after: /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\p{L}\p{M}]$/u,
		before: /^[\p{L}\p{M}]/u,
	},
	{
		kept: /^\u200d/u,
		after: /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0e|\ufe0f)$/u,
		before: /^\p{Extended_Pictographic}/u,
	},
	{
		// Variants of signs, emoji and ideographs, and of the few other scripts that have them.
		kept: /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u,
		after: /[\p{Emoji}\p{S}\p{P}\p{scx=Han}\p{scx=Hira}\p{scx=Mymr}\p{scx=Phag}\p{scx=Egyp}]$/u,
	},
	{ kept: /^[\u180b-\u180f]/u, after: /\p{scx=Mong}$/u },
	{ kept: /^[\u17b4\u17b5]/u, after: /\p{scx=Khmr}$/u },
	{ kept: /^\u034f/u, after: /[\p{L}\p{M}]$/u, before: /^\p{M}/u },
	{
		// Where words may break in scripts without spaces.
		kept: /^\u200b/u,
		after: /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u,
		before: /^[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u,
	},
	// Old Hangul, in which a filler stands for a letter that a syllable lacks.
	{ kept: /^\u115f/u, after: /^|.$/su, before: /^[\u1161-\u11a7\ud7b0-\ud7c6]/u },
	{ kept: /^\u1160/u, after: /[\u1100-\u115f\ua960-\ua97c]$/u },
	// The flags of England, Scotland and Wales.
	{ kept: /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u, after: /\u{1f3f4}$/u },
];

/** Scripts from right to left, whose texts contain signs of direction where both kinds meet. */
const RIGHT_TO_LEFT = /[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u;
const DIRECTION_MARK = /^[\u200e\u200f\u061c]/u;
/** Only what has no direction of its own takes it from a mark. */
const AFTER_NEUTRAL = /[^\p{L}\p{M}]$/u;
const BEFORE_NEUTRAL = /^[^\p{L}\p{M}]/u;

/** More shaping characters follow each other in no spelling. */
const MAX_SHAPING = 3;
/** Of a longer run only the beginning is read; the tags of a flag are up to seven pairs. */
const MAX_READ = 2 * (MAX_SHAPING + 7);

/** Any white space, and the control character for a new line. */
const SPACES = /[\s\u{85}]+/gu;
/** A space of any width that people type, such as the wide one in Japanese names. */
const ONE_SPACE = /^(?![\u2028\u2029])\p{Z}$/u;

/**
 * A name or title as its author wrote it, in one line: only control characters, overrides of
 * direction, private use and format characters that shape nothing are removed.
 */
export function asWritten(text: string): string {
	const mixed = RIGHT_TO_LEFT.test(text);
	return text
		.replace(UNSEEN, (run, at: number, whole: string) => keepShaping(run, { at, whole, mixed }))
		.replace(SPACES, (spaces) => (ONE_SPACE.test(spaces) ? spaces : " "))
		.trim();
}

/** What of a run of unseen characters is kept. */
function keepShaping(
	run: string,
	{ at, whole, mixed }: { at: number; whole: string; mixed: boolean },
): string {
	const before = whole.slice(Math.max(0, at - 2), at);
	const after = whole.slice(at + run.length, at + run.length + 2);
	const kept: string[] = [];
	let rest = run.slice(0, MAX_READ);
	while (rest !== "" && kept.length < MAX_SHAPING) {
		const found = shapingAt(rest, before + kept.join(""), { after, mixed });
		if (found !== undefined && found !== kept.at(-1)) kept.push(found);
		rest = rest.slice((found ?? String.fromCodePoint(rest.codePointAt(0) ?? 0)).length);
	}
	return kept.join("");
}

function shapingAt(
	rest: string,
	before: string,
	{ after, mixed }: { after: string; mixed: boolean },
): string | undefined {
	if (DIRECTION_MARK.test(rest)) {
		const turns = mixed && (AFTER_NEUTRAL.test(before) || BEFORE_NEUTRAL.test(after));
		return turns ? rest.slice(0, 1) : undefined;
	}
	for (const rule of SHAPING) {
		const found = rule.kept.exec(rest)?.[0];
		if (found === undefined || !rule.after.test(before)) continue;
		const next = rest.length > found.length ? "" : after;
		if (!rule.before || rule.before.test(next)) return found;
	}
	return undefined;
}

/**
 * What a reader sees as a character: no space, filler or blank of Braille, music or Egyptian, and no
 * mark without a letter.
 */
const VISIBLE =
	/(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u;

export function hasVisible(text: string): boolean {
	return VISIBLE.test(text);
}
