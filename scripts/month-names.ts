/** Languages, and regions whose months have other names. */
const LOCALES = `
	af am ar ar-DZ ar-SY as az be bg bn bs ca cs da de de-AT el en en-GB es es-MX et eu fa fi fil fr
	fr-CA gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl or pa
	pl pt pt-PT ro ru si sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh zh-Hant zu
`
	.trim()
	.split(/\s+/);
const MONTHS = Array.from({ length: 12 }, (_, month) => month);
/** A month's name alone and beside a day, which differ in many languages, and short. */
const FORMS = [
	{ month: "long" },
	{ month: "short" },
	{ day: "numeric", month: "long" },
	{ day: "numeric", month: "short" },
	{ day: "numeric", month: "long", year: "numeric" },
	{ day: "numeric", month: "short", year: "numeric" },
] as const;
/** Invisible marks of direction. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The table, one language per line: its months' names, January first. */
export function monthNames(): string {
	const lines = LOCALES.map((language) => rowOf(language, "gregory", dayInMonth));
	return `[\n${[...lines, rowOf("fa", "persian", dayInPersianMonth)].join(",\n")}\n]\n`;
}

function rowOf(language: string, calendar: string, dayIn: (month: number) => Date): string {
	const months = MONTHS.map((month) => {
		const names = FORMS.map((form) =>
			new Intl.DateTimeFormat(language, { ...form, calendar, timeZone: "UTC" })
				.formatToParts(dayIn(month))
				.filter(({ type }) => type === "month")
				.map(({ value }) => value.replace(DIRECTION, "").replace(/[.॰׳]$/u, ""))
				.join(""),
		);
		return [...new Set(names)].filter((name) => /\p{L}\P{N}*[\p{L}\p{M}]/u.test(name));
	});
	return JSON.stringify({ language, calendar, months });
}

function dayInMonth(month: number): Date {
	return new Date(Date.UTC(2024, month, 15));
}

/** The Persian year begins about 21 March. */
function dayInPersianMonth(month: number): Date {
	return new Date(Date.UTC(2024, month + 3, 5));
}
