import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { layout } from "#scripts/layout.ts";
import { holdStill } from "#scripts/server/process.ts";

/** Nothing is waited for that comes by itself: the machine may have more to do. */
const PATIENCE = { timeout: 20_000, interval: 20 };
/** The signal is on its way for a moment. */
const LOOKS = 1_000_000;
/** Says when the other one stands still, and then never comes to an end. */
const HOLDER = `
import { writeSync } from "node:fs";
import { holdStill } from "./scripts/server/process.ts";
await holdStill(Number(process.argv[1]), () => {
	writeSync(1, "held");
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

const children: ChildProcess[] = [];
afterEach(() => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function started(command: string, ...args: string[]) {
	const child = spawn(command, args, {
		cwd: layout.root,
		stdio: ["pipe", "pipe", "inherit"],
	});
	children.push(child);
	await once(child, "spawn");
	return { child, pid: child.pid ?? 0, ended: once(child, "exit") };
}

function standsStill(pid: number): boolean {
	if (process.platform !== "linux")
		return spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], {
			encoding: "utf8",
		}).stdout.startsWith("T");
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
}

describe("A process that is held still", () => {
	it("goes on after the work, also where that fails", async () => {
		const { pid } = await started("cat");
		let stood = false;
		const work = async () => {
			await holdStill(pid, () => {
				for (let looks = 0; !stood && looks < LOOKS; looks++)
					stood = standsStill(pid);
				throw new Error("No space");
			});
		};
		await expect(work()).rejects.toThrow("No space");
		expect(stood).toBe(true);
		await vi.waitUntil(() => !standsStill(pid), PATIENCE);
	});

	it.each(["SIGINT", "SIGHUP", "SIGKILL"] as const)(
		"goes on when %s ends the one that holds it",
		async (signal) => {
			const { pid } = await started("cat");
			const node = [process.execPath, "--import", "tsx"] as const;
			const script = ["--input-type=module", "-e", HOLDER] as const;
			const holder = await started(...node, ...script, `${pid}`);
			await once(holder.child.stdout, "data");
			await vi.waitUntil(() => standsStill(pid), PATIENCE);
			holder.child.kill(signal);
			expect(await holder.ended).toEqual([null, signal]);
			await vi.waitUntil(() => !standsStill(pid), PATIENCE);
		},
	);
});
