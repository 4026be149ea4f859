import { vi } from "vitest";

type Answer = { status?: number; body?: unknown };
type Handler = (request: { method: string; body: unknown }) => Answer;

/** Replaces the server: answers by path and records the requests. */
export function fakeApi(handlers: Record<string, Handler>) {
	const asked: { method: string; path: string; body: unknown }[] = [];
	vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
		const method = init.method ?? "GET";
		const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
		asked.push({ method, path, body });
		const handler = handlers[path];
		const { status = 200, body: answer = {} } = handler?.({ method, body }) ?? {
			status: 404,
			body: problem(404, "not_found", "Not found"),
		};
		return new Response(status === 204 ? null : JSON.stringify(answer), { status });
	});
	return asked;
}

export function problem(status: number, code: string, detail: string) {
	return {
		type: `https://checks.example/api/docs#problem-${code}`,
		title: code,
		status,
		detail,
		code,
	};
}
