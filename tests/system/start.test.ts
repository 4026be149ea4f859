import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import { isAlive } from "#scripts/server/process.ts";
import { type RunningServer, startServer } from "#scripts/start.ts";
import { freePort } from "#tests/support/fakes/network.ts";
import { createMember } from "#tests/support/world/client.ts";
import { type StartCommand, startCommand } from "#tests/support/world/crashing-product.ts";

const BUILD_TIMEOUT_MS = 120_000;
/** Longer would be too slow for someone who pressed Ctrl-C. */
const STOP_MS = 3_000;

let data_dir = "";
const servers: RunningServer[] = [];
const commands: StartCommand[] = [];

async function serve(dataDir = data_dir): Promise<RunningServer> {
	const server = await startServer({ dataDir });
	servers.push(server);
	return server;
}

function run(
	env: Record<string, string> = {},
	options: { by_npm?: boolean; own_group?: boolean; script?: string } = {},
): StartCommand {
	const command = startCommand({ DATA_DIR: data_dir, ...env }, options);
	commands.push(command);
	return command;
}

/** The workerd process named in the folder's lock. */
async function notedRuntime() {
	const names = await readdir(data_dir);
	const lock = names.find((name) => name.startsWith("lock."));
	const text = await readFile(join(data_dir, lock ?? ""), "utf8");
	return JSON.parse(text).runtime;
}

async function signedInAs(url: string, cookie: string): Promise<unknown> {
	const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie } });
	return ((await answer.json()) as { user: { email: string } | null }).user?.email;
}

beforeAll(async () => {
	await buildIfStale();
}, BUILD_TIMEOUT_MS);

beforeEach(async () => {
	data_dir = await mkdtemp(join(tmpdir(), "start test "));
});

afterEach(async () => {
	for (const server of servers.splice(0)) await server.stop();
	for (const command of commands.splice(0)) {
		command.signal("SIGTERM");
		await command.exited;
	}
	await rm(data_dir, { recursive: true, force: true });
});

