import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "#db/client.ts";
import { type RunningServer, startServer } from "#scripts/server/server.ts";
import { type FakeAi, startFakeAi } from "../fakes/ai.ts";
import { type FakeYoutube, startFakeYoutube } from "../fakes/youtube.ts";
import type { FakeVideo } from "../fakes/youtube-answers.ts";
import { aMemberSignedIn } from "../fixtures/members.ts";
import { type Client, createClient, createMember } from "./client.ts";
import { d1OverHttp, databaseWorker } from "./d1-client.ts";
import { copyMigratedData, startOwnDatabase } from "./databases.ts";

/** Points the product at the stand-ins; every provider has a key. */
export function standInEnv(
	ai: FakeAi,
	youtube: FakeYoutube,
): Record<string, string> {
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
		// The specification's way; tests of evidence name their sources.
		EVIDENCE_SOURCES: "none",
		LIMIT_ANALYSES: "0",
		LIMIT_FORCE: "0",
		LIMIT_SIGN_UP: "0",
		LIMIT_STREAMS: "0",
	};
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}

/** What a test may do with a product that other tests use too. */
export type SharedProduct = {
	url: string;
	ai: FakeAi;
	youtube: FakeYoutube;
	readonly server: Pick<RunningServer, "database">;
	visitor: () => Client;
	/** Somebody new who is signed in. */
	member: () => Promise<Client>;
	/** Puts a video on the platform that nobody has analysed yet. */
	newVideo: (scenario?: Partial<FakeVideo>) => string;
};

/** The product under real workerd with a real database, and the outside world stood in for. */
export type Product = SharedProduct & {
	/** Where it keeps what it stores. */
	data_dir: string;
	/** The one that runs now. */
	readonly server: RunningServer;
	/** Every line that it has printed. */
	lines: string[];
	/** Stops and starts again on the same data and address, with other settings. */
	restart: (env?: Record<string, string>) => Promise<void>;
	stop: () => Promise<void>;
};

/**
 * A product of a test's own. `env` goes over the stand-ins' settings; an empty value unsets one. Without its `clock`, what is done every minute is done when a test says so.
 */
export async function startProduct(
	env: Record<string, string> = {},
	{ clock = true } = {},
): Promise<Product> {
	const [ai, youtube, own] = await Promise.all([
		startFakeAi(),
		startFakeYoutube(),
		startOwnDatabase(),
	]);
	let videos = 0;
	const lines: string[] = [];
	const data_dir = await mkdtemp(join(tmpdir(), "product-"));
	const serve = async (
		over: Record<string, string>,
		wanted?: number,
	): Promise<RunningServer> => {
		// A site that sends mail has to name its address.
		const names_address = Boolean(over.SMTP_URL) && !over.APP_ORIGIN;
		const port = wanted ?? (names_address ? await freePort() : 0);
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
			// The database is another one than is known of here.
			if (env.LIBSQL_URL) return createMember(server.url);
			const d1 = await server.database();
			return aMemberSignedIn(server.url, openDb({ d1 }));
		},
		newVideo(scenario) {
			videos++;
			const id = `vid${String(videos).padStart(8, "0")}`;
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
 * The product that this process's test files share, one for each `env`: starting one takes longer
 * than most files' tests. Its database keeps what earlier files wrote; its stand-ins forget it.
 *
 * Take a product of your own (`startProduct`, and stop it) if your tests
 * - read what belongs to the whole site: totals, latest results, the archive, a limit for an address;
 * - analyse a sample video, which is the same for everybody;
 * - restart it, read what it printed, or call `runScheduled`;
 * - leave a run unfinished.
 */
export async function shareProduct(
	env: Record<string, string> = {},
): Promise<SharedProduct> {
	const settings = JSON.stringify(Object.entries(env).sort());
	const earlier = shared.get(settings);
	if (earlier && !(await hasOpenRun(earlier))) {
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

/** A product that nobody stops: its workerd ends with this process, and so does its data folder. */
export async function startForProcess(
	env: Record<string, string>,
): Promise<Product> {
	const product = await startProduct(env);
	process.once("exit", () =>
		rmSync(product.data_dir, { recursive: true, force: true }),
	);
	return product;
}

/** Its answers would count among those of the next file. */
async function hasOpenRun({ server }: Product): Promise<boolean> {
	const database = await server.database();
	const open = await database
		.prepare("select 1 from active_runs where ended_at is null limit 1")
		.first();
	return open !== null;
}

/** No key and no network: what a newcomer starts. */
export const DEMO_ENV: Record<string, string> = {
	OPENAI_API_KEY: "",
	OPENAI_BASE_URL: "",
	ANTHROPIC_API_KEY: "",
	GEMINI_API_KEY: "",
};
