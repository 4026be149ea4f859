import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { JSDOM } from "jsdom";
import { expect } from "vitest";
import { Problem } from "#contract/problem.ts";
import type {
	OpenApiDocument,
	OperationObject,
} from "#worker/openapi/document.ts";

/** A refusal as everybody is to get it: whole, typed, and with the request's id. */
export function expectProblem(
	answer: { status: number; headers: Headers; body: unknown },
	status: number,
	code: string,
): void {
	expect(answer.status).toBe(status);
	expect(answer.headers.get("content-type")).toBe("application/problem+json");
	const problem = Problem.parse(answer.body);
	expect(problem).toMatchObject({ status, code, type: `/problems/${code}` });
	expect(problem.request_id).toBe(answer.headers.get("x-request-id"));
}

/** What only error bodies of the outside, keys, addresses and exceptions hold. */
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

/** Nothing that is not for visitors' eyes stands in what they were given. */
export function expectNothingLeaked(...given: unknown[]): void {
	const text = JSON.stringify(given);
	expect(text.length).toBeGreaterThan(2);
	for (const innards of LEAKS) expect(text).not.toMatch(innards);
}

/** What is wrong with an answer by the document; empty where nothing is. */
export type AnswerCheck = (
	operation: OperationObject,
	answer: { status: number; type: string; text: string },
) => string[];

/** Holds answers against the document: the status is listed, the type is that of the status, the body is as its schema says. */
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
			({ instancePath, message, params }) =>
				`${instancePath} ${message} ${JSON.stringify(params)}`,
		);
	};
}

/** References lead to the document as it was added. */
function absolute(schema: object): object {
	return JSON.parse(
		JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'),
	) as object;
}

const APP = new URL("../../../worker/app.ts", import.meta.url).href;

/** As much of the app as is needed here; it is typed for another runtime. */
type AppModule = {
	createApp: () => {
		routes: { method: string; path: string }[];
	};
};

/** The app's routes as "METHOD /path", sorted; what stands before them is listed under ALL. */
export async function appRoutes(): Promise<string[]> {
	const { createApp } = (await import(APP)) as AppModule;
	const routes = createApp()
		.routes.filter(({ method }) => method !== "ALL")
		.map(({ method, path }) => `${method} ${path}`);
	return [...new Set(routes)].sort();
}

/** A page as a reader without scripts, a crawler or the app finds it. */
type ReadPage = {
	title: string;
	/** Of a meta element, by its name or property; null where there is none. */
	meta: (name: string) => string | null;
	/** Addresses of link elements of a kind. */
	links: (rel: string, type?: string) => string[];
	/** What stands on the page. */
	text: string;
	/** What came along for the app. */
	data: {
		answers: Record<string, unknown>;
		problems: Record<string, { status: number }>;
	};
	/** What it tells machines; null for nothing. */
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
