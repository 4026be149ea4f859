import { VOICE_MARK } from "#text/markup.ts";

/*
 * Who speaks, as a text itself says it at the start of a line: "Jane Miller: …", "[SPEAKER_00]: …",
 * "<Speaker 1> …". Words before a colon are a speaker only if the whole text uses such labels in
 * one way: repeated, or counted up. Otherwise they are speech, as in "The EU: In 2004 …".
 */

/** Longer words before a colon are a sentence. */
const MAX_LABEL_CHARS = 40;
const MAX_LABEL_WORDS = 5;
/** The part of a line that may contain a label. */
const HEAD_CHARS = 120;
/** A text with more names has lists, not speakers. */
const MAX_SPEAKERS = 200;

const TURN_LEAD = String.raw`^\s{0,8}(?:>{2,4}\s?|[-–—•*]\s)?(?:\*\*|__|[*_])?`;
const STRONG_END = String.raw`(?:\*\*|__|[*_])?`;
const IN_BRACKETS = new RegExp(
	`${TURN_LEAD}(?:\\[([^\\][:\\n]{1,60})\\]|<([^<>:\\n]{1,60})>)${STRONG_END}(\\s?[:：])?${STRONG_END}(?=\\s|$)`,
	"u",
);
const BEFORE_COLON = new RegExp(
	`${TURN_LEAD}([^:：<>[\\]()\\n]{1,60}?)${STRONG_END}\\s?(?::${STRONG_END}(?=\\s|$)|：${STRONG_END})`,
	"u",
);

type Label = {
	name: string;
	words: string;
	/** In brackets without a colon, as sounds are: "[Applause] …". */
	unmarked: boolean;
};

function readLabel(line: string): Label | null {
	const head = line.slice(0, HEAD_CHARS);
	const bracketed = IN_BRACKETS.exec(head);
	const found = bracketed ?? BEFORE_COLON.exec(head);
	if (found === null) return null;
	const name = (found[1] ?? found[2] ?? "").trim();
	const unmarked = bracketed !== null && found[3] === undefined;
	return isName(name) ? { name, words: line.slice(found[0].length).trim(), unmarked } : null;
}

