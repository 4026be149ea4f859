import type { BrowserContext } from "playwright-core";
import { readHtml } from "#features/evidence/read-html.ts";
import { foldText } from "#text/fold.ts";
import { splitSentences } from "#text/sentences.ts";

/*
 * Compares what the product reads of a page with what Chromium shows of it (`innerText`), sentence by
 * sentence. A difference that no kind explains is "other": a fault, or a kind that nobody named yet.
 */

/** Elements whose text the two treat differently. docs/accuracy.md says why. */
const BY_ELEMENT = {
	"note sign": "sup, sub, [role=doc-noteref]",
	"withdrawn text": "del, s, strike, [style*=line-through]",
	"ruby reading": "rt, rp",
	formula: "math, annotation, annotation-xml",
	drawing: "svg",
	"link to an editor": ".mw-editsection",
	"hidden from screen readers": "[aria-hidden=true]",
	"not for readers": "textarea, object, video, audio, iframe, noscript, progress, meter",
} as const;

export type Kind =
	| keyof typeof BY_ELEMENT
	| "raised number"
	| "border of boxes"
	| "closed details"
	| "shadow root"
	| "style of several elements"
	| "not seen on the screen"
	| "other";

export type Difference = {
	/** Which of the two has the sentence. */
	only: "read" | "shown";
	kind: Kind;
	sentence: string;
};

/** A text of the page's document. */
type TextNode = {
	text: string;
	/** Whether it is rendered, and if so whether it has a size and a place on the page. */
	rendered: boolean;
	seen: boolean;
	in_details: boolean;
};

type Shown = {
	text: string;
	/** Without the elements of each kind. */
	without: Record<string, string>;
	nodes: TextNode[];
};

/** What Chromium shows of a page without scripts, pictures and what else it would load. */
async function showPage(context: BrowserContext, html: string): Promise<Shown> {
	const page = await context.newPage();
	try {
		await page.route("**/*", (route) => route.abort());
		const still = html.replace(/<script\b[\s\S]{0,500000}?<\/script\s*>/gi, "");
		await page.setContent(still, { waitUntil: "domcontentloaded" });
		const readText = () => page.evaluate<string>("document.body.innerText");
		const nodes = await page.evaluate(() => {
			const nodes: TextNode[] = [];
			const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
			for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
				const text = node.textContent ?? "";
				const parent = node.parentElement;
				if (text.trim() === "" || parent === null) continue;
				const rendered = parent.checkVisibility({ visibilityProperty: true });
				const { right, width, height } = parent.getBoundingClientRect();
				const { clip } = getComputedStyle(parent);
				const seen = right > 0 && width > 1 && height > 1 && clip === "auto";
				nodes.push({ text, rendered, seen, in_details: parent.closest("details") !== null });
			}
			return nodes;
		});
		const text = await readText();
		const without: Record<string, string> = {};
		for (const [kind, selector] of Object.entries(BY_ELEMENT)) {
			const content = `${selector} { display: none !important }`;
			const style = await page.addStyleTag({ content });
			without[kind] = await readText();
			await style.evaluate((it: Element) => it.remove());
		}
		return { text, without, nodes };
	} finally {
		await page.close();
	}
}

/** The words of a text, so that only letters, digits and the borders of words are compared. */
function wordsOf(text: string): string {
	const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
	const words = visible.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	return ` ${words.map(foldText).join(" ")} `;
}

function sentencesOf(text: string): string[] {
	return text
		.split(/[\n\t]/)
		.flatMap((line) => splitSentences(line, null).map(({ start, end }) => line.slice(start, end)))
		.filter((sentence) => wordsOf(sentence).trim() !== "");
}

const joined = (words: string) => words.replaceAll(" ", "");

/** Whether the other text has the same letters, and no border of words that these words have not. */
function hasMoreBorders(words: string, other: string): boolean {
	const letters = joined(words);
	const at = joined(other).indexOf(letters);
	if (at < 0 || letters === "") return false;
	let [seen, borders] = [0, 0];
	for (const character of other) {
		if (character !== " ") seen += 1;
		else if (seen > at && seen < at + letters.length) borders += 1;
	}
	return borders <= words.trim().split(" ").length - 1;
}

const NOTE_NUMBERS = /\[\p{Nd}{1,3}\]/gu;
const RAISED_SIGN = /\^\(?/g;

/** The sentences that only one of the two has. */
export async function compareShown(context: BrowserContext, html: string): Promise<Difference[]> {
	const read = readHtml(html).text;
	const shown = await showPage(context, html);
	const kinds = Object.keys(BY_ELEMENT) as (keyof typeof BY_ELEMENT)[];
	const without = new Map(
		kinds.map((kind) => [kind, wordsOf((shown.without[kind] ?? "").replace(NOTE_NUMBERS, ""))]),
	);
	const of = { read: wordsOf(read), shown: wordsOf(shown.text) };
	const unsigned = wordsOf(read.replace(RAISED_SIGN, ""));
	const nodes = shown.nodes.map((node) => ({ ...node, words: wordsOf(node.text) }));
	const nodesIn = (words: string) =>
		nodes.filter((node) => node.words.includes(words) || words.includes(node.words));

	const kindOfRead = (sentence: string): Kind => {
		if (of.shown.includes(wordsOf(sentence.replace(RAISED_SIGN, "")))) return "raised number";
		const words = wordsOf(sentence);
		const kind = kinds.find((it) => without.get(it)?.includes(words));
		if (kind) return kind;
		if (hasMoreBorders(words, of.shown)) return "border of boxes";
		const within = nodesIn(words);
		if (within.length === 0) return html.includes("shadowroot") ? "shadow root" : "other";
		const unseen = within.filter(({ rendered }) => !rendered);
		if (unseen.some(({ in_details }) => in_details)) return "closed details";
		if (unseen.length > 0) return "style of several elements";
		return "other";
	};
	const kindOfShown = (sentence: string): Kind => {
		const words = wordsOf(sentence);
		if (unsigned.includes(words)) return "raised number";
		if (of.read.includes(wordsOf(sentence.replace(NOTE_NUMBERS, "")))) return "note sign";
		const kind = kinds.find((it) => !without.get(it)?.includes(words));
		if (kind) return kind;
		if (joined(of.read).includes(joined(words))) return "border of boxes";
		const within = nodesIn(words);
		return within.length > 0 && within.every(({ seen }) => !seen)
			? "not seen on the screen"
			: "other";
	};
	const differing = (only: Difference["only"], text: string, kindOf: (it: string) => Kind) =>
		sentencesOf(text)
			.filter((it) => !of[only === "read" ? "shown" : "read"].includes(wordsOf(it)))
			.map((sentence): Difference => ({ only, kind: kindOf(sentence), sentence }));
	return [...differing("read", read, kindOfRead), ...differing("shown", shown.text, kindOfShown)];
}
