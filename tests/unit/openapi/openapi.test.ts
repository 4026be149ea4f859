import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { toProblem } from "#http/answer-problem.ts";
import { PROBLEMS } from "#http/problem-catalogue.ts";
import { problem } from "#http/problems.ts";
import { RUN_FAILURES, runFailure } from "#http/run-failures.ts";
import { appRoutes } from "#tests/support/world/answer-checks.ts";
import { innerSchemas, propertiesOf, SENTENCES } from "#worker/openapi/describe-fields.ts";
import { openApiDocument } from "#worker/openapi/document.ts";
import type { JsonSchema } from "#worker/openapi/json-schema.ts";
import { problemRemedies } from "#worker/openapi/problem-remedies.ts";
import { describeType, listFields, referencePage } from "#worker/openapi/reference-page.ts";

const document = openApiDocument("https://example.org");
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

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

	it("has only patterns that every language reads, and a name for each choice of objects", () => {
		const faults: string[] = [];
		const walk = (value: unknown, at: string) => {
			if (typeof value !== "object" || value === null) return;
			faults.push(...unreadable(value as JsonSchema).map((fault) => `${at}: ${fault}`));
			for (const [name, inner] of Object.entries(value))
				if (name !== "example") walk(inner, `${at}/${name}`);
		};
		walk(document, "");
		expect(faults).toEqual([]);
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

/** What generators of clients in other languages trip over. */
function unreadable({ pattern, anyOf, oneOf }: JsonSchema): string[] {
	const choices = [anyOf, oneOf]
		.flatMap((some) => (some ?? []) as JsonSchema[])
		.filter(({ type }) => type !== "null");
	const unnamed = choices.length > 1 ? choices.filter(({ properties }) => properties) : [];
	const foreign = typeof pattern === "string" && /\\[pP]\{|\(\?</.test(pattern) ? [pattern] : [];
	return [...foreign, ...unnamed.map(({ properties }) => Object.keys(properties as object).join())];
}

describe("API operation", () => {
	it.each(operations.map((one) => [one.operationId, one] as const))(
		"%s documents a successful response",
		(_, { responses }) => {
			const good = Object.keys(responses).filter((status) => /^(2\d\d|302)$/.test(status));
			expect(good).not.toEqual([]);
		},
	);
});

/** Every field and parameter of the document with its path. */
function everyField(): [path: string, field: JsonSchema][] {
	const found: [string, JsonSchema][] = [];
	const walk = (schema: JsonSchema, path: string) => {
		for (const [name, field] of Object.entries(propertiesOf(schema))) {
			found.push([`${path}.${name}`, field]);
			walk(field, `${path}.${name}`);
		}
		for (const inner of innerSchemas(schema)) walk(inner, path);
	};
	for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name);
	const sent = Object.values(document.webhooks).flatMap((methods) => Object.values(methods));
	for (const { operationId, parameters = [], requestBody, responses } of [...operations, ...sent]) {
		for (const { name, description, schema } of parameters)
			found.push([`${operationId}?${name}`, { ...schema, description }]);
		const contents = [requestBody, ...Object.values(responses)].map((one) => one?.content ?? {});
		for (const { schema = {} } of contents.flatMap((content) => Object.values(content)))
			walk(schema, operationId);
	}
	return found;
}

/** Whether the field, of whatever shape, may be null. */
function mayBeNull({ type, anyOf, oneOf }: JsonSchema): boolean {
	const choices = [anyOf, oneOf].flatMap((some) => (some ?? []) as JsonSchema[]);
	return [type].flat().includes("null") || choices.some(mayBeNull);
}

describe("every field", () => {
	const fields = everyField();

	it("has a sentence, which says what null means where the field may be null", () => {
		expect(fields.length).toBeGreaterThan(1_000);
		const lacking = fields.filter(
			([, { description }]) => !/^[A-Z\d`“].*\.$/.test(String(description)),
		);
		expect(lacking).toEqual([]);
		const wrong = fields.filter(
			([path, field]) =>
				!path.includes("?") && /\bnull\b/.test(String(field.description)) !== mayBeNull(field),
		);
		expect(wrong.map(([path, { description }]) => `${path}: ${description}`)).toEqual([]);
	});

	it("uses every sentence there is", () => {
		const said = new Set(fields.map(([, { description }]) => description));
		expect(Object.values(SENTENCES).filter((sentence) => !said.has(sentence))).toEqual([]);
	});
});

describe("reference page", () => {
	it("explains every problem at the address that is its type", async () => {
		const page = String(await referencePage(document));
		const catalogue = [...Object.keys(PROBLEMS), ...Object.keys(RUN_FAILURES)];
		const codes = new Set(catalogue.map((name) => name.split("/")[0]));
		expect(problemRemedies().map(({ code }) => code)).toEqual([...codes].sort());
		for (const { code, statuses, means, remedy } of problemRemedies()) {
			expect(page).toContain(`<section id="problem-${code}">`);
			expect(statuses.length, code).toBeGreaterThan(0);
			for (const words of [means, remedy]) expect(words).toMatch(/^[A-Z`].+\.$/);
		}
		const { type } = toProblem(problem("not_found"), "request", "https://example.org");
		expect(type).toBe("https://example.org/api/docs#problem-not_found");
		expect(runFailure("captions_none").type).toBe("/api/docs#problem-captions_none");
	});
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
