import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint } from "#http/endpoint.ts";
import { finderByPath } from "#http/endpoint-rules.ts";
import { empty } from "#http/operation.ts";
import { ENDPOINTS } from "#worker/endpoints.ts";

const declared = ENDPOINTS.map((one) => [`${one.method} ${one.path}`, one] as const);

describe("A declaration", () => {
	const least = {
		method: "GET",
		path: "/api/things",
		id: "listThings",
		summary: "Things",
		access: "everyone",
		answers: { 204: empty("Nothing.") },
		handle: () => null,
	} as const;

	it("keeps other sites out and reads from the primary if it says nothing else", () => {
		const { cross_origin, reads } = endpoint(least);
		expect({ cross_origin, reads }).toEqual({ cross_origin: "own", reads: "primary" });
	});

	it("reads from the nearest replica if it is public", () => {
		expect(endpoint({ ...least, cross_origin: "public" }).reads).toBe("near");
	});

	it("looks nobody up unless it asks for the caller", () => {
		expect(endpoint(least).handlers).toHaveLength(1);
		expect(endpoint({ ...least, access: "known" }).handlers).toHaveLength(2);
		expect(endpoint({ ...least, access: "member", idempotent: true }).handlers).toHaveLength(3);
	});
});

describe("The endpoint", () => {
	it.each(declared)("%s is found at its own path before any other", (_, one) => {
		const path = one.path.replaceAll(/\{\w+\}/g, "x");
		const there = finderByPath(ENDPOINTS)(path).filter(({ method }) => method === one.method);
		expect(there[0]).toBe(one);
	});

	it.each(declared)("%s has the same rule for other sites as its path", (_, one) => {
		const there = ENDPOINTS.filter(({ path }) => path === one.path);
		expect(new Set(there.map(({ cross_origin }) => cross_origin)).size).toBe(1);
	});

	it.each(declared)("%s is public only if it changes nothing and asks for nobody", (_, one) => {
		if (one.cross_origin !== "public") return;
		expect([one.method, one.access]).toEqual(["GET", "everyone"]);
	});

	it.each(declared)("%s names its path's parameters", (_, { path, params }) => {
		const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		expect(Object.keys(params)).toEqual(named);
	});

	it.each(declared.filter(([, { body }]) => body !== null))(
		"%s refuses unknown fields at every level of its body",
		(_, { body }) => {
			const schema = body && z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
			expect(looseObjects(schema)).toEqual([]);
		},
	);
});

/** The object schemas within a JSON schema that allow fields which they do not name. */
function looseObjects(schema: unknown): unknown[] {
	if (typeof schema !== "object" || schema === null) return [];
	const loose =
		"properties" in schema && !("additionalProperties" in schema) ? [schema.properties] : [];
	return [...loose, ...Object.values(schema).flatMap(looseObjects)];
}
