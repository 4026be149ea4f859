import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "#db/client.ts";
import { type RunningServer, startServer } from "#scripts/start.ts";
import { type FakeAi, startFakeAi } from "../fakes/ai.ts";
import { freePort } from "../fakes/network.ts";
import { type FakeYoutube, startFakeYoutube } from "../fakes/youtube.ts";
import type { FakeVideo } from "../fakes/youtube-answers.ts";
import { type Client, createClient, createMember } from "./client.ts";
import { d1OverHttp, databaseWorker } from "./d1-client.ts";
import { copyMigratedData, startOwnDatabase } from "./databases.ts";
import { aMemberSignedIn } from "./signed-in.ts";

/** Settings that point the product at the fakes and give every provider a key. */
export function standInEnv(ai: FakeAi, youtube: FakeYoutube): Record<string, string> {
	const { openai, claude, gemini } = ai.panel;
	return {
		YOUTUBE_BASE_URL: youtube.origin,
		YOUTUBE_API_BASE_URL: youtube.data_api_url,
		OPENAI_API_KEY: openai.api_key,
		OPENAI_BASE_URL: openai.base_url,
		ANTHROPIC_API_KEY: claude.api_key,
		ANTHROPIC_BASE_URL: claude.base_url,
		GEMINI_API_KEY: gemini.api_key,
		GEMINI_BASE_URL: gemini.base_url,
		// As in the specification; evidence tests set their own sources.
		EVIDENCE_SOURCES: "none",
		// So that what a test sees is its own run; tests of reuse turn it on.
		EVIDENCE_REUSE: "off",
		LIMIT_ANALYSES: "0",
		LIMIT_FORCE: "0",
		LIMIT_MOMENTS: "0",
		LIMIT_SIGN_UP: "0",
		LIMIT_STREAMS: "0",
		LIMIT_SPENDING_USD: "0",
	};
}

/** The parts of a shared product that a test may use. */
export type SharedProduct = {
	url: string;
	ai: FakeAi;
	youtube: FakeYoutube;
	readonly server: Pick<RunningServer, "database">;
	visitor: () => Client;
	/** A new, signed-in member. */
	member: () => Promise<Client>;
	/** The rows of a plain SQL query on the product's own database. */
	rows: <Row = Record<string, unknown>>(
		query: string,
		...values: (string | number | null)[]
	) => Promise<Row[]>;
	/** Adds an unanalyzed video to the platform. */
	newVideo: (scenario?: Partial<FakeVideo>) => string;
};

/** The product in real workerd with a real database; only the outside world is fake. */
export type Product = SharedProduct & {
	/** The folder with its stored data. */
	data_dir: string;
	/** The currently running server. */
	readonly server: RunningServer;
	/** Every printed line. */
	lines: string[];
	/** Restarts it on the same data and address with other settings. */
	restart: (env?: Record<string, string>) => Promise<void>;
	stop: () => Promise<void>;
};

/**
 * A separate product for a test. `env` overrides the default settings; an empty value unsets one.
 * Without its `clock`, scheduled jobs run only when a test calls `runScheduled`. Its data folder is
 * made in `folder`.
 */
export async function startProduct(
	env: Record<string, string> = {},
	{ clock = true, folder = tmpdir() } = {},
): Promise<Product> {
	const [ai, youtube, own] = await Promise.all([
		startFakeAi(),
		startFakeYoutube(),
		startOwnDatabase(),
	]);
	let videos = 0;
	const lines: string[] = [];
	const data_dir = await mkdtemp(join(folder, "product-"));
	const serve = async (over: Record<string, string>, wanted?: number): Promise<RunningServer> => {
		const port = wanted ?? (await freePort());
		// A site with mail must configure its address.
		const names_address = Boolean(over.SMTP_URL) && !over.APP_ORIGIN;
		const running = await startServer({
			env: {
				...standInEnv(ai, youtube),
				...own?.env,
				...(names_address && { APP_ORIGIN: `http://localhost:${port}` }),
				...over,
			},
			dataDir: data_dir,
			port,
			clock,
			print: (line) => lines.push(line),
			beside: databaseWorker("DB"),
		});
		const d1 = own?.d1 ?? d1OverHttp(await running.addressBeside());
		return { ...running, database: async () => d1 };
	};
	await copyMigratedData(data_dir);
	let server = await serve(env);
	return {
		url: server.url,
		ai,
		youtube,
		data_dir,
		lines,
		get server() {
			return server;
		},
		visitor: () => createClient(server.url),
		member: async () => {
			// With LIBSQL_URL the embedded database is not the product's.
			if (env.LIBSQL_URL) return createMember(server.url);
			const d1 = await server.database();
			return aMemberSignedIn(server.url, openDb({ d1 }));
		},
		async rows<Row>(query: string, ...values: (string | number | null)[]) {
			const prepared = (await server.database()).prepare(query).bind(...values);
			return (await prepared.all<Row>()).results;
		},
		newVideo(scenario) {
			videos++;
			// Published fixtures have ids of another form (`freshVideoId`).
			const id = `new${String(videos).padStart(8, "0")}`;
			youtube.set(id, scenario);
			return id;
		},
		async restart(over = {}) {
			await server.stop();
			server = await serve(over, Number(new URL(server.url).port));
		},
		async stop() {
			await server.stop();
			await Promise.all([ai.close(), youtube.close(), own?.stop()]);
			await rm(data_dir, { recursive: true, force: true });
		},
	};
}

const shared = new Map<string, Product>();

/**
 * The product shared by this process's test files, one for each `env`, because starting one takes
 * longer than most files' tests. Its database keeps the data of earlier files; its fakes are reset.
 *
 * Use a separate product (`startProduct`, and stop it) for tests that
 * - read site-wide data: totals, latest results, the archive, an address's limit;
 * - analyze a sample video, which all tests share;
 * - restart it, read its output or call `runScheduled`;
 * - leave a run unfinished.
 */
export async function shareProduct(env: Record<string, string> = {}): Promise<SharedProduct> {
	const settings = JSON.stringify(Object.entries(env).sort());
	const earlier = shared.get(settings);
	if (earlier && (await isFree(earlier))) {
		earlier.ai.reset();
		earlier.youtube.reset();
		return earlier;
	}
	shared.delete(settings);
	await earlier?.stop();
	const product = await startForProcess(env);
	shared.set(settings, product);
	return product;
}

/**
 * A product that is never stopped explicitly: its workerd and its data folder end with this
 * process.
 */
export async function startForProcess(env: Record<string, string>): Promise<Product> {
	const product = await startProduct(env);
	process.once("exit", () => rmSync(product.data_dir, { recursive: true, force: true }));
	return product;
}

/**
 * Whether the next file can use it: without an open run, whose calls would count among that file's,
 * and still there. Each file's own tests show whether it dies while they run.
 */
async function isFree(product: Product): Promise<boolean> {
	try {
		return !(await hasOpenRun(product));
	} catch (error) {
		console.warn("The shared product has ended after its last file:", error, product.lines);
		return false;
	}
}

async function hasOpenRun({ server }: Product): Promise<boolean> {
	const database = await server.database();
	const open = await database
		.prepare("select 1 from active_runs where ended_at is null limit 1")
		.first();
	return open !== null;
}

/** Without keys and network, as a newcomer starts it. */
export const DEMO_ENV: Record<string, string> = {
	OPENAI_API_KEY: "",
	OPENAI_BASE_URL: "",
	ANTHROPIC_API_KEY: "",
	GEMINI_API_KEY: "",
};
