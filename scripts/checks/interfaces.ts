import compatibility from "@mdn/browser-compat-data/forLegacyNode";
import type { CompatStatement, Identifier } from "@mdn/browser-compat-data/types";
import { parseAst } from "vite";
import type { Browsers } from "../../web/browsers.ts";

/**
 * Finds the interfaces in built scripts that a browser lacks. The build translates newer syntax for
 * older browsers, but no interface: what is missing there throws.
 */

/** Objects that are there without being made, with the interface that says what they have. */
const INSTANCES: Record<string, string> = {
	caches: "CacheStorage",
	crypto: "Crypto",
	document: "Document",
	history: "History",
	localStorage: "Storage",
	location: "Location",
	navigator: "Navigator",
	performance: "Performance",
	sessionStorage: "Storage",
};
const GLOBAL_OBJECTS = new Set(["window", "self", "globalThis"]);

/** Methods of other objects that are named like a newer one of the browser. */
const OTHER_METHODS: Record<string, string> = {
	address: "builds a report's address in the app",
	badge: "builds a badge's address in the app",
	isVisible: "a setting of swr",
	lock: "keeps the page from scrolling in Base UI",
	startViewTransition: "React calls it for its ViewTransition component alone",
	toArray: "React.Children has it",
	when: "a condition of a check in zod",
};

/** The versions of these browsers that lack what the statement is about, for example "safari 16.4". */
export function lacking({ support }: CompatStatement, browsers: Browsers): string[] {
	const lacks = ([name, oldest]: [string, number]) =>
		![support[name as keyof typeof support] ?? []]
			.flat()
			.some(
				({ version_added, flags, prefix, alternative_name }) =>
					typeof version_added === "string" &&
					(flags ?? prefix ?? alternative_name) === undefined &&
					Number.parseFloat(version_added.replace("≤", "")) <= oldest,
			);
	return Object.entries(browsers)
		.filter(lacks)
		.map(([name, oldest]) => `${name} ${oldest}`);
}

/** What the data say of a feature, given by its path in them. */
export function statementOf(root: Identifier, ...path: string[]): CompatStatement | undefined {
	let at: Identifier | undefined = root;
	for (const key of path) at = at !== undefined && Object.hasOwn(at, key) ? at[key] : undefined;
	return at?.__compat;
}

const { api, javascript } = compatibility;
const builtins = javascript.builtins as Identifier;

/**
 * The members of the interfaces that these browsers have, by name: nothing in the code makes an
 * object of the others.
 */
function membersBy(browsers: Browsers): Map<string, CompatStatement[]> {
	const members = new Map<string, CompatStatement[]>();
	for (const type of [...Object.values(builtins), ...Object.values(api)] as Identifier[]) {
		if (type.__compat && lacking(type.__compat, browsers).length > 0) continue;
		for (const [name, { __compat }] of Object.entries(type) as [string, Identifier][])
			if (__compat && !/_(?:static|event)$/.test(name))
				members.set(name, [...(members.get(name) ?? []), __compat]);
	}
	return members;
}

/** A check of scripts for these browsers: each interface that is missing, and where it is. */
export function interfaceCheck(browsers: Browsers): (code: string) => Map<string, string[]> {
	const members = membersBy(browsers);
	/** Missing only if every one that is named so is: which one is meant is not known. */
	const missing = (statements: (CompatStatement | undefined)[]) => {
		const known = statements.filter((it) => it !== undefined).map((it) => lacking(it, browsers));
		return known.every(({ length }) => length > 0) ? (known[0] ?? []) : [];
	};
	const named = (name: string) =>
		missing([
			statementOf(builtins, name),
			statementOf(api, name),
			statementOf(api, "Window", name),
			statementOf(api, "WorkerGlobalScope", name),
		]);

	/** The use in words, and the browsers that lack it. */
	function missingUse({ object, name, called }: Use): [string, string[]] {
		if (object === null || GLOBAL_OBJECTS.has(object)) return [name, named(name)];
		const exact = [
			statementOf(builtins, object, name),
			statementOf(api, object, `${name}_static`),
			statementOf(api, INSTANCES[object] ?? "", name),
		].filter((it) => it !== undefined);
		if (exact.length > 0) return [`${object}.${name}`, missing(exact)];
		// Reading a member that is missing gives undefined, calling it throws.
		const throws = called && !Object.hasOwn(OTHER_METHODS, name);
		return [name, throws ? missing(members.get(name) ?? []) : []];
	}

	return (code) => {
		const { uses, tested } = readUses(code);
		const untested = uses.filter(({ name }) => !tested.has(name));
		return new Map(untested.map(missingUse).filter(([, browsers]) => browsers.length > 0));
	};
}

