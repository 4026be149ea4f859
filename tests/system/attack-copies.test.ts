import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportPath } from "#contract/addresses.ts";
import { buildIfStale } from "#scripts/build.ts";
import { LOCAL_CACHE_BYTES } from "#scripts/server/runtime.ts";
import { freePort } from "#tests/support/fakes/network.ts";
import { createMember, watchUrl } from "#tests/support/world/client.ts";
import { type StartCommand, startCommand } from "#tests/support/world/crashing-product.ts";

const SAMPLE = "sample-myth";
const SPELLINGS = 450;
/** Each address gives a page of its own, because the site's own is not set; other names are refused. */
const HOSTS = 1_500;
const AT_ONCE = 50;
/** What the databases may grow by meanwhile; the spellings were 60 MB. */
const LITTLE = 8_000_000;
const START_MS = 300_000;

let root: string;
let command: StartCommand | null = null;
let url = "";
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

async function start(): Promise<void> {
	// Everything that the server writes is in `root`.
	const env = {
		DATA_DIR: join(root, "data"),
		TMPDIR: join(root, "tmp"),
		PORT: String(await freePort()),
	};
	command = startCommand(env, { own_group: true });
	url = await command.ready;
}

/** Of all files below the folder; 0 without one. */
async function bytesIn(folder: string): Promise<number> {
	const names = await readdir(folder, { recursive: true }).catch(() => []);
	const sizes = await Promise.all(
		names.map(async (name) => {
			const found = await stat(join(folder, name)).catch(() => null);
			return found?.isFile() ? found.size : 0;
		}),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

type Answer = { status: number; location: string | null; body: string };

/** Sends the path as it is: other clients would write it in another way. */
async function ask(path: string, host?: string): Promise<Answer> {
	const { hostname, port } = new URL(url);
	const asked = request({ hostname, port, path, agent, headers: host ? { host } : {} });
	asked.end();
	const [answer] = await once(asked, "response");
	return {
		status: answer.statusCode,
		location: answer.headers.location ?? null,
		body: await text(answer),
	};
}

/** The sample's path with some letters as escapes, then slashes: each another one. */
function spelling(number: number): string {
	const letters = [...SAMPLE].map((letter, at) => {
		const code = letter.charCodeAt(0).toString(16);
		return (number >> (at % 8)) % 2 ? `%${code}` : letter;
	});
	return `/results/${letters.join("")}${"/".repeat(number >> 8)}`;
}

beforeAll(async () => {
	await buildIfStale();
	root = await mkdtemp(join(tmpdir(), "copies-"));
	await mkdir(join(root, "tmp"));
	await start();
	const member = await createMember(url);
	await member.analyze(watchUrl(SAMPLE));
	await member.finished(SAMPLE);
	expect((await ask(reportPath(SAMPLE))).status).toBe(200);
}, START_MS);

afterAll(async () => {
	agent.destroy();
	command?.signalGroup("SIGKILL");
	await command?.exited;
	await rm(root, { recursive: true, force: true });
});

describe("copies of pages", () => {
	it("are one for each address, however it is written", async () => {
		const before = await bytesIn(root);
		const paths = Array.from({ length: SPELLINGS }, (_, at) => spelling(at));
		expect(new Set(paths).size).toBe(SPELLINGS);
		const answers = await Promise.all(
			paths.map(async (path) => ({ path, ...(await ask(`${path}?a=b`)) })),
		);
		for (const { path, status, location } of answers)
			if (path === reportPath(SAMPLE)) expect(status).toBe(200);
			else
				expect({ path, status, location }).toEqual({
					path,
					status: 308,
					location: `${reportPath(SAMPLE)}?a=b`,
				});
		expect((await bytesIn(root)) - before).toBeLessThan(LITTLE);
	});

	it("never redirect to another host", async () => {
		for (const path of [
			"//evil.example/results/sample-myth/",
			"//evil.example//",
			"/\\evil.example/",
			"/%2f%2fevil.example/",
			"/results//evil.example/",
			"/results/%2f%2fevil.example/",
			"/.//evil.example/about/",
		]) {
			const { location } = await ask(path);
			expect(location ?? "/results/", path).toMatch(/^\/results\//);
		}
	});

	it("are not kept of videos and statements that do not exist", async () => {
		const before = await bytesIn(root);
		const unknown = Array.from({ length: SPELLINGS }, (_, at) =>
			at % 2
				? reportPath(`new${String(at).padStart(8, "0")}`)
				: `${reportPath(SAMPLE)}/statements/unknown-${at}`,
		);
		const answers = await Promise.all(unknown.map((path) => ask(path)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
		expect((await bytesIn(root)) - before).toBeLessThan(LITTLE);
	});

	it(
		"take none of the disk, from however many addresses",
		async () => {
			const before = await bytesIn(root);
			let sent = 0;
			for (let from = 0; from < HOSTS; from += AT_ONCE) {
				const answers = await Promise.all(
					Array.from({ length: AT_ONCE }, (_, at) =>
						ask(reportPath(SAMPLE), `10.0.${(from + at) >> 8}.${(from + at) & 255}`),
					),
				);
				for (const { status, body } of answers) {
					expect(status).toBe(200);
					sent += body.length;
				}
			}
			expect(sent).toBeGreaterThan(LOCAL_CACHE_BYTES);
			expect((await bytesIn(root)) - before).toBeLessThan(LITTLE);
		},
		START_MS,
	);
});
