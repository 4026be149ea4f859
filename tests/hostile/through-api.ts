import { answerCheck } from "#tests/support/world/answer-checks.ts";
import { type Ask, createWorld, type World } from "#tests/support/world/permissions.ts";
import { openApiDocument } from "#worker/openapi/document.ts";
import { type ApiField, apiFields } from "./api-fields.ts";
import type { HostileWorld } from "./hostile-world.ts";
import { leaksIn } from "./leaks.ts";
import { CLASSES, type HostileClass } from "./seeds.ts";

/**
 * Headers allow no line breaks and only single-byte characters; the client itself rejects others.
 */
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/;
/** Enough concurrent requests to keep the server busy. */
const ASKED_AT_ONCE = 6;

type Sent = { url: string; body: string | undefined; headers: Headers };

/** Sends every text in every field of the API. */
export async function throughApi(hostile: HostileWorld): Promise<void> {
	const document = openApiDocument("http://localhost");
	const check = answerCheck(document);
	const world = await createWorld(hostile.product);
	const calls_before = hostile.product.ai.calls.length;
	const tries = apiFields(document).flatMap((field) =>
		CLASSES.flatMap((kind) => hostile.texts[kind].map((text) => ({ field, kind, text }))),
	);

	const plain = new PlainRequests(world);

	async function attempt(field: ApiField, kind: HostileClass, text: string) {
		const asked = await plain.of(field);
		const sent = requestOf(hostile.product.url, asked, field, text);
		if (sent === null) return;
		const where = `${field.route} ${field.place} ${field.name.join(".")}`;
		hostile.findings.tried(kind, where, text);
		const found = (what: string) => hostile.findings.add(kind, where, text, what);
		try {
			const response = await fetch(sent.url, {
				method: field.method,
				redirect: "manual",
				headers: sent.headers,
				...(sent.body !== undefined && { body: sent.body }),
			});
			const answer = {
				status: response.status,
				type: response.headers.get("content-type") ?? "",
				text: await response.text(),
			};
			plain.used(field, answer.status);
			if (answer.status >= 500) found(`${answer.status} ${answer.text}`);
			for (const wrong of check(field.operation, answer)) found(wrong);
			const told = `${[...response.headers].join("\n")}\n${answer.text}`;
			for (const leak of leaksIn(told, hostile.secrets, [text])) found(leak);
			if (/^(?:javascript|data):/i.test(response.headers.get("location") ?? ""))
				found("leads to a script");
		} catch (thrown) {
			found(`no answer: ${String(thrown)}`);
		}
	}

	const waiting = tries[Symbol.iterator]();
	const workers = Array.from({ length: ASKED_AT_ONCE }, async () => {
		for (const { field, kind, text } of waiting) await attempt(field, kind, text);
	});
	await Promise.all(workers);
	const asked = hostile.product.ai.calls.length - calls_before;
	if (asked > 0)
		hostile.findings.add(
			"SSRF addresses",
			"every API field",
			"",
			`${asked} calls to AI providers that no analysis asked for`,
		);
}

type Plain = { ask: Ask; cookie: string | null };

/** Each route's plain request, recreated after a response that may have used it up. */
class PlainRequests {
	readonly #world: World;
	readonly #known = new Map<string, Promise<Plain>>();

	constructor(world: World) {
		this.#world = world;
	}

	of(field: ApiField): Promise<Plain> {
		const known = this.#known.get(field.route) ?? this.#make(field);
		this.#known.set(field.route, known);
		return known;
	}

	used({ route, method }: ApiField, status: number): void {
		if (status === 401 || (status < 400 && method !== "GET")) this.#known.delete(route);
	}

	async #make({ row, role }: ApiField): Promise<Plain> {
		const ask = await row.ask(this.#world, role);
		if (role === "anonymous") return { ask, cookie: null };
		const as = ask.as ?? this.#world.member_id(role);
		const { cookie } = await this.#world.newSession(as);
		return { ask, cookie };
	}
}

/**
 * The route's plain request with the text in one of its fields; null if it cannot be sent there.
 */
function requestOf(
	origin: string,
	{ ask, cookie }: Plain,
	field: ApiField,
	text: string,
): Sent | null {
	const { place, name, method } = field;
	const headers = new Headers({ connection: "close" });
	if (cookie !== null) headers.set("cookie", cookie);
	const whole = Buffer.from(text).toString();
	let path = ask.path;
	let body = method === "GET" ? undefined : ask.body;
	if (place === "header") {
		if (NOT_IN_HEADERS.test(text)) return null;
		headers.set(name[0] ?? "", text);
	} else if (place === "path") {
		path = withPart(field.path, path, name[0] ?? "", whole);
	} else if (place === "query") {
		const query = new URLSearchParams({ [name[0] ?? ""]: whole });
		path = `${path.split("?")[0]}?${query}`;
	} else if (place === "body") {
		body = withText(body ?? {}, name, text);
	}
	const raw = place === "whole body" ? text : encoded(body);
	if (raw !== undefined) headers.set("content-type", "application/json");
	return { url: origin + path, body: raw, headers };
}

function encoded(body: unknown): string | undefined {
	return body === undefined ? undefined : JSON.stringify(body);
}

/**
 * The path with the text as one parameter; "." and ".." are escaped, as they would change the path.
 */
function withPart(pattern: string, path: string, part: string, text: string): string {
	const filled = path.split("?")[0]?.split("/") ?? [];
	const names = pattern.split("/");
	return names
		.map((name, at) =>
			name.includes(`{${part}}`)
				? encodeURIComponent(text).replace(/^\.{1,2}$/, "%2e%2e%20") || "%20"
				: (filled[at] ?? ""),
		)
		.join("/");
}

function withText(value: unknown, names: string[], text: string): unknown {
	const [name, ...rest] = names;
	if (name === undefined) return text;
	if (name === "0") return [withText(undefined, rest, text)];
	const held = typeof value === "object" && value !== null ? value : {};
	return { ...held, [name]: withText(Reflect.get(held, name), rest, text) };
}
