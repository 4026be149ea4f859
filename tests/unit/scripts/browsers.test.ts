import { describe, expect, it } from "vitest";
import { EXTENSION_BROWSERS } from "#extension/manifest.ts";
import { interfaceCheck } from "#scripts/checks/interfaces.ts";
import { styleCheck } from "#scripts/checks/styles.ts";
import { SITE_BROWSERS } from "#web/browsers.ts";

const missing = interfaceCheck(SITE_BROWSERS);

describe("interfaces that a browser of the site lacks", () => {
	it.each([
		["a static method", "const f = (it) => URL.canParse(it);", "URL.canParse"],
		["a method of arrays", "export const f = (list) => list.toSorted();", "toSorted"],
		["a method in a chain", "f(a.map(g).toReversed()[0]);", "toReversed"],
		["a method of sets", "const both = (a, b) => a.intersection(b);", "intersection"],
		["a class", "new Intl.DurationFormat('en');", "Intl.DurationFormat"],
		["a global function", "requestIdleCallback(() => {});", "requestIdleCallback"],
		["a member of a global object", "window.requestIdleCallback(f);", "requestIdleCallback"],
		[
			"a member of an object that is there",
			"document.startViewTransition(f);",
			"document.startViewTransition",
		],
		["a flag of patterns", "const letter = /[a-z&&[^q]]/v;", "unicodeSets"],
		[
			"a method of promises",
			"const { promise } = Promise.withResolvers();",
			"Promise.withResolvers",
		],
	])("finds %s", (_, code, name) => {
		expect([...missing(code).keys()]).toEqual([name]);
	});

	it("says which browsers lack it", () => {
		expect(missing("a.toSorted();").get("toSorted")).toEqual(["firefox 114"]);
		expect(missing("URL.canParse(a);").get("URL.canParse")).toContain("safari_ios 16.4");
	});

	it.each([
		[
			"what every browser has",
			"URL.createObjectURL(b); a.at(-1); a.findLast(f); Object.hasOwn(a, b);",
		],
		[
			"what is tested for by its type",
			"typeof requestIdleCallback === 'function' && requestIdleCallback(f);",
		],
		[
			"what is tested for in an object",
			"if ('startViewTransition' in document) document.startViewTransition(f);",
		],
		["what is called only if it is there", "element.checkVisibility?.();"],
		[
			"variables and names of the code's own",
			"function navigation() {} navigation(); const a = { toSorted: 1 }; a.toSorted;",
		],
	])("leaves out %s", (_, code) => {
		expect([...missing(code)]).toEqual([]);
	});

	it("knows that the extension is for newer browsers", () => {
		expect([...interfaceCheck(EXTENSION_BROWSERS)("URL.canParse(a);")]).toEqual([]);
	});
});

describe("styles that a browser of the site lacks", () => {
	const lacks = (code: string) => [...styleCheck(SITE_BROWSERS)(code).keys()];

	it.each([
		["a selector", "a:state(x) { color: red }", ":state"],
		["a rule", "@starting-style { a { opacity: 0 } }", "@starting-style"],
		["a media feature", "@media (scripting: none) { a { color: red } }", "@media scripting"],
		["a function", "a { color: light-dark(red, blue) }", "light-dark()"],
		["a property", "a { field-sizing: content }", "field-sizing"],
	])("finds %s", (_, code, name) => {
		expect(lacks(code)).toContain(name);
	});

	it("leaves out what is asked for first, prefixed or in a list that forgives", () => {
		expect(lacks("@supports (field-sizing: content) { a { field-sizing: content } }")).toEqual([]);
		expect(lacks("a { -webkit-user-select: none; user-select: none }")).toEqual([]);
		expect(lacks("a:is(:state(x), b) { color: red }")).toEqual([]);
	});
});
