import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "#contract/ids.ts";
import { DEFAULT_ANSWERS, type FakeAnswers, type Fault, sendReply } from "./ai-answers.ts";
import { type FakeCall, type FakeKind, understand, WIRES, type Wire } from "./ai-wires.ts";

export type Behaviour = {
	/** The delay before the headers. */
	delay_ms?: number;
	/** The response starts only after this resolves. */
	until?: Promise<unknown>;
	fault?: Fault | null;
};
/** `call.earlier` distinguishes the first attempt from later ones. */
export type Behave = Behaviour | ((call: FakeCall) => Behaviour);

type Rule = { provider: Provider | "all"; kind: FakeKind | "all"; behave: Behave };
type Endpoint = { api_key: string; base_url: string; model: string };

/** All three AI vendors as one HTTP server on the loopback address. */
export type FakeAi = {
	origin: string;
	/** The endpoints for createPanel. */
	panel: Record<Provider, Endpoint>;
	/** In order of arrival. */
	calls: FakeCall[];
	/** The largest number of requests open at the same time. */
	readonly max_concurrency: number;
	/** The newest matching rule applies. */
	behave: (provider: Provider | "all", behave: Behave, kind?: FakeKind | "all") => void;
	/** Replaces the models' answers. */
	answer: (answers: Partial<FakeAnswers>) => void;
	/** Clears rules, answers and calls. */
	reset: () => void;
	close: () => Promise<void>;
};

export async function startFakeAi(): Promise<FakeAi> {
	const calls: FakeCall[] = [];
	let rules: Rule[] = [];
	let answers = DEFAULT_ANSWERS;
	let open = 0;
	let most = 0;
	const seen = new Map<string, number>();
	/** By statement and provider. */
	const verdicts = new Map<string, Map<Provider, string>>();

	const server = createServer((request, response) => {
		void handle(request, response).catch(() => response.destroy());
	});

	async function handle(request: IncomingMessage, response: ServerResponse) {
		open += 1;
		most = Math.max(most, open);
		let call: FakeCall | null = null;
		let over = false;
		const end = () => {
			if (over) return;
			over = true;
			open -= 1;
			if (call !== null) call.ended_at = instant();
		};
		response
			.once("finish", () => {
				if (call !== null) call.sent_whole = true;
				end();
			})
			// Cut off by client or server.
			.once("close", end);
		const started_at = instant();
		const path = request.url ?? "";
		const wire = WIRES.find((one) => one.path.test(path));
		if (wire === undefined || request.method !== "POST")
			return refuse(response, 404, { error: { message: "No such path." } });
		call = readCall(wire, request, await bodyOf(request), started_at);
		if (call === null) return refuse(response, 400, wire.error(400));
		calls.push(call);
		const { delay_ms = 0, until, fault = null } = behaviourOf(rules, call);
		if (delay_ms > 0) await sleep(delay_ms);
		await until;
		if (response.destroyed) return;
		const remembered = { ...answers, rate_by_evidence: rememberVerdict };
		await sendReply({ call, wire, answers: remembered, response }, fault);
	}

	function rememberVerdict(call: FakeCall): unknown {
		const said = answers.rate_by_evidence(call);
		const { verdict } = Object(said) as { verdict?: unknown };
		const given = verdicts.get(call.statement ?? "") ?? new Map<Provider, string>();
		if (typeof verdict === "string") given.set(call.provider, verdict);
		verdicts.set(call.statement ?? "", given);
		return said;
	}

	function readCall(
		wire: Wire,
		{ headers, url = "" }: IncomingMessage,
		text: string,
		started_at: number,
	): FakeCall | null {
		try {
			const body: unknown = JSON.parse(text);
			const asked = wire.read(body, headers, url);
			const understood = understand(asked);
			if (understood === null) return null;
			const { model, clip, key } = asked;
			const same = [
				wire.provider,
				understood.kind,
				understood.statement ?? understood.transcript ?? JSON.stringify(clip),
			].join("\n");
			const earlier = seen.get(same) ?? 0;
			seen.set(same, earlier + 1);
			return {
				provider: wire.provider,
				...understood,
				model,
				clip,
				key,
				body,
				rated: [...(verdicts.get(understood.statement ?? "")?.values() ?? [])],
				earlier,
				started_at,
				ended_at: null,
				status: null,
				sent_whole: false,
			};
		} catch {
			return null;
		}
	}

	await new Promise<void>((resolve) => {
		server.listen(0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;
	const origin = `http://127.0.0.1:${port}`;

	return {
		origin,
		panel: {
			openai: endpoint("openai", `${origin}/v1`),
			claude: endpoint("claude", origin),
			gemini: endpoint("gemini", origin),
		},
		calls,
		get max_concurrency() {
			return most;
		},
		behave: (provider, behave, kind = "all") => {
			rules = [{ provider, kind, behave }, ...rules];
		},
		answer: (replaced) => {
			answers = { ...answers, ...replaced };
		},
		reset: () => {
			calls.length = 0;
			rules = [];
			answers = DEFAULT_ANSWERS;
			most = open;
			seen.clear();
			verdicts.clear();
		},
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

function endpoint(provider: Provider, base_url: string): Endpoint {
	return { api_key: `${provider}-key`, base_url, model: `fake-${provider}` };
}

function behaviourOf(rules: Rule[], call: FakeCall): Behaviour {
	const rule = rules.find(
		({ provider, kind }) =>
			(provider === "all" || provider === call.provider) && (kind === "all" || kind === call.kind),
	);
	if (rule === undefined) return {};
	return typeof rule.behave === "function" ? rule.behave(call) : rule.behave;
}

function refuse(response: ServerResponse, status: number, body: unknown) {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString("utf8");
}

function instant(): number {
	return performance.timeOrigin + performance.now();
}
