import { SITE_NAME } from "#contract/site.ts";
import { normalizeText } from "#text/clean.ts";
import confusables from "./confusables.json" with { type: "json" };

/** Whom a name may be taken for. */
export type Imitated = {
	/** The full names of the site's admins. */
	admins: readonly string[];
	/** The site's host name; null if it is not set. */
	host: string | null;
};

/** What a site's own people call themselves. Each counts as a word of its own. */
const OFFICES = ["admin", "administrator", "moderator", "official", "staff", "support", "verified"];
/** Signs that look like the mark beside a name. */
const MARKS = /[\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f396}]/u;
/** Shorter names are parts of many others, so that only the whole name is compared. */
const MIN_PART_CHARS = 5;

/**
 * Whether readers may take the name for the site's, an admin's or an office's. Characters that look
 * alike are those of Unicode's table (UTS #39, confusables.txt): each text with the characters that are
 * taken for it.
 */
export function looksOfficial(name: string, { admins, host }: Imitated): boolean {
	if (MARKS.test(name)) return true;
	const own = [SITE_NAME, ...(host === null ? [] : [host, siteOf(host)]), ...admins].map(plain);
	return shapesOf(name).some((shape) => {
		const whole = shape.join("");
		const sorted = [...shape].sort().join(" ");
		return (
			shape.some((word) => OFFICE_SHAPES.has(word)) ||
			own.some((words) => {
				const their = words.join("");
				if (their === "") return false;
				return (
					whole === their ||
					sorted === [...words].sort().join(" ") ||
					(their.length >= MIN_PART_CHARS && whole.includes(their))
				);
			})
		);
	});
}

let lookalikes: Map<string, string> | undefined;

/** The text with each character replaced by the one that it is taken for. */
function unhomoglyph(text: string): string {
	lookalikes ??= new Map(
		Object.entries(confusables).flatMap(([plainly, characters]) =>
			[...characters].map((character): [string, string] => [character, plainly]),
		),
	);
	const table = lookalikes;
	return [...text].map((character) => table.get(character) ?? character).join("");
}

/** The name in a host: "checks" in "www.checks.example". */
function siteOf(host: string): string {
	return host.replace(/^www\./, "").split(".")[0] ?? "";
}

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
const UNCOMPARED = /\p{M}|\p{Default_Ignorable_Code_Point}/gu;

/** The words of a text, each as its letters look. */
function plain(text: string): string[] {
	return shapeOf(normalizeText(text, "NFKD").toLowerCase());
}

/** The words before and after their case is folded: some letters look alike in capitals only. */
function shapesOf(name: string): string[][] {
	const words = normalizeText(name, "NFKD")
		.replace(UNCOMPARED, "")
		// "SiteAdmin2" has three words.
		.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}{2})(?=\p{N}+(?!\p{L}))/gu, " ");
	return [shapeOf(words), shapeOf(words.toLowerCase())];
}

function shapeOf(text: string): string[] {
	return (
		normalizeText(unhomoglyph(text), "NFKD")
			.toLowerCase()
			.replace(UNCOMPARED, "")
			// Once more, for capitals that only became letters with a lookalike.
			.split(BETWEEN_WORDS)
			.map((word) => unhomoglyph(word).toLowerCase().replaceAll("i", "l"))
			.filter(Boolean)
	);
}

const OFFICE_SHAPES = new Set(OFFICES.flatMap((office) => plain(office)));
