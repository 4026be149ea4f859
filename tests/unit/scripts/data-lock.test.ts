import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDataFolder } from "#scripts/data/lock.ts";
import { isAlive, readStartTime } from "#scripts/server/process.ts";

let folder = "";
const children: ChildProcess[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "data lock "));
});

afterEach(() => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});

/** An idle process with this name. */
async function idle(name: string) {
	const child = spawn("sleep", ["60"], { argv0: name });
	children.push(child);
	await once(child, "spawn");
	const pid = child.pid ?? 0;
	return { child, identity: { pid, started: readStartTime(pid) ?? "" } };
}

async function dead() {
	const { child, identity } = await idle("gone");
	child.kill("SIGKILL");
	await once(child, "exit");
	return identity;
}

const leave = (claim: object) => writeFileSync(join(folder, "lock.7"), JSON.stringify(claim));

describe("isAlive", () => {
	it("identifies a process by its id and start time together", async () => {
		const { identity } = await idle("somebody");
		expect(isAlive(identity)).toBe(true);
		expect(isAlive({ ...identity, started: "another time" })).toBe(false);
		expect(isAlive(await dead())).toBe(false);
	});
});

describe("lockDataFolder", () => {
	it("refuses a folder used by a live process, and names the process and the folder", async () => {
		const { identity } = await idle("owner");
		leave({ owner: identity, launcher: null, runtime: null });
		await expect(lockDataFolder(folder)).rejects.toThrow(
			`Another server (process ${identity.pid}) is using the data in ${folder}.`,
		);
	});

	it("refuses what is not a folder, or lies in what is none, and says so", async () => {
		const file = join(folder, "file");
		writeFileSync(file, "");
		for (const refused of [file, join(file, "below")])
			await expect(lockDataFolder(refused)).rejects.toThrow(
				"DATA_DIR must be a folder that can be written. ",
			);
		expect(readFileSync(file, "utf8")).toBe("");
	});

	it("refuses the same process a second lock until the first is released", async () => {
		const first = await lockDataFolder(folder);
		await expect(lockDataFolder(folder)).rejects.toThrow("is using the data");
		first.release();
		const second = await lockDataFolder(folder);
		second.release();
	});

	it("creates the folder if it does not exist", async () => {
		const lock = await lockDataFolder(join(folder, "not/yet/there"));
		expect(readdirSync(join(folder, "not/yet/there"))).toHaveLength(1);
		lock.release();
	});

	it("takes over from a dead owner and ends the workerd that it left", async () => {
		const orphan = await idle("/somewhere/bin/workerd");
		leave({ owner: await dead(), launcher: null, runtime: orphan.identity });
		const lock = await lockDataFolder(folder);
		expect(isAlive(orphan.identity)).toBe(false);
		lock.release();
	});

	it("takes over if another process now has the owner's id", async () => {
		const { identity } = await idle("newcomer");
		leave({ owner: { ...identity, started: "long ago" }, launcher: null, runtime: null });
		const lock = await lockDataFolder(folder);
		expect(isAlive(identity)).toBe(true);
		lock.release();
	});

	it.each([
		["another process that now has the runtime's id", "workerd", "before"],
		["a process that is not workerd", "editor", null],
	])("does not end %s", async (_case, name, started) => {
		const { identity } = await idle(name);
		const runtime = { ...identity, started: started ?? identity.started };
		leave({ owner: await dead(), launcher: null, runtime });
		const lock = await lockDataFolder(folder);
		expect(isAlive(identity)).toBe(true);
		lock.release();
	});

	it("waits for a server to exit if its npm process was killed", async () => {
		const server = await idle("server");
		const launcher = await dead();
		leave({ owner: server.identity, launcher, runtime: null });
		const waiting = lockDataFolder(folder);
		server.child.kill("SIGKILL");
		const lock = await waiting;
		expect(isAlive(server.identity)).toBe(false);
		lock.release();
	});

	it("does not wait for a server whose npm process is alive", async () => {
		const owner = (await idle("server")).identity;
		const launcher = (await idle("npm")).identity;
		leave({ owner, launcher, runtime: null });
		const refused = lockDataFolder(folder).catch(String);
		// Even the shortest wait would let the event loop turn first.
		const turned = new Promise((resolve) => setImmediate(resolve, "It waited"));
		expect(await Promise.race([refused, turned])).toContain("is using the data");
	});

	it("ends a workerd that was recorded through the lock", async () => {
		const orphan = await idle("workerd");
		const lock = await lockDataFolder(folder);
		lock.recordRuntime(orphan.identity.pid);
		const [name = ""] = readdirSync(folder);
		const path = join(folder, name);
		const claim = JSON.parse(readFileSync(path, "utf8"));
		writeFileSync(path, JSON.stringify({ ...claim, owner: await dead() }));
		const next = await lockDataFolder(folder);
		expect(isAlive(orphan.identity)).toBe(false);
		next.release();
	});

	it("refuses a folder with an unreadable lock file", async () => {
		writeFileSync(join(folder, "lock.1"), "{");
		await expect(lockDataFolder(folder)).rejects.toThrow(/lock\.1 is not/);
	});

	it("gives a dead owner's folder to exactly one of five concurrent processes", async () => {
		leave({ owner: await dead(), launcher: null, runtime: null });
		const contender = `
			import { once } from "node:events";
			import { lockDataFolder } from "#scripts/data/lock.ts";
			console.log("ready");
			await once(process.stdin, "data");
			const won = await lockDataFolder(process.argv[1]).then(() => true, () => false);
			console.log(won ? "won" : "lost");
			setInterval(() => {}, 60_000);
		`;
		const root = fileURLToPath(new URL("../../..", import.meta.url));
		const contenders = Array.from({ length: 5 }, () =>
			spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", contender, folder], {
				cwd: root,
				stdio: ["pipe", "pipe", "inherit"],
			}),
		);
		children.push(...contenders);
		const says = async ({ stdout }: (typeof contenders)[number]) =>
			String((await once(stdout, "data"))[0]).trim();
		expect(new Set(await Promise.all(contenders.map(says)))).toEqual(new Set(["ready"]));
		const answers = contenders.map(says);
		for (const { stdin } of contenders) stdin.write("go\n");
		const outcomes = (await Promise.all(answers)).sort();
		expect(outcomes).toEqual(["lost", "lost", "lost", "lost", "won"]);
	});
});
