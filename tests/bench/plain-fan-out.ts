import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type FanOut, fanOut, residentKb } from "./fan-out.ts";
import { openViewers } from "./load/viewers.ts";

const SERVER = fileURLToPath(new URL("./plain-event-server.mjs", import.meta.url));

/** The same events, by a Node server that does nothing else, in a process of its own. */
export async function plainFanOut(told: {
	viewers: number;
	events: number;
	/** Of the events' data. */
	data: string;
	pause_ms: number;
}): Promise<FanOut> {
	const child = fork(SERVER, { silent: true, execArgv: [] });
	try {
		const port = await new Promise<string>((resolve, reject) => {
			child.stdout?.once("data", (said: Buffer) => resolve(String(said)));
			child.once("error", reject);
		});
		const url = `http://127.0.0.1:${Number(port)}/events`;
		const alone_kb = residentKb(child.pid ?? 0);
		const viewers = await openViewers(url, told.viewers);
		const caused_at = new Map<string, number>();
		for (let seq = 1; seq <= told.events; seq++) {
			const id = `plain-${seq}`;
			caused_at.set(id, performance.now());
			const body = `id: ${id}\nevent: statement\ndata: ${told.data}\n\n`;
			await fetch(url, { method: "POST", body });
			await sleep(told.pause_ms);
		}
		const grown_kb = residentKb(child.pid ?? 0) - alone_kb;
		await allArrived(viewers.arrivals, caused_at, told.viewers);
		viewers.close();
		return fanOut(viewers, caused_at, grown_kb / told.viewers);
	} finally {
		child.kill("SIGKILL");
	}
}

const PATIENCE_MS = 10_000;
const POLL_MS = 20;

async function allArrived(
	arrivals: Map<string, number[]>,
	caused_at: Map<string, number>,
	viewers: number,
): Promise<void> {
	const until = performance.now() + PATIENCE_MS;
	const whole = () => [...caused_at.keys()].every((id) => arrivals.get(id)?.length === viewers);
	while (!whole() && performance.now() < until) await sleep(POLL_MS);
}
