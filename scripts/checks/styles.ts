import compatibility from "@mdn/browser-compat-data/forLegacyNode";
import type { CompatStatement, Identifier } from "@mdn/browser-compat-data/types";
import { type CssNode, parse, walk } from "css-tree";
import type { Browsers } from "../../web/browsers.ts";
import { lacking, statementOf } from "./interfaces.ts";

/** Finds what a browser lacks in built style sheets. It leaves out the declaration or the rule. */

/** What stays readable and usable without it, and how it looks then. */
const DECORATION: Record<string, string> = {
	"@page": "the browser's own paper margins",
	"@property": "Tailwind sets the same values where it is missing",
	":dir": "quotation marks of right-to-left texts as in others",
	":has": "the bar at the bottom has its space on every page; what sticks may cover a line",
	":selection": "the browser's own colours of selected text",
	"break-after": "a heading may end a printed page",
	"contain-intrinsic-size": "goes with content-visibility",
	"content-visibility": "everything is laid out at once",
	cursor: "phones have none",
	"font-family: ui-monospace": "the next family of the list",
	"forced-color-adjust": "the system's colours, as elsewhere on the page",
	"grid-template-columns: subgrid": "a shortcut's keys above its meaning",
	resize: "the text area keeps its size",
	size: "the browser's own paper size",
	"text-wrap": "lines break where they are full",
	"word-break: auto-phrase": "lines break between any two letters",
};

const css = compatibility.css as unknown as Record<string, Identifier>;
const { properties = {}, selectors = {}, types = {} } = css;
const at_rules = css["at-rules"] ?? {};

/** A check of style sheets for these browsers: what is missing, and where. */
export function styleCheck(browsers: Browsers): (code: string) => Map<string, string[]> {
	return (code) => {
		const found = new Map<string, string[]>();
		for (const [name, statement] of featuresOf(code)) {
			const missing = statement ? lacking(statement, browsers) : [];
			if (missing.length > 0 && !isDecoration(name)) found.set(name, missing);
		}
		return found;
	};
}

/** Of a property and its values, or of one value. */
const isDecoration = (name: string) =>
	Object.hasOwn(DECORATION, name) || Object.hasOwn(DECORATION, name.split(": ")[0] ?? "");

type Feature = [name: string, statement: CompatStatement | undefined];

/** The features that a style sheet uses without asking with `@supports`. */
function featuresOf(code: string): Feature[] {
	const features: Feature[] = [];
	const prefixed = new Set(code.match(/-(?:webkit|moz)-[a-z-]+(?=:)/g));
	let guards = 0;
	walk(parse(code), {
		enter(node: CssNode) {
			guards += Number(isGuard(node));
			if (guards === 0) features.push(...featuresIn(node));
		},
		leave(node: CssNode) {
			guards -= Number(isGuard(node));
		},
	});
	return features.filter(([name]) => {
		const [property] = name.split(": ");
		return (
			!name.startsWith("-") && !["-webkit-", "-moz-"].some((it) => prefixed.has(it + property))
		);
	});
}

/** What is in it may be missing: a query, or a list that leaves out what a browser does not know. */
const isGuard = (node: CssNode) =>
	(node.type === "Atrule" && node.name === "supports") ||
	(node.type === "PseudoClassSelector" && /^(?:is|where)$/.test(node.name));

function featuresIn(node: CssNode): Feature[] {
	switch (node.type) {
		case "Declaration":
			return declared(node.property, node.value);
		case "Function":
			return [[`${node.name}()`, functionOf(node.name)]];
		case "PseudoClassSelector":
		case "PseudoElementSelector":
			return node.name.startsWith("-")
				? []
				: [[`:${node.name}`, statementOf(selectors, node.name)]];
		case "Atrule":
			return [[`@${node.name}`, statementOf(at_rules, node.name)]];
		case "Feature":
			return [[`@media ${node.name}`, statementOf(at_rules, "media", node.name)]];
		default:
			return [];
	}
}

function declared(property: string, value: CssNode): Feature[] {
	const keywords = value.type === "Value" ? value.children.toArray() : [];
	return [
		[property, statementOf(properties, property)],
		...keywords.flatMap((it): Feature[] =>
			it.type === "Identifier"
				? [[`${property}: ${it.name}`, statementOf(properties, property, it.name)]]
				: [],
		),
	];
}

function functionOf(name: string): CompatStatement | undefined {
	return Object.values(types as Record<string, Identifier>)
		.map((type) => statementOf(type, name))
		.find((it) => it !== undefined);
}
