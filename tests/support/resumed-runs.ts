import { expect } from "vitest";
import { watchUrl } from "./client.ts";
import type { EventReader } from "./event-reader.ts";
import { extractFacts, longTalk } from "./long-talk.ts";
import { plantRun } from "./plant-run.ts";
import type { Product } from "./product.ts";
import type { RecordedRun } from "./recorded-run.ts";

/** What the stand-ins answer from now on, and what no recording holds. */
export const LATER = {
	score: 77,
	explanation: "Rated by the version that went on with it.",
	title: "The same harbour under another title",
};
/** A number that no recorded talk has. */
const LATER_TALK = 1_000_000;

/** A recorded run that a product goes on with. */
export type ResumedRun = {
	/** As it was planted. */
	planted: RecordedRun;
	video_id: string;
	/** The viewer had the events up to here. */
	seen: number;
	stream: EventReader;
};

/**
 * Gives the product's objects these histories while it is down, and starts it
 * again with somebody watching each. The answers are in the recordings' order.
 */
export async function resumeRuns(
	product: Product,
	recordings: RecordedRun[],
): Promise<ResumedRun[]> {
	const { data_dir, youtube } = product;
	const member = await product.member();
	const planted: Omit<ResumedRun, "stream">[] = [];
	const video_ids = recordings.map(() =>
		product.newVideo({ fault: { player: "never_answers" } }),
	);
	for (const video_id of video_ids)
		expect((await member.analyze(watchUrl(video_id))).status).toBe(202);
	await product.server.stop();

	for (const [place, recorded] of recordings.entries()) {
		const video_id = video_ids[place] ?? "";
		const { origin } = youtube;
		const run = await plantRun(data_dir, video_id, recorded, origin);
		const seen = Math.floor(run.event.length / 2);
		planted.push({ planted: run, video_id, seen });
	}
	answerLater(product, video_ids);
	await product.restart();
	return Promise.all(
		planted.map(async (it) => {
			const last_id = `${it.planted.run.run_id}-${it.seen}`;
			const stream = await product.visitor().events(it.video_id, last_id);
			return { ...it, stream };
		}),
	);
}

function answerLater({ ai, youtube }: Product, video_ids: string[]): void {
	const { score, explanation, title } = LATER;
	youtube.reset();
	for (const [place, video_id] of video_ids.entries()) {
		const number = LATER_TALK + place;
		const talk = longTalk({ number, words: 150, facts: 4 });
		youtube.set(video_id, { ...talk, title });
	}
	ai.answer({
		rate: () => ({ score, confidence: 80, explanation, sources: [] }),
		extract: extractFacts,
		transcribe: ({ clip }) => {
			const { url, start } = clip ?? { url: "", start: 0 };
			const [, video_id] = url.split("v=");
			const text = `Records show that the crane of ${video_id} lifts ${start} tons.`;
			return {
				language: "en",
				segments: [{ start: `${start / 60}:30`, text }],
			};
		},
	});
}
