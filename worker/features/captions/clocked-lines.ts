import type { Cue } from "#contract/video.ts";
import { finishCues, type TimedText } from "./cues.ts";

const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,]\d{1,9})?`;
/**
 * Matches a line that starts with a time or a range, such as "1:05", "[1:02:03]", "(0:07)", "0:00
 * - 0:04" or "[0:00.000 --> 0:04.000]", also in a list or in bold Markdown.
 */
const CLOCK_LINE = new RegExp(
	`^\\s*(?:[-*•]\\s+)?[*_]{0,2}([[(【]?)${CLOCK}(\\s*(?:-->|[-–—])\\s*(?:\\d{1,3}:)?\\d{1,3}:[0-5]\\d(?:[.,]\\d{1,9})?)?([\\])】]?)[*_]{0,2}(.*)$`,
	"u",
);
/** Characters between a time and the words after it. */
const SEPARATORS = /^[\s:|–-]+/u;
/** With fewer times, the text may only mention them. */
const CLOCKS_TO_TELL = 3;
/**
 * Enough if every line begins with a range such as "0:00 - 0:04", because prose has no such
 * lines.
 */
const RANGES_TO_TELL = 2;
const CLOCK_SHARE_TO_TELL = 0.2;

/**
 * Parses a transcript copied from YouTube's transcript panel or from show notes, in which each
 * time is on its own line or before its words. Returns no cues if the text has another form or if
 * its times run backwards.
 */
export function parseClockedLines(text: string): Cue[] {
	const lines = text
		.split(/\r\n|[\n\r]/)
		.filter((line) => line.trim() !== "")
		.map((line) => ({ line, clock: readClock(line) }));
	const language = languageOf(lines);
	const captions: TimedText[] = [];
	const found: Found = { clocks: 0, ranges: 0, sure: 0, other: 0, lines: lines.length };
	for (const { line, clock } of lines) {
		const last = captions.at(-1);
		const caption = clock && timedText(clock, language);
		if (!caption) {
			if (last) addLine(last, line, language);
			continue;
		}
		if (last && caption.start < last.start) return [];
		captions.push({ start: caption.start, end: null, text: caption.text });
		found.clocks += 1;
		found[caption.kind] += 1;
	}
	const first = lines[0]?.clock?.start ?? null;
	return isClocked(found, first) ? finishCues(captions) : [];
}

type Line = { line: string; clock: Clock | null };

/** The language of the spoken labels, which are on a time's own line or the next one. */
function languageOf(lines: readonly Line[]): number {
	return spokenLanguage(
		lines.flatMap(({ clock }, at) => {
			const text = clock?.words || lines[at + 1]?.line || "";
			return clock ? { start: clock.start, text } : [];
		}),
	);
}

type Found = {
	clocks: number;
	ranges: number;
	/** Times in a form that prose does not have, and other times. */
	sure: number;
	other: number;
	lines: number;
};

/** `first`: the time with which the text begins, in seconds; null if it begins with other words. */
function isClocked({ clocks, ranges, sure, lines }: Found, first: number | null): boolean {
	if (clocks === 0 || clocks < lines * CLOCK_SHARE_TO_TELL) return false;
	if (first === 0 || (first !== null && sure >= clocks)) return true;
	return clocks >= (ranges === lines ? RANGES_TO_TELL : CLOCKS_TO_TELL);
}

/** The panel may put a time's spoken label on the next line. */
function addLine(caption: TimedText, line: string, language: number): void {
	const words = caption.text === "" ? withoutSpokenClock(line, caption.start, language) : null;
	caption.text += `\n${words ?? line}`;
}

type Clock = {
	start: number;
	/** Between the time and the words. */
	separator: string;
	words: string;
	is_range: boolean;
	in_brackets: boolean;
};

/** Parses a line that starts with a time or a range; null for other lines. */
function readClock(line: string): Clock | null {
	const clock = CLOCK_LINE.exec(line);
	if (clock === null) return null;
	const [, open, hours = 0, minutes, seconds, end, close, rest = ""] = clock;
	const separator = SEPARATORS.exec(rest)?.[0] ?? "";
	return {
		start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
		separator,
		words: rest.slice(separator.length),
		is_range: end !== undefined,
		in_brackets: /^(?:\[\]|【】)$/u.test(`${open}${close}`),
	};
}

/**
 * The words after a time without its spoken label; null if they follow it directly, as in
 * "9:30am".
 */
function timedText(
	{ start, separator, words, is_range, in_brackets }: Clock,
	language: number,
): { start: number; text: string; kind: "ranges" | "sure" | "other" } | null {
	const unlabelled = withoutSpokenClock(words, start, language);
	const alone = words === "";
	const apart = separator !== "" || alone || in_brackets;
	if (unlabelled === null && !apart) return null;
	const sure = unlabelled !== null || in_brackets || alone;
	const kind = is_range ? "ranges" : sure ? "sure" : "other";
	return { start, text: unlabelled ?? words, kind };
}

/** One language per line: its code, then the forms of hour, minute and second by plural category. */
const FORMS = `en one hour minute second other hours minutes seconds
	de one Stunde Minute Sekunde other Stunden Minuten Sekunden
	fr one heure minute seconde other heures minutes secondes
	es one hora minuto segundo other horas minutos segundos
	it one ora minuto secondo other ore minuti secondi
	nl one uur minuut seconde other uur minuten seconden
	sv one timme minut sekund other timmar minuter sekunder
	pl one godzina minuta sekunda few godziny minuty sekundy other godzin minut sekund
	ru one час минута секунда few часа минуты секунды other часов минут секунд
	uk one година хвилина секунда few години хвилини секунди other годин хвилин секунд
	tr other saat dakika saniye
	id other jam menit detik
	vi other giờ phút giây
	ja other 時間 分 秒
	ko other 시간 분 초
	zh other 小时 分钟 秒
	zh-Hant other 小時 分鐘 秒
	hi other घंटे मिनट सेकंड
	ar other ساعة دقيقة ثانية few ساعات دقائق ثوان`;

type Language = {
	rules: Intl.PluralRules;
	/** The names of hour, minute and second by plural category. */
	forms: ReadonlyMap<string, readonly string[]>;
};

const LANGUAGES: readonly Language[] = FORMS.split("\n").map((line) => {
	const [code, ...words] = line.trim().split(" ");
	const forms = new Map<string, readonly string[]>();
	for (let at = 0; at < words.length; at += 4)
		forms.set(words[at] ?? "", words.slice(at + 1, at + 4));
	return { rules: new Intl.PluralRules(code), forms };
});

const UNIT_S = [3600, 60, 1];
/** A number and the white space around it, after an optional separator: ", 29 ". */
const COUNT = /^(?:,? (?:and |und |et |y |e |en |i |и |och )?)?(\d{1,3})[ \u00a0]?/u;

/**
 * Removes the label of a time that screen readers announce, which text copied from YouTube's panel
 * has directly before the words: "2 minutes, 29 secondscongratulations". The label must name the
 * time `start` (seconds). null if the line has no such label in this language.
 *
 * Where the label ends is decided by the plural of its number: in "1 secondso what" the "s"
 * belongs to the next word.
 */
function withoutSpokenClock(line: string, start: number, language: number): string | null {
	const { rules, forms }: Partial<Language> = LANGUAGES[language] ?? {};
	let rest = line.trimStart();
	let labelled = 0;
	for (let parts = 0; parts < UNIT_S.length; parts += 1) {
		const [lead = "", digits = ""] = COUNT.exec(rest) ?? [];
		const count = Number(digits);
		const names = forms?.get(rules?.select(count) ?? "") ?? forms?.get("other") ?? [];
		const after = rest.slice(lead.length).toLowerCase();
		const unit = names.findIndex((name) => after.startsWith(name.toLowerCase()));
		if (lead === "" || unit < 0) return null;
		labelled += count * (UNIT_S[unit] ?? 0);
		rest = rest.slice(lead.length + (names[unit]?.length ?? 0));
		if (labelled >= start) break;
	}
	return labelled === start ? rest.trimStart() : null;
}

/** Enough lines to tell the language; bounds the work. */
const LINES_TO_TELL = 60;

/**
 * The language whose labels most of the lines have; -1 if none has any. Every label is tried in
 * every language, because "1 secondone day" could also be Italian.
 */
function spokenLanguage(lines: readonly { text: string; start: number }[]): number {
	const seen = lines.slice(0, LINES_TO_TELL);
	const counts = LANGUAGES.map(
		(_, language) =>
			seen.filter(({ text, start }) => withoutSpokenClock(text, start, language) !== null).length,
	);
	const most = Math.max(...counts);
	return most === 0 ? -1 : counts.indexOf(most);
}
