import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { expectWholeStory, now } from "#tests/support/world/crash-invariants.ts";
import { runtimeMemory } from "#tests/support/world/process-figures.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { watch } from "#tests/support/world/viewers.ts";
import { comeBackLate } from "./full-log.ts";
import type { Outcome } from "./outcome.ts";
import { within } from "./within.ts";

/** The maximum for an analysis, for the longest possible event log. */
const STATEMENTS = 100;
const RATING_CONCURRENCY = 10;
const WORDS = 2_000;
const PROVIDER_MS = 100;
/** Each provider's explanation of each statement, at the maximum length. */
const EXPLANATION = "It is so. ".repeat(90);
const SILENT = 40;
const SLOW = 5;
/** How much a slow viewer reads at a time, and how often. */
const SIP_BYTES = 1_024;
const SIP_MS = 100;
const READERS = 5;
const RECONNECT_MS = 100;
/** It takes ten seconds, or far longer on a busy machine. */
const END_MS = 240_000;
/** The memory that viewers who do not read may use: 2 MB of buffer each, plus a margin. */
const MOST_MORE_BYTES = (SILENT + SLOW) * 2 * 1_024 ** 2 + 200 * 1_024 ** 2;
/** The longest time between the first and the last reader's end. */
const TOGETHER_MS = 5_000;

/** An analysis with the longest possible log, watched by fast, slow and unresponsive viewers. */
export async function watchBadly(): Promise<Outcome[]> {
	const product = await startProduct({
		MAX_STATEMENTS: String(STATEMENTS),
		RATING_CONCURRENCY: String(RATING_CONCURRENCY),
		LIMIT_PROVIDER_CALLS: "0",
	});
	const sockets: Socket[] = [];
	try {
		product.ai.answer({
			extract: extractFacts,
			rate: () => ({ score: 40, confidence: 80, explanation: EXPLANATION }),
		});
		product.ai.behave("all", { delay_ms: PROVIDER_MS });
		const member = await product.member();
		const video_id = product.newVideo(longTalk({ number: 1, words: WORDS, facts: STATEMENTS }));
		await member.analyze(watchUrl(video_id));
		const before = runtimeMemory() ?? 0;
		const path = `/api/videos/${video_id}/events`;
		for (let place = 0; place < SILENT + SLOW; place++)
			sockets.push(openAndRead(product.url, path, place));
		const readers = Array.from({ length: READERS }, () => {
			const viewer = watch(product.url + path, RECONNECT_MS);
			return { viewer, ended: viewer.done.then(now) };
		});
		const ends = await within(END_MS, Promise.all(readers.map(({ ended }) => ended)));
		const more = (runtimeMemory() ?? 0) - before;
		const report = await member.report(video_id);
		const broken: string[] = [];
		for (const { viewer } of readers)
			try {
				expectWholeStory(viewer.events, report);
			} catch (error) {
				broken.push(`a reader's story: ${String(error)}`);
			}
		const apart = Math.max(...ends) - Math.min(...ends);
		if (apart > TOGETHER_MS) broken.push(`a reader had the end ${apart} ms after another`);
		if (more > MOST_MORE_BYTES) broken.push(`${SILENT} silent viewers cost ${more} bytes`);
		const told = readers[0]?.viewer.events ?? [];
		return [
			{
				part: "viewers who do not read",
				tried: SILENT + SLOW,
				survived: broken.length === 0 ? SILENT + SLOW : 0,
				broken,
				notes: [
					`${READERS} others had every event, the last one ${Math.round(apart)} ms after the first; the server held ${Math.round(more / 1_024 ** 2)} MB more`,
				],
			},
			await comeBackLate(member, video_id, told.at(-1)?.id ?? ""),
		];
	} finally {
		for (const socket of sockets) socket.destroy();
		await product.stop();
	}
}

/** A viewer that reads slowly or not at all. */
function openAndRead(url: string, path: string, place: number): Socket {
	const { hostname, port, host } = new URL(url);
	const socket = connect(Number(port), hostname);
	socket.on("error", () => socket.destroy());
	socket.pause();
	socket.write(
		`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCF-Connecting-IP: 198.18.0.${place}\r\n\r\n`,
	);
	if (place < SLOW) void sip(socket);
	return socket;
}

async function sip(socket: Socket): Promise<void> {
	while (!socket.destroyed) {
		socket.read(SIP_BYTES);
		await sleep(SIP_MS);
	}
}
