import { Parser } from "htmlparser2";

/**
 * The presentation of a MathML formula in one line, as a reader would type it: "1/2", "10^6",
 * "√(x+1)". Annotations repeat the formula in another form and are left out.
 */

/** A longer formula is cut. The limits bound the work on nested elements. */
const MAX_FORMULA_CHARS = 1_000;
const MAX_NESTED = 64;

const ANNOTATIONS = new Set(["annotation", "annotation-xml", "mphantom"]);
/** An invisible times sign or comma between two numbers still parts them. */
const INVISIBLE_OPERATORS = /[\u2061-\u2064]/gu;
/** One symbol, number or word: an operand that needs no brackets. */
const ATOM = /^[-−+]?(?:[\p{L}\p{M}]+|[\p{Nd}.,]+|.|\(.*\))$/u;

/** A sign above a letter: a bar, an arrow, a dot. */
const ACCENT = /^(?:[¯ˉ‾^˙¨~→]|\u20d7)$/u;

type Node = { name: string; children: string[] };

/** A formula's markup in an attribute, as MathJax writes it, is read by itself. */
const MAX_DATA_CHARS = 20_000;

export function formulaIn(markup: string): string {
	const formula = new FormulaText();
	const parser = new Parser({
		onopentag: (name) => formula.open(name),
		onclosetag: () => formula.close(),
		ontext: (text) => formula.add(text),
	});
	parser.end(markup.slice(0, MAX_DATA_CHARS));
	return formula.text();
}

export class FormulaText {
	readonly #open: Node[] = [{ name: "math", children: [] }];
	/** How many elements within an annotation, or nested too deeply, are open. */
	#skipped = 0;
	#flat = 0;

	open(name: string): void {
		if (this.#skipped > 0 || ANNOTATIONS.has(name)) this.#skipped += 1;
		else if (this.#open.length >= MAX_NESTED) this.#flat += 1;
		else this.#open.push({ name, children: [] });
	}

	add(text: string): void {
		if (this.#skipped > 0) return;
		const node = this.#open.at(-1);
		const parted = text.replace(/\s+/g, " ").replace(INVISIBLE_OPERATORS, "");
		if (parted.trim() !== "" || (node?.name === "mtext" && parted !== ""))
			node?.children.push(node.name === "mtext" ? parted : parted.trim());
		else if (/[\u2062\u2063]/u.test(text)) node?.children.push(" ");
	}

	close(): void {
		if (this.#skipped > 0) this.#skipped -= 1;
		else if (this.#flat > 0) this.#flat -= 1;
		else if (this.#open.length > 1) {
			const node = this.#open.pop();
			if (node) this.#open.at(-1)?.children.push(written(node));
		}
	}

	/** The formula; the text between two formulas keeps its own spaces. */
	text(): string {
		while (this.#open.length > 1) this.close();
		const [root] = this.#open;
		return root ? unmarked(joined(root.children)).replace(/ {2,}/g, " ").trim() : "";
	}
}

function written({ name, children }: Node): string {
	const [first = "", second = "", third = ""] = children;
	switch (name) {
		case "mfrac":
			return `${START}${operand(first)}/${operand(second)}${END}`;
		case "msup":
			return `${operand(first)}^${exponent(second)}`;
		case "msub":
			return first + index(first, second);
		case "msubsup":
			return `${first}${index(first, second)}^${exponent(third)}`;
		case "msqrt":
			return `√${operand(joined(children))}`;
		case "mroot":
			return `${operand(first)}^(1/${second})`;
		case "munder":
			return `${first}_${operand(second)}`;
		case "mover":
			return ACCENT.test(second) ? first : `${first}^${operand(second)}`;
		case "munderover":
			return `${first}_${operand(second)}^${operand(third)}`;
		case "mspace":
			return " ";
		case "mtr":
		case "mlabeledtr":
			return `${children.join(" ")}; `;
		case "mfenced":
			return `(${children.join(", ")})`;
		default:
			return joined(children);
	}
}

function operand(text: string): string {
	const plain = unmarked(text);
	return ATOM.test(plain) ? plain : `(${plain})`;
}

function exponent(text: string): string {
	return operand(text).replace(/^[−–]/u, "-");
}

function index(base: string, below: string): string {
	const plain = unmarked(below);
	return /\p{Nd}$/u.test(base) && /^\p{Nd}/u.test(plain) ? `_${plain}` : plain;
}

/** A fraction's ends (Unicode noncharacters), so that "3" beside "1/2" reads "3 1/2". */
const START = "\ufdd7";
const END = "\ufdd8";
const START_BESIDE = new RegExp(`(?<=[\\p{L}\\p{Nd}])${START}`, "gu");
const END_BESIDE = new RegExp(`${END}(?=[\\p{L}\\p{Nd}])`, "gu");
const ENDS = /[\ufdd7\ufdd8]/g;

function joined(children: readonly string[]): string {
	return children.join("").slice(0, MAX_FORMULA_CHARS);
}

function unmarked(text: string): string {
	return text.replace(START_BESIDE, " ").replace(END_BESIDE, " ").replace(ENDS, "");
}
