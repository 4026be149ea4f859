import {
	BLOCK_END,
	BOX_END,
	CELL_END,
	canonicalText,
	inlineText,
	LINE_END,
	MIN_TEXT_CHARS,
	PARAGRAPH_END,
	type PageText,
} from "./canonical-text.ts";
import {
	isNoteReference,
	type Layout,
	layoutOf,
	shiftOf,
	type Visibility,
	visibilityOf,
} from "./element-display.ts";
import { FormulaText, formulaIn } from "./formula-text.ts";
import { type Declared, PageStyles } from "./page-styles.ts";
import { LOWERED, NOTE, RAISED, SHIFT_END } from "./shifted-text.ts";

/** Real pages nest less deeply, and the parser's work grows with the depth. */
const MAX_DEPTH = 512;
/** The limit for collected text including white space; canonical text keeps less. */
const MAX_COLLECTED_CHARS = 800_000;

const words = (list: string) => list.split(/\s+/);
const PARAGRAPHS = words("p div blockquote center address pre body html");
const BLOCKS = words(
	`article aside caption dd details dialog dir dl dt fieldset figcaption figure footer form h1 h2 h3
	h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option search section select summary
	table tbody textarea tfoot thead tr ul`,
);
/** What stands at both ends of an element. */
const ENDS: ReadonlyMap<string, string> = new Map([
	["br", LINE_END],
	...PARAGRAPHS.map((name) => [name, PARAGRAPH_END] as const),
	...BLOCKS.map((name) => [name, BLOCK_END] as const),
]);
const CELLS = new Set(["td", "th"]);

/** The reasons for which text may be left out in the end, as bits. */
const IN_NOSCRIPT = 1;
const FADED = 2;
const UNSPOKEN = 4;
const REASONS: Readonly<Record<Visibility, number>> = {
	shown: 0,
	hidden: 0,
	faded: FADED,
	unspoken: UNSPOKEN,
};

/** What an element does when it ends. */
type Open = { depth: number; end: () => void };

/** "frac" of Wikipedia's fractions, whose parts have the classes "num" and "den". */
const FRACTION_CLASS = /(?:^|\s)s?frac(?:\s|$)/;

/** Elements that are read in their own way, whatever their attributes. */
const SPECIAL = new Set(
	words(
		`a sup sub style script svg title iframe noembed noframes noscript audio video canvas object
		datalist textarea progress meter rt rp del s strike template dialog button math`,
	),
);

function hasAny(attributes: Attributes): boolean {
	for (const _ in attributes) return true;
	return false;
}

type Attributes = Readonly<Record<string, string>>;

/** Collects the text that readers see from a parser's events. */
export class VisibleText {
	/** Nothing more is needed. */
	stopped = false;
	readonly #styles = new PageStyles();
	readonly #pieces: string[] = [];
	/** The pieces that may be left out, each with its reasons. */
	readonly #doubtful = new Map<number, number>();
	/** The characters collected that certainly count, and those for each set of reasons. */
	#shown = 0;
	readonly #collected = new Array<number>(8).fill(0);
	readonly #open: Open[] = [];
	#depth = 0;
	/** The depth of the hidden element; null outside of one. */
	#hidden_at: number | null = null;
	#reasons = 0;
	/** The content of a style element; null outside of one. */
	#css: string | null = null;
	#formula: { depth: number; text: FormulaText } | null = null;
	/** The place of the raised or lowered text that is open; -1 outside of one. */
	#shifted = -1;
	/** The number of pieces when the innermost link began; -1 outside of links. */
	#link_from = -1;
	/** The place of a note's mark that stands there because a link begins with the raised text. */
	#linked_note = -1;
	/** The depth of each open flex or grid container. */
	readonly #containers: number[] = [];
	#in_fraction = 0;
	/** The last box: where it began, where it ended, and whether it has several words. */
	#box: { end: number; wide: boolean } | null = null;

	/** Whether the text that comes now is hidden. */
	get hidden(): boolean {
		return this.#hidden_at !== null || this.#reasons > IN_NOSCRIPT;
	}

