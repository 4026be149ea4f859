import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { appRoutes } from "#tests/support/world/answer-checks.ts";
import { openApiDocument } from "#worker/openapi/document.ts";
import { describeType, listFields } from "#worker/openapi/reference-page.ts";

const document = openApiDocument("https://example.org");
const operations = Object.values(document.paths).flatMap(Object.values);

describe("OpenAPI document", () => {
	it("describes exactly the routes under /api", async () => {
		const described = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
		);
		const routes = (await appRoutes())
			.filter((route) => route.includes(" /api/"))
			.map((route) => route.replaceAll(/:(\w+)/g, "{$1}"));
		expect(described.sort()).toEqual(routes.sort());
	});

	it("has a unique id for each operation", () => {
		const ids = operations.map(({ operationId }) => operationId);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("defines exactly the schemas that it refers to", () => {
		const text = JSON.stringify(document);
		const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)];
		const names = new Set(referred.map(([, name]) => name));
		expect([...names].sort()).toEqual(Object.keys(document.components.schemas));
	});

	it("passes the linter's recommended rules", async () => {
		const problems = await lintFromString({
			source: JSON.stringify(document),
			config: await createConfig({
				extends: ["recommended"],
				// Navigations answer with a redirect; the next test covers all operations.
				rules: {
					"operation-2xx-response": "off",
					// A read that cannot be refused lists no error.
					"operation-4xx-response": "off",
				},
			}),
		});
		expect(
			problems.map(({ ruleId, message, location }) => ({
				ruleId,
				message,
				at: location[0]?.pointer,
			})),
		).toEqual([]);
	});
});

describe("API operation", () => {
	it.each(operations.map((one) => [one.operationId, one] as const))(
		"%s documents a successful response",
		(_, { responses }) => {
			const good = Object.keys(responses).filter((status) => /^(2\d\d|302)$/.test(status));
			expect(good).not.toEqual([]);
		},
	);
});

describe("schema description", () => {
	it.each([
		[{ type: "string" }, "string"],
		[{ type: "string", format: "date-time" }, "instant"],
		[{ type: ["string", "null"] }, "string or null"],
		[{ enum: ["upvote", "downvote"] }, '"upvote" or "downvote"'],
		[{ type: "integer", minimum: 0, maximum: 100 }, "integer, 0 to 100"],
		[{ type: "string", maxLength: 60 }, "string, at most 60 characters"],
		[{ type: "array", items: { $ref: "#/components/schemas/Rating" } }, "list of Rating"],
		[{ anyOf: [{ $ref: "#/components/schemas/Analysis" }, { type: "null" }] }, "Analysis or null"],
		[{}, "anything"],
	])("of %j is %s", async (schema, text) => {
		const words = String(await describeType(schema)).replaceAll(/<[^>]*>/g, "");
		expect(words.replaceAll("&quot;", '"')).toBe(text);
	});

	it("lists nested fields of objects and lists", () => {
		const item = { type: "object", properties: { id: {} }, required: ["id"] };
		const schema = {
			properties: { videos: { type: "array", items: item }, me: item },
			required: ["videos"],
		};
		expect(listFields(schema).map(({ name, required }) => [name, required])).toEqual([
			["videos", true],
			["videos[].id", true],
			["me", false],
			["me.id", true],
		]);
	});
});
