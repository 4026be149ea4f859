import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { layout } from "#scripts/layout.ts";
import { pauseWhile } from "#scripts/server/process.ts";

/** Generous, because the machine may be busy. */
const WAIT = { timeout: 20_000, interval: 20 };
/** The signal takes a moment to arrive. */
const MAX_LOOKS = 1_000_000;
/** Reports when the other process is paused, and then blocks forever. */
const PAUSER = `
import { writeSync } from "node:fs";
import { pauseWhile } from "./scripts/server/process.ts";
await pauseWhile(Number(process.argv[1]), () => {
	writeSync(1, "paused");
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

const children: ChildProcess[] = [];
afterEach(() => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function started(command: string, ...args: string[]) {
	const child = spawn(command, args, { cwd: layout.root, stdio: ["pipe", "pipe", "inherit"] });
	children.push(child);
	await once(child, "spawn");
	return { child, pid: child.pid ?? 0, ended: once(child, "exit") };
}

function isPaused(pid: number): boolean {
	if (process.platform !== "linux")
		return spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" }).stdout.startsWith(
			"T",
		);
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
}

describe("paused process", () => {
	it("continues after the work, even if the work fails", async () => {
		const { pid } = await started("cat");
		let paused = false;
		const work = async () => {
			await pauseWhile(pid, () => {
				for (let looks = 0; !paused && looks < MAX_LOOKS; looks++) paused = isPaused(pid);
				throw new Error("No space");
			});
		};
		await expect(work()).rejects.toThrow("No space");
		expect(paused).toBe(true);
		await vi.waitUntil(() => !isPaused(pid), WAIT);
	});

	it.each(["SIGINT", "SIGHUP", "SIGKILL"] as const)(
		"continues if %s ends the process that paused it",
		async (signal) => {
			const { pid } = await started("cat");
			const node = [process.execPath, "--import", "tsx"] as const;
			const script = ["--input-type=module", "-e", PAUSER] as const;
			const pauser = await started(...node, ...script, `${pid}`);
			await once(pauser.child.stdout, "data");
			await vi.waitUntil(() => isPaused(pid), WAIT);
			pauser.child.kill(signal);
			expect(await pauser.ended).toEqual([null, signal]);
			await vi.waitUntil(() => !isPaused(pid), WAIT);
		},
	);
});
