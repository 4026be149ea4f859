/** The languages of YouTube's interface, as its API lists them (`i18nLanguages`), without regions. */
const LANGUAGES = [
	"af",
	"am",
	"ar",
	"as",
	"az",
	"be",
	"bg",
	"bn",
	"bs",
	"ca",
	"cs",
	"da",
	"de",
	"el",
	"en",
	"es",
	"et",
	"eu",
	"fa",
	"fi",
	"fil",
	"fr",
	"gl",
	"gu",
	"he",
	"hi",
	"hr",
	"hu",
	"hy",
	"id",
	"is",
	"it",
	"ja",
	"ka",
	"kk",
	"km",
	"kn",
	"ko",
	"ky",
	"lo",
	"lt",
	"lv",
	"mk",
	"ml",
	"mn",
	"mr",
	"ms",
	"my",
	"nb",
	"ne",
	"nl",
	"or",
	"pa",
	"pl",
	"pt",
	"pt-PT",
	"ro",
	"ru",
	"si",
	"sk",
	"sl",
	"sq",
	"sr",
	"sr-Latn",
	"sv",
	"sw",
	"ta",
	"te",
	"th",
	"tr",
	"uk",
	"ur",
	"uz",
	"vi",
	"zh",
	"zh-Hant",
	"zu",
];
const UNITS = ["hour", "minute", "second"] as const;
/** Clocks count minutes and seconds below 60. */
const COUNTS = Array.from({ length: 60 }, (_, count) => count);

/** Invisible marks of direction. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The names of one unit: `patterns`, and which of them each count from 0 to 59 takes. */
type Names = { patterns: string[]; of: string };

/** The table, one language per line. */
export function spokenTimes(): string {
	const lines = LANGUAGES.map((language) =>
		JSON.stringify({
			language,
			joins: joinsOf(language),
			units: UNITS.map((unit) =>
				(["long", "short"] as const).map((display) => namesOf(language, unit, display)),
			),
		}),
	);
	return `[\n${lines.join(",\n")}\n]\n`;
}

function namesOf(language: string, unit: string, unitDisplay: "long" | "short"): Names {
	const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay });
	const patterns: string[] = [];
	const of = COUNTS.map((count) => {
		const pattern = format
			.formatToParts(count)
			.map(({ type, value }) => (type === "integer" ? "#" : value))
			.join("")
			.replace(DIRECTION, "");
		if (!patterns.includes(pattern)) patterns.push(pattern);
		return patterns.indexOf(pattern);
	});
	return { patterns, of: patterns.length === 1 ? "0" : of.join("") };
}

/** The words between the units of a list, without its punctuation: "and". */
function joinsOf(language: string): string[] {
	const literals = (["unit", "conjunction"] as const).flatMap((type) =>
		(["long", "short", "narrow"] as const).flatMap((style) =>
			new Intl.ListFormat(language, { type, style })
				.formatToParts(["1", "2", "3"])
				.filter((part) => part.type === "literal"),
		),
	);
	const joins = literals.map(({ value }) =>
		value
			.replace(DIRECTION, "")
			.replace(/^[\s\p{P}]+/u, "")
			.trim(),
	);
	return [...new Set(joins)].filter((join) => join !== "");
}
