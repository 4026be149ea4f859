import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, problemText } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";

function answerWith(response: () => Promise<Response> | Response): void {
	vi.stubGlobal("fetch", async () => response());
}

async function refusal(): Promise<ApiProblem> {
	const thrown: unknown = await request("/api/x").catch((e: unknown) => e);
	if (!(thrown instanceof ApiProblem)) throw new Error("no problem thrown");
	return thrown;
}

afterEach(() => vi.unstubAllGlobals());

describe("request", () => {
	it("returns the parsed body", async () => {
		answerWith(() => Response.json({ videos: [1] }));
		expect(await request("/api/x")).toEqual({ videos: [1] });
	});

	it("returns null for an empty response", async () => {
		answerWith(() => new Response(null, { status: 204 }));
		expect(await request("/api/x")).toBeNull();
	});

	it("sends a body as JSON with its content type", async () => {
		const fetched = vi.fn(async () => Response.json({}));
		vi.stubGlobal("fetch", fetched);
		await request("/api/x", { method: "POST", body: { url: "u" } });
		expect(fetched).toHaveBeenCalledWith(
			"/api/x",
			expect.objectContaining({
				method: "POST",
				body: '{"url":"u"}',
				headers: expect.objectContaining({ "content-type": "application/json" }),
			}),
		);
	});

	it("throws the problem's detail, code and field errors", async () => {
		answerWith(() =>
			Response.json(
				{
					type: "https://checks.example/api/docs#problem-bad_input",
					title: "Bad input",
					status: 400,
					detail: "Please enter a YouTube URL",
					code: "bad_input",
					errors: [{ pointer: "#/email", detail: "Not an address" }],
				},
				{ status: 400 },
			),
		);
		const thrown = await refusal();
		expect(thrown).toMatchObject({
			status: 400,
			code: "bad_input",
			message: "Please enter a YouTube URL",
			fields: { email: "Not an address" },
		});
	});

	it("throws a generic message if the body is not a problem document", async () => {
		answerWith(() => new Response("<h1>Stack trace at line 3</h1>", { status: 500 }));
		const thrown = await refusal();
		expect(thrown.status).toBe(500);
		expect(thrown.message).toBe("Something went wrong on our side. Please try again.");
	});

	it("throws a network error if the server cannot be reached", async () => {
		answerWith(() => Promise.reject(new TypeError("Failed to fetch")));
		expect((await refusal()).code).toBe("network");
	});

	it("throws a timeout if the server does not answer in time", async () => {
		vi.stubGlobal(
			"fetch",
			(_path: string, { signal }: { signal: AbortSignal }) =>
				new Promise((_, reject) => {
					signal.addEventListener("abort", () => reject(signal.reason));
				}),
		);
		await expect(request("/api/x", { timeout_ms: 10 })).rejects.toMatchObject({ code: "timeout" });
	});

	it("throws a network error if the response is cut off", async () => {
		answerWith(() => new Response('{"half":', { status: 200 }));
		expect((await refusal()).code).toBe("network");
	});
});

describe("problemText", () => {
	it("is the server's message, and the fallback for any other error", () => {
		expect(problemText(new ApiProblem(400, "x", "Say this"), "else")).toBe("Say this");
		expect(problemText(new Error("secret internals"), "else")).toBe("else");
	});
});
