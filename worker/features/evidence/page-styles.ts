/**
 * What a page's own styles say of an element: those of its `style` attribute, and those of the
 * page's `<style>` elements whose selector names a type, classes and an id alone. Other selectors
 * depend on more than the element, and linked style sheets are not fetched.
 */

/** The declared values by property, in lower case. */
export type Declared = ReadonlyMap<string, string>;

type Rule = {
	type: string | null;
	classes: readonly string[];
	id: string | null;
	declared: Declared;
	weight: number;
	/** Its place in the page. */
	place: number;
};

const MAX_SHEET_CHARS = 400_000;
const MAX_RULES = 4_000;
const MAX_RULES_OF_NAME = 40;
const MAX_CLASSES = 40;
const MAX_KNOWN = 5_000;

const PROPERTIES = new Set([
	...["display", "visibility", "opacity", "font-size", "overflow", "position"],
	...["width", "height", "max-width", "max-height", "left", "right", "top", "text-indent"],
	...["clip", "clip-path", "transform", "vertical-align"],
	...["color", "background", "background-color", "text-decoration", "text-decoration-line"],
]);
const DECLARATION = /^\s*([a-z-]{1,40})\s*:\s*([^!]{0,100})/i;

/** Reads a list of declarations. Of two of a property the later one counts. */
export function readDeclarations(style: string): Map<string, string> {
	const declared = new Map<string, string>();
	for (const part of style.split(";")) {
		const [, property = "", value] = DECLARATION.exec(part) ?? [];
		if (value && PROPERTIES.has(property.toLowerCase()))
			declared.set(property.toLowerCase(), value.trim().toLowerCase());
	}
	return declared;
}

/** At-rules whose content holds for a reader's screen. Those for a width or for print may not. */
const HOLDS = /^@(?:layer|supports|media\s+(?:only\s+)?(?:all|screen)\s*$)/i;
const SELECTOR = /^([a-z][a-z0-9]{0,20})?((?:[.#][\w-]{1,100}){1,6})$/i;

/** The rules of a page's style elements. */
export class PageStyles {
	readonly #rules = new Map<string, Rule[]>();
	readonly #known = new Map<string, Declared>();
	#count = 0;
	#read = 0;

	/** Reads the content of a style element. The work is linear in its length. */
	addSheet(css: string): void {
		const open: { prelude: string; holds: boolean }[] = [];
		for (const chunk of withoutComments(this.#take(css)).split(/(?<=[{}])/)) {
			const text = chunk.slice(0, -1);
			const holds = open.at(-1)?.holds ?? true;
			if (chunk.endsWith("{")) {
				const prelude = text.slice(text.lastIndexOf(";") + 1).trim();
				open.push({ prelude, holds: holds && (!prelude.startsWith("@") || HOLDS.test(prelude)) });
			} else if (chunk.endsWith("}")) {
				const rule = open.pop();
				if (rule?.holds && !rule.prelude.startsWith("@")) this.#addRule(rule.prelude, text);
			}
		}
	}

	/** The declarations for an element, those of its own `style` attribute last. */
	of(name: string, attributes: Readonly<Record<string, string>>): Declared | null {
		const sheet = this.#rules.size === 0 ? null : this.#ofSheet(name, attributes);
		const { style } = attributes;
		const own = style === undefined || !MAY_MATTER.test(style) ? null : readDeclarations(style);
		if (!sheet || sheet.size === 0) return own;
		return own ? new Map([...sheet, ...own]) : sheet;
	}

	#take(css: string): string {
		const taken = css.slice(0, Math.max(0, MAX_SHEET_CHARS - this.#read));
		this.#read += taken.length;
		return taken;
	}

	#addRule(prelude: string, body: string): void {
		const declared = readDeclarations(body);
		if (declared.size === 0) return;
		for (const selector of prelude.split(",")) {
			const [, type, names = ""] = SELECTOR.exec(selector.trim()) ?? [];
			if (names !== "" && this.#count < MAX_RULES) this.#addSelector(type, names, declared);
		}
	}

	#addSelector(type: string | undefined, names: string, declared: Declared): void {
		const parts = names.match(/[.#][^.#]+/g) ?? [];
		const classes = parts.filter((it) => it.startsWith(".")).map((it) => it.slice(1));
		const id = parts.find((it) => it.startsWith("#"))?.slice(1) ?? null;
		const weight = (id === null ? 0 : 10_000) + classes.length * 100 + (type ? 1 : 0);
		const key = parts[0] ?? "";
		const rules = this.#rules.get(key) ?? [];
		if (rules.length >= MAX_RULES_OF_NAME) return;
		this.#count += 1;
		const place = this.#count;
		rules.push({ type: type?.toLowerCase() ?? null, classes, id, declared, weight, place });
		this.#rules.set(key, rules);
		this.#known.clear();
	}

	#ofSheet(name: string, attributes: Readonly<Record<string, string>>): Declared | null {
		const { class: names = "", id = "" } = attributes;
		if (names === "" && id === "") return null;
		const key = `${name} ${id} ${names}`;
		const known = this.#known.get(key);
		if (known) return known;
		const classes = new Set(names.split(/\s+/, MAX_CLASSES));
		const keys = [...classes].map((it) => `.${it}`).concat(`#${id}`);
		const matching = keys
			.flatMap((it) => this.#rules.get(it) ?? [])
			.filter(
				(rule) =>
					(rule.type === null || rule.type === name) &&
					(rule.id === null || rule.id === id) &&
					rule.classes.every((it) => classes.has(it)),
			)
			.sort((a, b) => a.weight - b.weight || a.place - b.place);
		const declared = new Map(matching.flatMap((rule) => [...rule.declared]));
		if (this.#known.size < MAX_KNOWN) this.#known.set(key, declared);
		return declared;
	}
}

/** Most inline styles have none of these properties, and need not be read. */
const MAY_MATTER =
	/display|visib|opacity|font-size|overflow|position|clip|transform|vertical|decoration|indent|color|background/i;

function withoutComments(css: string): string {
	if (!css.includes("/*")) return css;
	const [first = "", ...rest] = css.split("/*");
	const after = rest.map((part) => {
		const end = part.indexOf("*/");
		return end < 0 ? "" : part.slice(end + 2);
	});
	return first + after.join(" ");
}