type Use = {
	/** The variable that has the member; empty for any other object, null for a global variable. */
	object: string | null;
	name: string;
	called: boolean;
};
type Node = { type: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const nameOf = (value: unknown): string | null =>
	isNode(value) && value.type === "Identifier" ? String(value.name) : null;

/** Where an identifier is a name instead of a variable, unless it is computed. */
const NAME_PLACES =
	/^(?:MemberExpression\.property|(?:Property|(?:Property|Method)Definition)\.key|\w+\.label)$/;
/** Where a pattern makes variables. */
const BINDING_PLACES =
	/^(?:VariableDeclarator\.id|(?:Function|Class)\w+\.id|\w*Function\w*\.params|Import\w+\.local|CatchClause\.param)$/;

/** The names that a script tests for before it uses them, as far as one place of it tells. */
function readTests(node: Node, called: boolean): string[] {
	const { type, operator, left, argument } = node;
	if (operator === "typeof" || operator === "!") return testedIn(argument);
	if (operator === "in" && isNode(left)) return [String(left.value)];
	if (type === "LogicalExpression") return testedIn(left);
	if (type === "ConditionalExpression" || type === "IfStatement") return testedIn(node.test);
	return called && node.optional === true ? testedIn(node.callee) : [];
}

function testedIn(value: unknown): string[] {
	if (!isNode(value)) return [];
	const name = nameOf(value) ?? nameOf(value.property);
	if (name !== null) return [name];
	return ["expression", "left", "right", "argument"].flatMap((part) => testedIn(value[part]));
}

/** The use that one place of a script is; null for any other. */
function readUse(node: Node, place: string): Use | null {
	if (node.type === "Identifier") return { object: null, name: String(node.name), called: false };
	// Flags of a pattern are read when the script runs.
	if (isFlagged(node)) return { object: "", name: "unicodeSets", called: true };
	const name = node.type === "MemberExpression" && !node.computed ? nameOf(node.property) : null;
	if (name === null) return null;
	return { object: nameOf(node.object) ?? "", name, called: place === "CallExpression.callee" };
}

const childrenOf = (node: Node) =>
	Object.entries(node).flatMap(([name, value]) =>
		[value]
			.flat()
			.filter(isNode)
			.map((child) => [name, child] as const),
	);

const isFlagged = ({ regex }: Node) =>
	(regex as { flags: string } | undefined)?.flags.includes("v");

/** The global variables and members that a script uses, and the names that it first tests for. */
function readUses(code: string): { uses: Use[]; tested: Set<string> } {
	const uses: Use[] = [];
	const tested = new Set<string>();
	const declared = new Set<string>();
	function visit(node: Node, parent: Node | null, key: string, in_binding: boolean): void {
		const place = `${parent?.type}.${key}`;
		const binds = in_binding || BINDING_PLACES.test(place);
		for (const name of readTests(node, node.type === "CallExpression")) tested.add(name);
		const use = parent?.computed !== true && NAME_PLACES.test(place) ? null : readUse(node, place);
		if (use?.object === null && binds) declared.add(use.name);
		else if (use) uses.push(use);
		for (const [name, child] of childrenOf(node))
			visit(child, node, name, binds && !/^(?:body|init)$/.test(name));
	}
	visit(parseAst(code) as unknown as Node, null, "", false);
	return {
		tested,
		uses: uses
			.filter(({ object, name }) => object !== null || !declared.has(name))
			.map((use) => (declared.has(use.object ?? "") ? { ...use, object: "" } : use)),
	};
}
