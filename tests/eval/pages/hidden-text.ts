import { Parser } from "htmlparser2";
import { decodePage } from "#features/evidence/decode-page.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import { PAGE_SETS, readAllPages } from "./all-pages.ts";
import { share, type Topic } from "./topic.ts";

/** A shorter text may well occur on the page a second time, where readers see it. */
const MIN_CHARS = 40;

/**
 * On how many pages a text counts as visible that an inline style hides. The rule here is apart
 * from the product's own.
 */
export const HIDDEN_TEXT: Topic = {
	name: "hidden text",
	needs: PAGE_SETS,
	async measure(pathOf, half) {
		const set = PAGE_SETS.map(({ folder }) => folder).join(", ");
		const pages = readAllPages(pathOf, half).map(({ bytes }) => {
			const html = decodePage(bytes, "text/html");
			const { shown, hidden } = splitText(html);
			const text = flatten(readHtml(html).text);
			const counted = hidden.some((it) => text.includes(it));
			const lost = shown.filter((it) => !text.includes(it)).length;
			return { counted, lost, shown: shown.length };
		});
		return [
			share(
				{ figure: "pages with a hidden text counted as visible", set, aim: { at_most: 0 } },
				pages.map(({ counted }) => counted),
			),
			share(
				{ figure: "visible texts that are in the canonical text", set, aim: { at_least: 0.99 } },
				pages.flatMap(({ shown, lost }) => Array.from({ length: shown }, (_, at) => at >= lost)),
			),
		];
	},
};

type Attributes = Record<string, string>;

/** The page's texts: those that are shown, and those that occur only where a style hides them. */
function splitText(html: string): { shown: string[]; hidden: string[] } {
	const shown: string[] = [];
	const hidden: string[] = [];
	const kinds: (string[] | null)[] = [shown];
	const parser = new Parser({
		onopentag(name, attribs) {
			const kind = kinds.at(-1) ?? null;
			const left_out = kind === null || isLeftOut(name, attribs);
			kinds.push(left_out ? null : isStyledAway(name, attribs) ? hidden : kind);
		},
		ontext: (text) => kinds.at(-1)?.push(flatten(text)),
		onclosetag: () => kinds.pop(),
	});
	parser.end(html);
	// A shown copy may have elements between its words.
	const everything = shown.join("");
	return {
		shown: shown.filter((it) => it.length >= MIN_CHARS),
		hidden: hidden.filter((it) => it.length >= MIN_CHARS && !everything.includes(it)),
	};
}

/** Left out for another reason than a style. */
const LEFT_OUT = new Set(
	"head script style noscript template svg title iframe noembed noframes audio video canvas rt rp".split(
		" ",
	),
);

function isLeftOut(name: string, attribs: Attributes): boolean {
	return LEFT_OUT.has(name) || "hidden" in attribs || attribs["aria-hidden"] === "true";
}

const HIDING =
	/(?:^|[;\s])(?:display:none|visibility:hidden|opacity:0(?:\.0+)?|font-size:0(?:px|em|rem|%|pt)?)(?:!important)?(?:;|$)/i;

function isStyledAway(name: string, attribs: Attributes): boolean {
	return name !== "body" && HIDING.test((attribs.style ?? "").replace(/\s/g, ""));
}

/** Without white space. */
function flatten(text: string): string {
	return text.normalize("NFC").replace(/\s/gu, "");
}
