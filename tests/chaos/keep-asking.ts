import { setTimeout as sleep } from "node:timers/promises";
import { runtimeMemory } from "#tests/support/world/process-figures.ts";

/** Public endpoints without parameters. */
const PATHS = ["/api/health", "/api/videos/recent", "/api/stats"];
const PAUSE_MS = 200;
/** Enough on a machine that runs everything else at the same time. */
const SLOWEST_MS = 30_000;
/** The server's memory limit, whatever it is sent. */
const MOST_BYTES = 1_024 ** 3;

/** Sends requests in a loop, as a visitor unaffected by the injected faults would. */
export function keepAsking(url: string) {
	let over = false;
	let asked = 0;
	let slowest_ms = 0;
	let most_bytes = 0;
	const broken: string[] = [];

	async function ask(): Promise<void> {
		while (!over) {
			const path = PATHS[asked % PATHS.length];
			const began = performance.now();
			const signal = AbortSignal.timeout(SLOWEST_MS);
			const headers = { connection: "close" };
			const status = await fetch(url + path, { signal, headers }).then(
				async (answer) => {
					await answer.arrayBuffer();
					return answer.status;
				},
				(error: unknown) => String(error),
			);
			slowest_ms = Math.max(slowest_ms, performance.now() - began);
			if (status !== 200) broken.push(`${path} answered ${status}`);
			asked++;
			most_bytes = Math.max(most_bytes, runtimeMemory() ?? 0);
			await sleep(PAUSE_MS);
		}
	}

	const asking = ask();
	return {
		async stop(): Promise<{ broken: string[]; note: string }> {
			over = true;
			await asking;
			if (most_bytes > MOST_BYTES) broken.push(`the server held ${megabytes(most_bytes)} MB`);
			return {
				broken,
				note: `meanwhile ${asked} other requests, the slowest ${Math.round(slowest_ms)} ms; the server held at most ${megabytes(most_bytes)} MB`,
			};
		},
	};
}

function megabytes(bytes: number): number {
	return Math.round(bytes / 1_024 ** 2);
}
