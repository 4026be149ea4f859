import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type ModelRequest = {
	path: string;
	body: { max_tokens?: number; [field: string]: unknown };
	kind: "extract" | "rate";
	/** What is asked about. */
	text: string;
	/** How often the same was asked before. */
	earlier: number;
	/** When it came, in milliseconds. */
	at: number;
};
export type ModelResponse = {
	status?: number;
	headers?: Record<string, string>;
	/** A string is sent as it is. */
	body: unknown;
};
/** Puts the right answer in some server's form. */
type Form = (request: ModelRequest, answer: unknown) => ModelResponse;

/** The form of a server that does what it is asked. */
export const completion = (answer: unknown): ModelResponse => ({
	body: {
		choices: [
			{
				index: 0,
				message: { role: "assistant", content: JSON.stringify(answer) },
				finish_reason: "stop",
			},
		],
	},
});

/**
 * A server with OpenAI's API that knows the right answer to everything, and takes some time for it.
 * It finds each sentence of a transcript, and rates each with 85.
 */
export async function startModelServer(delay_ms: number) {
	const requests: ModelRequest[] = [];
	let form: Form = (_, answer) => completion(answer);
	let open = 0;
	let most_open = 0;
	const server = createServer(async (request, response) => {
		let text = "";
		for await (const part of request) text += part;
		const body = JSON.parse(text || "{}");
		const prompt: string = body.messages?.at(-1)?.content ?? "";
		const asked = /^(=== [0-9a-z]+ ===)\n([\s\S]*?)\n\1$/m.exec(prompt)?.[2] ?? "";
		const kind = prompt.includes("Find the statements") ? "extract" : "rate";
		const earlier = requests.filter((it) => it.kind === kind && it.text === asked).length;
		const path = request.url ?? "";
		const own: ModelRequest = { path, body, kind, text: asked, earlier, at: Date.now() };
		requests.push(own);
		open += 1;
		most_open = Math.max(most_open, open);
		const reply = form(own, kind === "extract" ? found(asked) : RATED);
		await sleep(delay_ms);
		open -= 1;
		send(response, reply);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://127.0.0.1:${port}`,
		requests,
		/** The most requests that were open at the same time. */
		mostOpen: () => most_open,
		/** Forgets all requests, and answers in this form. */
		answerAs(next: Form) {
			form = next;
			requests.length = 0;
			most_open = open;
		},
		async stop() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

const RATED = { score: 85, confidence: 80, explanation: "Another fact decides.", sources: [] };

function found(transcript: string) {
	const sentences = transcript.split(/(?<=[.!?])\s+/).filter((it) => it.length > 20);
	return {
		statements: sentences.map((sentence, at) => ({
			content: sentence,
			quote: sentence,
			importance: 90 - at,
		})),
		left_out: [],
	};
}

function send(response: ServerResponse, { status = 200, headers, body }: ModelResponse): void {
	response.writeHead(status, { "content-type": "application/json", ...headers });
	response.end(typeof body === "string" ? body : JSON.stringify(body));
}
