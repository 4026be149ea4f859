import { expect, it } from "vitest";
import { ruleNote } from "#contract/selection.ts";

const NOTE = "These statements were found by a simple rule; choose a model for this language.";

it.each([
	["heuristic", "ar", NOTE],
	["heuristic", "fr-CA", NOTE],
	["heuristic", "en", null],
	["heuristic", "en-GB", null],
	["heuristic", undefined, null],
	["openai", "ar", null],
	["sample", "ar", null],
	[undefined, "ar", null],
] as const)("of statements found by %s in %s a reader is told %j", (by, language, note) => {
	expect(ruleNote(by, language)).toBe(note);
});
