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
export function withoutSpokenClock(line: string, start: number, language: number): string | null {
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
export function spokenLanguage(lines: readonly { text: string; start: number }[]): number {
	const seen = lines.slice(0, LINES_TO_TELL);
	const counts = LANGUAGES.map(
		(_, language) =>
			seen.filter(({ text, start }) => withoutSpokenClock(text, start, language) !== null).length,
	);
	const most = Math.max(...counts);
	return most === 0 ? -1 : counts.indexOf(most);
}