	open(name: string, attributes: Attributes): void {
		this.#depth += 1;
		if (this.#depth > MAX_DEPTH) this.stopped = true;
		if (this.#hidden_at !== null) return;
		if (this.#formula) this.#formula.text.open(localName(name));
		else if (SPECIAL.has(name) || name.includes(":") || hasAny(attributes))
			this.#openSpecial(name, attributes);
		else {
			const ends = ENDS.get(name);
			if (ends !== undefined) this.#push(ends);
			else if (this.#containers.at(-1) === this.#depth - 1) this.#openLaid("block");
		}
	}

	/** An element whose name or attributes say more than where its line ends. */
	#openSpecial(name: string, attributes: Attributes): void {
		if (name === "style" && attributes.media !== "print") this.#css = "";
		const declared = this.#styles.of(name, attributes);
		const visibility = visibilityOf(name, attributes, declared);
		const ends = ENDS.get(name);
		if (ends !== undefined) this.#push(ends);
		if (visibility === "hidden") {
			this.#hidden_at = this.#depth;
			return;
		}
		const reason = REASONS[visibility] | (name === "noscript" ? IN_NOSCRIPT : 0);
		if (reason !== 0) this.#openDoubtful(reason);
		if (localName(name) === "math") this.#formula = { depth: this.#depth, text: new FormulaText() };
		else if (attributes["data-mathml"] !== undefined) {
			this.#push(formulaIn(attributes["data-mathml"]));
			this.#hidden_at = this.#depth;
		} else this.#openShown(name, attributes, declared, ends === undefined);
	}

	#openShown(
		name: string,
		attributes: Attributes,
		declared: Declared | null,
		is_inline: boolean,
	): void {
		const in_container = this.#containers.at(-1) === this.#depth - 1;
		const layout = layoutOf(name, declared);
		if (layout === "container") this.#containers.push(this.#depth);
		if (is_inline && (in_container || layout !== null))
			this.#openLaid(in_container ? "block" : layout);
		if (attributes.class !== undefined && FRACTION_CLASS.test(attributes.class)) {
			this.#in_fraction += 1;
			this.#open.push({ depth: this.#depth, end: () => this.#closeFraction() });
		}
		const shift = this.#shifted >= 0 ? null : this.#shiftOf(name, attributes, declared);
		if (name === "a") this.#openLink();
		if (shift !== null) this.#openShifted(shift, isNoteReference(attributes));
	}

	close(name: string): void {
		if (this.#hidden_at !== null) this.#closeHidden(name);
		else if (this.#formula && this.#formula.depth !== this.#depth) this.#formula.text.close();
		else this.#closeShown(name);
		this.#depth -= 1;
	}

	#closeHidden(name: string): void {
		if (this.#hidden_at !== this.#depth) return;
		this.#hidden_at = null;
		if (this.#css !== null) this.#styles.addSheet(this.#css);
		this.#css = null;
		this.#closeShown(name);
	}

	#closeShown(name: string): void {
		if (this.#formula) this.#endFormula(this.#formula.text);
		while (this.#open.at(-1)?.depth === this.#depth) this.#open.pop()?.end();
		const ends = ENDS.get(name);
		if (ends !== undefined && ends !== LINE_END) this.#push(ends);
		else if (CELLS.has(name)) this.#push(CELL_END);
		if (this.#containers.at(-1) === this.#depth) this.#containers.pop();
	}

	add(text: string): void {
		if (this.#css !== null) this.#css += text;
		if (this.#hidden_at !== null) return;
		if (this.#formula) this.#formula.text.add(text);
		else this.#push(inlineText(text));
	}

	/**
	 * The canonical text. What stands in `<noscript>` is a part of it only if the rest has too little
	 * text to quote from, because the page is then written for readers without scripts as well. What
	 * is faded or kept from screen readers is a part of it if it is most of the page's text.
	 */
	canonical(language: string | null): PageText {
		if (this.#formula) this.#endFormula(this.#formula.text);
		const all = this.#pieces;
		if (this.#doubtful.size === 0) return canonicalText(all.join(""), language);
		const shown = this.#shownReasons();
		const keep = (reasons: number) =>
			all.filter((_, at) => ((this.#doubtful.get(at) ?? 0) & ~reasons) === 0);
		const read = canonicalText(keep(shown).join(""), language);
		if (read.text.length >= MIN_TEXT_CHARS || this.#collected.every(isEmptyWithNoscript))
			return read;
		return canonicalText(keep(shown | IN_NOSCRIPT).join(""), language);
	}

	/** The reasons that most of the page's text has. */
	#shownReasons(): number {
		const having = (reason: number) =>
			this.#collected.reduce(
				(sum, chars, set) =>
					sum + ((set & reason) === reason && (set & IN_NOSCRIPT) === 0 ? chars : 0),
				0,
			);
		const total = this.#shown + having(0);
		return [FADED, UNSPOKEN].reduce(
			(shown, reason) => (having(reason) * 2 > total ? shown | reason : shown),
			0,
		);
	}

	#push(piece: string): void {
		const reasons = this.#reasons;
		if (reasons === 0) {
			this.#pieces.push(piece);
			this.#shown += piece.length;
			if (this.#shown > MAX_COLLECTED_CHARS) this.stopped = true;
			return;
		}
		this.#collected[reasons] = (this.#collected[reasons] ?? 0) + piece.length;
		if ((this.#collected[reasons] ?? 0) > MAX_COLLECTED_CHARS) return;
		this.#doubtful.set(this.#pieces.length, reasons);
		this.#pieces.push(piece);
	}

	#shiftOf(name: string, attributes: Attributes, declared: Declared | null) {
		const { class: names } = attributes;
		if (this.#in_fraction > 0 && names !== undefined) {
			if (/^(?:num|numerator)$/.test(names)) return "raised";
			if (/^(?:den|denominator)$/.test(names)) return "lowered";
		}
		return shiftOf(name, attributes, declared);
	}

	#openDoubtful(reason: number): void {
		const added = reason & ~this.#reasons;
		this.#reasons |= added;
		this.#open.push({
			depth: this.#depth,
			end: () => {
				this.#reasons &= ~added;
			},
		});
	}

	#openLaid(layout: Layout): void {
		const place = this.#pieces.length;
		if (layout === "block" || layout === "container") this.#push(BLOCK_END);
		else if (layout === "box") this.#push("");
		this.#open.push({
			depth: this.#depth,
			end: () => {
				if (layout === "box") this.#closeBox(place);
				else this.#push(layout === "cell" ? CELL_END : BLOCK_END);
			},
		});
	}

	#closeFraction(): void {
		this.#in_fraction -= 1;
	}

	#openLink(): void {
		// A link within a raised text makes it a note.
		if (this.#shifted >= 0) {
			if (this.#pieces[this.#shifted] === RAISED) this.#pieces[this.#shifted + 1] = NOTE;
		} else if (this.#link_from < 0) {
			this.#link_from = this.#pieces.length;
			this.#open.push({ depth: this.#depth, end: () => this.#closeLink() });
		}
	}

	#openShifted(shift: "raised" | "lowered", note: boolean): void {
		this.#shifted = this.#pieces.length;
		// A link that contains nothing else is raised with its text.
		const linked = this.#link_from === this.#shifted;
		this.#push(shift === "raised" ? RAISED : LOWERED);
		if (linked) this.#linked_note = this.#pieces.length;
		this.#push(shift === "raised" && (linked || note) ? NOTE : "");
		this.#open.push({
			depth: this.#depth,
			end: () => {
				this.#push(SHIFT_END);
				this.#shifted = -1;
			},
		});
	}

	/** A link that has more text than the raised one is no note: "<a><sup>14</sup>C</a>". */
	#closeLink(): void {
		this.#link_from = -1;
		if (this.#linked_note < 0) return;
		const end = this.#pieces.indexOf(SHIFT_END, this.#linked_note);
		if (end >= 0 && this.#hasText(end + 1, this.#pieces.length, /\S/u))
			this.#pieces[this.#linked_note] = "";
		this.#linked_note = -1;
	}

	/**
	 * Two boxes side by side are read one by one if one of them has several words: single letters
	 * and words are boxes where a script animates them.
	 */
	#closeBox(from: number): void {
		const wide = this.#hasText(from + 1, this.#pieces.length, /\S\s+\S/u);
		if (this.#box && (wide || this.#box.wide) && !this.#hasText(this.#box.end, from, /\S/u))
			this.#pieces[from] = BOX_END;
		this.#box = { end: this.#pieces.length, wide };
	}

	#hasText(from: number, to: number, kind: RegExp): boolean {
		// Longer stretches certainly have several words.
		return to - from > 40 || kind.test(this.#pieces.slice(from, to).join("").slice(0, 400));
	}

	#endFormula(text: FormulaText): void {
		this.#formula = null;
		this.#push(text.text());
	}
}

function isEmptyWithNoscript(chars: number, reasons: number): boolean {
	return (reasons & IN_NOSCRIPT) === 0 || chars === 0;
}

/** "mml:math" is "math". */
function localName(name: string): string {
	return name.slice(name.indexOf(":") + 1);
}
