import { describe, expect, it, vi } from "vitest";
import { findRepeatedKey } from "#http/body.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";

describe("findRepeatedKey", () => {
	it.each([
		['{"a":1,"a":2}', "a"],
		['{"a":1,"b":{"c":1, "c" : 2}}', "c"],
		['[{"a":1},{"a":1,"\\u0061":2}]', "a"],
		['{"a\\"":1,"a\\"":2}', 'a"'],
		['{"a\\\\":1,"a\\\\":2}', "a\\"],
		['{"":1,"":2}', ""],
		['{"x":["a"],"y":{},"x":0}', "x"],
		['{"__proto__":1,"__proto__":2}', "__proto__"],
	])("finds the repeated key in %s", (json, key) => {
		expect(JSON.parse(json)).toBeDefined();
		expect(findRepeatedKey(json)).toBe(key);
	});

	it.each([
		"null",
		'"a"',
		'{"a":"a","b":"a"}',
		'{"a":{"a":{"a":[{"a":1},{"a":2}]}}}',
		'["a","a",{"b":["a","a"]}]',
		'{"a":"\\"a\\":1,","b":"{\\"a\\":2}"}',
		'{"a":"\\\\","b":"\\\\\\"a"}',
		"{}",
	])("returns null for %s", (json) => {
		expect(JSON.parse(json)).toBeDefined();
		expect(findRepeatedKey(json)).toBeNull();
	});

	it.each([
		["lists", "[".repeat(1_000) + "]".repeat(1_000), 0],
		["empty objects", `[${"{},".repeat(1_000)}{}]`, 0],
		["strings", JSON.stringify(Array.from({ length: 1_000 }, String)), 0],
		["objects with a field", `[${'{"a":1},'.repeat(999)}{"b":2}]`, 1_000],
	])("creates no set for values without keys in a thousand %s", (_, json, sets) => {
		let made = 0;
		class CountedSet<T> extends Set<T> {
			constructor() {
				super();
				made += 1;
			}
		}
		vi.stubGlobal("Set", CountedSet);
		const repeated = findRepeatedKey(json);
		vi.unstubAllGlobals();
		expect(repeated).toBeNull();
		expect(made).toBe(sets);
	});

	it("handles four megabytes of text in little time", () => {
		const json = JSON.stringify({ a: '\\"{'.repeat(700_000), b: "x".repeat(1_000_000) });
		const started = cpuTime();
		expect(findRepeatedKey(json)).toBeNull();
		expect(cpuTime() - started).toBeLessThan(10_000);
	});
});
