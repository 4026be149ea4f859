import { describe, expect, it } from "vitest";
import { repeatedKey } from "#domain/repeated-key.ts";

describe("A field named twice", () => {
	it.each([
		['{"a":1,"a":2}', "a"],
		['{"a":1,"b":{"c":1, "c" : 2}}', "c"],
		['[{"a":1},{"a":1,"\\u0061":2}]', "a"],
		['{"a\\"":1,"a\\"":2}', 'a"'],
		['{"a\\\\":1,"a\\\\":2}', "a\\"],
		['{"":1,"":2}', ""],
		['{"x":["a"],"y":{},"x":0}', "x"],
		['{"__proto__":1,"__proto__":2}', "__proto__"],
	])("is found in %s", (json, key) => {
		expect(JSON.parse(json)).toBeDefined();
		expect(repeatedKey(json)).toBe(key);
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
	])("is none in %s", (json) => {
		expect(JSON.parse(json)).toBeDefined();
		expect(repeatedKey(json)).toBeNull();
	});

	it("is looked for in four megabytes of one text within a second", () => {
		const json = JSON.stringify({
			a: '\\"{'.repeat(700_000),
			b: "x".repeat(1_000_000),
		});
		const started = performance.now();
		expect(repeatedKey(json)).toBeNull();
		expect(performance.now() - started).toBeLessThan(10_000);
	});
});
