import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { JSDOM } from "jsdom";
import { expect } from "vitest";
import { Problem } from "#contract/problem.ts";
import type { Report } from "#contract/video.ts";
import type { OpenApiDocument, OperationObject } from "#worker/openapi/document-types.ts";

/** Expects a complete problem document with the status, the code and the request's id. */
export function expectProblem(
	answer: { status: number; headers: Headers; body: unknown },
	status: number,
	code: string,
): void {
	expect(answer.status).toBe(status);
	expect(answer.headers.get("content-type")).toBe("application/problem+json");
	const problem = Problem.parse(answer.body);
	expect(problem).toMatchObject({ status, code });
	expect(problem.type).toMatch(/^https?:\/\/[\w.:-]+\/api\/docs#problem-/);
	expect(problem.type.split("#problem-")[1]).toBe(code);
	expect(problem.request_id).toBe(answer.headers.get("x-request-id"));
}

/** Text that occurs only in vendors' error bodies, keys, addresses and exceptions. */
const LEAKS = [
	/Vendor text/,
	/sk-123/,
	/I cannot help with that/,
	/\b(?:openai|claude|gemini)-key\b/,
	/\breq_1\b/,
	/Project \d+/,
	/127\.0\.0\.1/,
	/<(?:title|h1|html|!doctype)/i,
	/\b[A-Z]\w*(?:Error|Failure): /,
	/\\n\s+at \S/,
	/\.ts:\d+/,
	/D1_ERROR|SQLITE_/,
];

/** Expects nothing internal in what visitors were given. */
export function expectNothingLeaked(...given: unknown[]): void {
	const text = JSON.stringify(given);
	expect(text.length).toBeGreaterThan(2);
	for (const innards of LEAKS) expect(text).not.toMatch(innards);
}

/** The differences between a response and the OpenAPI document; empty if there are none. */
export type AnswerCheck = (
	operation: OperationObject,
	answer: { status: number; type: string; text: string },
) => string[];

/**
 * Checks a response against the OpenAPI document: its status is listed, and its type and body
 * match.
 */
export function answerCheck(document: OpenApiDocument): AnswerCheck {
	const ajv = new Ajv2020({ allErrors: true, strict: false });
	formats.default(ajv);
	ajv.addSchema({ $id: "api", components: document.components });
	const known = new Map<string, ValidateFunction>();

	function validator(key: string, schema: object): ValidateFunction {
		const made = known.get(key) ?? ajv.compile(absolute(schema));
		known.set(key, made);
		return made;
	}

	return ({ operationId, responses }, { status, type, text }) => {
		const response = responses[status];
		if (response === undefined) return [`${status} is not documented`];
		const entry = Object.entries(response.content ?? {})[0];
		if (entry === undefined) return text === "" ? [] : ["a body came"];
		const [wanted, { schema }] = entry;
		if (!type.startsWith(wanted)) return [`${type} instead of ${wanted}`];
		if (schema === undefined) return [];
		const valid = validator(`${operationId} ${status}`, schema);
		if (valid(JSON.parse(text))) return [];
		return (valid.errors ?? []).map(
			({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
		);
	};
}

/** Makes references absolute, to the document as it was added. */
function absolute(schema: object): object {
	return JSON.parse(
		JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'),
	) as object;
}

const inWorker = (file: string) => new URL(`../../../worker/${file}`, import.meta.url).href;

/** The parts of the apps used here; their types are for another runtime. */
type App = { routes: { method: string; path: string }[] };
type PageModule = { createApp: () => App };
type ApiModule = { api: App };

/** The app's routes as "METHOD /path", sorted, without the middleware listed under ALL. */
export async function appRoutes(): Promise<string[]> {
	const { createApp } = (await import(inWorker("app.ts"))) as PageModule;
	const { api } = (await import(inWorker("api.ts"))) as ApiModule;
	const routes = [...createApp().routes, ...api.routes]
		.filter(({ method }) => method !== "ALL")
		.map(({ method, path }) => `${method} ${path}`);
	return [...new Set(routes)].sort();
}

/** A page as a reader without scripts, a crawler or the app sees it. */
type ReadPage = {
	title: string;
	/** The content of a meta element by name or property; null if there is none. */
	meta: (name: string) => string | null;
	/** The addresses of link elements with this rel. */
	links: (rel: string, type?: string) => string[];
	/** The visible text. */
	text: string;
	/** The data embedded for the app. */
	data: { answers: Record<string, unknown>; problems: Record<string, { status: number }> };
	/** The structured data; null if there is none. */
	json_ld: unknown;
	document: Document;
};

export function readPage(html: string): ReadPage {
	const { document } = new JSDOM(html).window;
	const all = (selector: string) => [...document.querySelectorAll(selector)];
	const json = (selector: string) => {
		const [block] = all(selector);
		return block ? JSON.parse(block.textContent) : null;
	};
	return {
		title: document.title,
		meta: (name) => {
			const found = all(`meta[name="${name}"], meta[property="${name}"]`);
			if (found.length > 1) throw new Error(`${name} stands there twice`);
			return found[0]?.getAttribute("content") ?? null;
		},
		links: (rel, type) =>
			all(`link[rel="${rel}"]${type ? `[type="${type}"]` : ""}`).map(
				(link) => link.getAttribute("href") ?? "",
			),
		text: document.getElementById("root")?.textContent ?? "",
		data: json("#page-data"),
		json_ld: json('script[type="application/ld+json"]'),
		document,
	};
}

/** Which statements the report's figures are made of. */
export function expectCounted({ video, statements }: Report, count: number): void {
	const counted = statements.filter((it) => !it.on_request);
	expect(counted).toHaveLength(count);
	expect(video.claims_count).toBe(count);
	expect(video.extraction?.chosen).toBe(count);
	expect(video.coverage.checkable).toBe(count);
	const scores = counted.map(({ ai_score }) => Number(ai_score));
	const sum = scores.reduce((total, score) => total + score, 0);
	expect(video.bs_score).toBe(Math.round(sum / count));
}