const HAS_LETTER = /\p{L}/u;
/** Signs of a sentence, and numbers as long as a year. */
const NOT_IN_NAMES = /[!?;,"“”«»…。、]|\d{3}/u;
/** A name's own small words stand inside it: "Ludwig van Beethoven". */
const NAME_WORD = /^(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}&(_#@]|\p{Ll}{1,3}$)/u;
/** An English article before a colon introduces a thing, as in "The EU: …". */
const ARTICLE = /^(?:the|a|an)\s/iu;

/** Whether words could name a person: few, and written as names are. */
export function isName(text: string): boolean {
	const words = text.split(/\s+/u);
	const fits = text.length <= MAX_LABEL_CHARS && words.length <= MAX_LABEL_WORDS;
	if (!fits || !HAS_LETTER.test(text) || NOT_IN_NAMES.test(text) || ARTICLE.test(text))
		return false;
	if (/^\p{Ll}/u.test(text)) return false;
	return words.every((word) => NAME_WORD.test(word)) && !/^\p{Ll}/u.test(words.at(-1) ?? "");
}

/** "Speaker 2", "SPEAKER_00", "Interviewer A": what is counted, and its number or letter. */
const COUNTED = /^(.*?\p{L})[\s_#-]{0,3}(\d{1,2}|(?<=[\s_#-])[A-Z])$/u;
const FIRST_NUMBERS = new Set(["0", "00", "1", "01", "A"]);
/** What programs that tell voices apart call them. Other things are counted too: "Step 1". */
const VOICE = /^(?:speaker|spk|person|voice|participant|guest|host|sprecher|locuteur|hablante)/iu;

/** The labels of a text's lines that name who speaks. */
export function findSpeakers(lines: readonly string[]): ReadonlySet<string> {
	const spoken = lines.filter((line) => line.trim() !== "");
	const labels = spoken.flatMap((line) => readLabel(line) ?? []);
	const counts = new Map<string, number>();
	for (const { name } of labels) counts.set(name, (counts.get(name) ?? 0) + 1);
	for (const name of numberedThings(labels, counts)) counts.delete(name);
	if (counts.size > MAX_SPEAKERS) return new Set();
	const unmarked = new Set(labels.filter((it) => it.unmarked).map(({ name }) => name));
	const share = labels.length / Math.max(1, spoken.length);
	const strong = new Set([
		...repeatedNames(counts, share).filter((name) => !unmarked.has(name)),
		...countedNames([...counts.keys()], share),
	]);
	if (strong.size === 0) return strong;
	const told = labels.filter(({ name }) => strong.has(name)).length;
	const others = [...counts.keys()].filter(
		(name) => !strong.has(name) && !unmarked.has(name) && !/\d{2}$/u.test(name),
	);
	// A name that speaks once is a speaker where everybody is introduced in the same way.
	return share >= MOST || told * 2 >= labels.length ? new Set([...strong, ...others]) : strong;
}

/** Names that a number always follows: things that are counted, "World War II: 70 million". */
function numberedThings(labels: readonly Label[], counts: ReadonlyMap<string, number>): string[] {
	const numbers = new Map<string, number>();
	for (const { name, words } of labels)
		if (/^\p{N}/u.test(words)) numbers.set(name, (numbers.get(name) ?? 0) + 1);
	return [...numbers]
		.filter(([name, count]) => count === counts.get(name) && !VOICE.test(name))
		.map(([name]) => name);
}

/** Labels on this share of the lines mean that every turn has one. */
const MOST = 0.8;
const HALF = 0.5;
/** A single name in capitals that stands this often is no accident. */
const OFTEN = 3;

function repeatedNames(counts: ReadonlyMap<string, number>, share: number): string[] {
	const repeated = [...counts].filter(([, count]) => count > 1).map(([name]) => name);
	const [first = ""] = repeated;
	const are_letters = repeated.every((name) => name.length === 1);
	if (repeated.length === 1 && are_letters) return [];
	const is_often = (counts.get(first) ?? 0) >= OFTEN;
	const in_capitals = is_often && /\p{Lu}/u.test(first) && !/\p{Ll}/u.test(first);
	return repeated.length > 1 || share >= HALF || in_capitals ? repeated : [];
}

/** Labels that are counted up: of voices, or of anything if every line has one and A begins. */
function countedNames(names: readonly string[], share: number): string[] {
	const counted = names.flatMap((name) => {
		const [, kind = "", number = ""] = COUNTED.exec(name) ?? [];
		return kind === "" ? [] : [{ name, kind: kind.trim(), number }];
	});
	const voices = counted.filter(({ kind }) => VOICE.test(kind));
	const letters = counted.filter(({ number }) => /^[A-Z]$/.test(number));
	const is_series = letters.length > 1 && letters.some(({ number }) => FIRST_NUMBERS.has(number));
	const series = share >= MOST && is_series ? letters : [];
	return [...voices, ...series].map(({ name }) => name);
}

/** The name in the file's own field, as `stripMarkup` marks it. */
const VOICE_LINE = new RegExp(`^${VOICE_MARK}([^${VOICE_MARK}]*)${VOICE_MARK}(.*)$`, "u");

function readVoice(line: string): Label | null {
	const [, name, words = ""] = VOICE_LINE.exec(line) ?? [];
	return name === undefined ? null : { name: name.trim(), words, unmarked: false };
}

export type Turn = {
	/** As written; null where none is told. */
	speaker: string | null;
	text: string;
};

/**
 * Cuts a text of several lines where a line begins with one of the labels, and takes the labels
 * away. The first turn has no speaker if the text does not begin with a label.
 */
export function splitTurns(text: string, speakers: ReadonlySet<string>): Turn[] {
	const turns: Turn[] = [];
	for (const line of text.split("\n")) {
		const voice = readVoice(line);
		const label = speakers.size > 0 ? readLabel(line) : null;
		const last = turns.at(-1);
		if (voice) turns.push({ speaker: voice.name, text: voice.words });
		else if (label && speakers.has(label.name))
			turns.push({ speaker: label.name, text: label.words });
		else if (last) last.text += `\n${line}`;
		else turns.push({ speaker: null, text: line });
	}
	return turns.filter(({ speaker, text: words }) => speaker !== null || words.trim() !== "");
}