describe("startServer", () => {
	it("serves the API through the worker and every other path as the app", async () => {
		const { url, health } = await serve();
		expect(health).toMatchObject({ status: "ok", mode: "demo" });
		const unknown = await fetch(`${url}/api/no-such-thing`);
		expect(unknown.status).toBe(404);
		expect(unknown.headers.get("content-type")).toContain("problem+json");
		const page = await fetch(`${url}/about`);
		expect(page.status).toBe(200);
		expect(await page.text()).toContain('<div id="root">');
	});

	it("runs alongside servers with other data folders", async () => {
		const other = join(data_dir, "other");
		const [one, two] = await Promise.all([serve(), serve(other)]);
		expect(one.url).not.toBe(two.url);
		const answers = await Promise.all([one, two].map(({ url }) => fetch(`${url}/api/health`)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	it("rejects a folder in use without disturbing its server", async () => {
		const { url } = await serve();
		await expect(startServer({ dataDir: data_dir })).rejects.toThrow("is using the data in");
		expect((await fetch(`${url}/api/health`)).status).toBe(200);
	});

	it("keeps its data across restarts", async () => {
		const first = await serve();
		const member = await createMember(first.url);
		const email = await signedInAs(first.url, member.cookie());
		expect(email).toMatch(/@/);
		await first.stop();
		const second = await serve();
		expect(await signedInAs(second.url, member.cookie())).toBe(email);
	});

	it("runs the scheduled jobs on request", async () => {
		const { runScheduled } = await serve();
		await expect(runScheduled()).resolves.toBeUndefined();
	});

	it("rejects invalid variables by name without starting", async () => {
		const env = { LIMIT_VOTES: "many", MAX_STATEMENTS: "0" };
		await expect(startServer({ dataDir: data_dir, env })).rejects.toThrow(
			/MAX_STATEMENTS: .+\nLIMIT_VOTES: /,
		);
		expect(await readdir(data_dir)).toEqual([]);
	});

	it("stops within three seconds even if event streams are open", async () => {
		const server = await serve();
		const member = await createMember(server.url);
		const { body } = await member.get<{ samples: { id: string; url: string }[] }>("/api/samples");
		const sample = body.samples[0];
		if (!sample) throw new Error("demo mode has samples");
		await member.analyze(sample.url);
		const stream = await member.events(sample.id);
		await stream.until(({ event }) => event === "snapshot");
		const begun = Date.now();
		await server.stop();
		expect(Date.now() - begun).toBeLessThan(STOP_MS);
		await stream.ended;
	});
});

describe("npm run dev", () => {
	it("serves the app's modules and the API at one address", async () => {
		const url = await run({}, { script: "scripts/dev.ts" }).ready;
		const typeOf = async (path: string) => {
			const answer = await fetch(new URL(path, url));
			expect(answer.status, path).toBe(200);
			return answer.headers.get("content-type");
		};
		const page = await (await fetch(url)).text();
		const [, main = ""] = /src="([^"]+main\.tsx[^"]*)"/.exec(page) ?? [];
		expect(await typeOf(main)).toContain("javascript");
		expect(await typeOf("/api/page-data.ts")).toContain("javascript");
		expect(await typeOf("/api/health")).toContain("json");
	});
});

describe("npm start", () => {
	it("prints its address, exits with 0 on Ctrl-C and leaves no workerd process", async () => {
		const command = run();
		const url = await command.ready;
		expect((await fetch(`${url}/api/health`)).status).toBe(200);
		const runtime = await notedRuntime();
		expect(isAlive(runtime)).toBe(true);
		command.signal("SIGINT");
		expect(await command.exited).toBe(0);
		expect(isAlive(runtime)).toBe(false);
	});

	it("ends the processes that a killed start left and uses its data", async () => {
		const killed = run({ PORT: String(await freePort()) });
		const url = await killed.ready;
		const member = await createMember(url);
		const email = await signedInAs(url, member.cookie());
		const orphan = await notedRuntime();
		killed.signal("SIGKILL");
		expect(await killed.exited).toBe("SIGKILL");
		expect(isAlive(orphan)).toBe(true);

		const { port } = new URL(url);
		const next = run({ PORT: port });
		expect(await next.ready).toBe(url);
		expect(isAlive(orphan)).toBe(false);
		expect(await signedInAs(url, member.cookie())).toBe(email);
	});

	it("stops when npm receives SIGTERM", async () => {
		const command = run({}, { by_npm: true });
		await command.ready;
		const runtime = await notedRuntime();
		command.signal("SIGTERM");
		await command.exited;
		await expect.poll(() => isAlive(runtime)).toBe(false);
	});

	it("treats a Ctrl-C delivered by both terminal and npm as one", async () => {
		const command = run({}, { by_npm: true, own_group: true });
		await command.ready;
		command.signalGroup("SIGINT");
		expect(await command.exited).toBe(0);
	});

	it("ends the processes left when npm was killed", async () => {
		const killed = run({ PORT: String(await freePort()) }, { by_npm: true });
		const url = await killed.ready;
		const orphan = await notedRuntime();
		killed.signal("SIGKILL");
		await killed.exited;

		const { port } = new URL(url);
		expect(await run({ PORT: port }).ready).toBe(url);
		expect(isAlive(orphan)).toBe(false);
	});

	it("exits with 1 and one sentence if the port is taken", async () => {
		const { url } = await serve();
		const { port } = new URL(url);
		const command = run({ PORT: port, DATA_DIR: join(data_dir, "another") });
		expect(await command.exited).toBe(1);
		expect(command.output().trim()).toBe(
			`Port ${port} is taken by another program. Stop that one, or set PORT to another port.`,
		);
	});

	it("exits with 1 and the variable's name if it is invalid", async () => {
		const command = run({ LIMIT_VOTES: "many" });
		expect(await command.exited).toBe(1);
		expect(command.output()).toMatch(/^LIMIT_VOTES: .+\n$/);
	});
});
