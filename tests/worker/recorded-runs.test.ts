import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rating } from "#contract/statement.ts";
import type { ChosenStatement } from "#domain/analysis/run-state.ts";
import type { Transcript } from "#domain/transcript.ts";
import { transcriptWindows } from "#domain/transcript-windows.ts";
import { watchUrl } from "#tests/support/client.ts";
import type { EventReader } from "#tests/support/event-reader.ts";
import { extractFacts, longTalk } from "#tests/support/long-talk.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import {
	plantRun,
	type RecordedRun,
	readRecordedRuns,
} from "#tests/support/recorded-run.ts";

/** What every model says now, and what no recording holds. */
const LATER_SCORE = 77;
const LATER_EXPLANATION = "Rated by the version that went on with it.";
const LATER_TITLE = "The same evening under another title";
/** A number that no recorded talk has. */
const LATER_TALK = 1_000_000;
const TRANSCRIBE_WINDOW_S = 600;

const recordings = await readRecordedRuns();

/** One that goes on with its planted run. */
type Resumed = {
	planted: RecordedRun;
	video_id: string;
	/** The viewer had the events up to here. */
	seen: number;
	stream: EventReader;
};

let product: Product;
const resumed = new Map<RecordedRun, Resumed>();

beforeAll(async () => {
	product = await startProduct();
	const { ai, youtube } = product;
	const member = await product.member();
	const started = recordings.map((recorded) => ({
		recorded,
		video_id: product.newVideo({ fault: { player: "never_answers" } }),
	}));
	for (const { video_id } of started)
		expect((await member.analyze(watchUrl(video_id))).status).toBe(202);
	await product.server.stop();

	const planted = await Promise.all(
		started.map(async ({ recorded, video_id }) => ({
			recorded,
			video_id,
			planted: await plantRun(
				product.data_dir,
				video_id,
				recorded,
				youtube.origin,
			),
		})),
	);
	youtube.reset();
	for (const [place, { video_id }] of started.entries())
		youtube.set(video_id, {
			...longTalk({ number: LATER_TALK + place, words: 150, facts: 4 }),
			title: LATER_TITLE,
		});
	ai.answer({
		rate: () => ({
			score: LATER_SCORE,
			confidence: 80,
			explanation: LATER_EXPLANATION,
			sources: [],
		}),
		extract: extractFacts,
		transcribe: ({ clip }) => ({
			language: "en",
			segments: [
				{
					start: `${(clip?.start ?? 0) / 60}:30`,
					text: `Records show that its crane lifts ${clip?.start} tons.`,
				},
			],
		}),
	});
	await product.restart();
	for (const { recorded, video_id, planted: run } of planted) {
		const seen = Math.floor(run.event.length / 2);
		const last_id = `${run.run.run_id}-${seen}`;
		const stream = await product.visitor().events(video_id, last_id);
		resumed.set(recorded, { planted: run, video_id, seen, stream });
	}
});
afterAll(() => product?.stop());

async function ended(recorded: RecordedRun): Promise<Resumed> {
	const run = resumed.get(recorded);
	if (!run) throw new Error(`${recorded.moment} was not taken up.`);
	await run.stream.ended;
	return run;
}

/** A task's answer by its key, of those that are done. */
function answers({ task }: RecordedRun): Map<string, Record<string, unknown>> {
	return new Map(
		task
			.filter(({ state }) => state === "done")
			.map(({ key, output }) => [key, output as Record<string, unknown>]),
	);
}

/** What the stand-ins were asked for the run, as keys of its tasks. */
async function askedFor({ planted, video_id }: Resumed): Promise<string[]> {
	const visitor = product.visitor();
	const { statements } = await visitor.report(video_id);
	const done = answers(planted);
	const brought = Object.assign({}, ...done.values()) as {
		transcript?: Transcript;
		chosen?: ChosenStatement[];
	};
	const windows = brought.transcript
		? transcriptWindows(brought.transcript).map(({ text }) => text)
		: [];
	const chosen = brought.chosen ?? statements;
	const asked = product.youtube.calls
		.filter(({ id }) => id === video_id)
		.map(({ kind }) => (kind === "player" ? "metadata" : "transcript"));
	const of_ai = product.ai.calls.flatMap((call) => {
		const { kind, provider, statement, transcript, clip } = call;
		if (clip)
			return clip.url === watchUrl(video_id)
				? [`transcribe:${clip.start / TRANSCRIBE_WINDOW_S}`]
				: [];
		const place =
			kind === "rate"
				? chosen.findIndex(({ content }) => content === statement)
				: windows.indexOf(transcript ?? "");
		if (place < 0) return [];
		return [kind === "rate" ? `rate:${place}:${provider}` : `extract:${place}`];
	});
	return [...asked, ...of_ai];
}

describe.each(
	recordings.map((recorded) => ({
		name: `${recorded.moment}, version ${recorded.version}`,
		recorded,
	})),
)("A run that another version left ($name)", ({ recorded }) => {
	it("ends as it was to end", async () => {
		const { planted, video_id, stream } = await ended(recorded);
		const { video, analysis } = await product.visitor().report(video_id);
		const { error } = planted.run;
		expect(stream.events.at(-1)).toMatchObject(
			error ? { event: "failed", data: error } : { event: "completed" },
		);
		expect(analysis).toBeNull();
		expect(video).toMatchObject(
			error
				? { analysis_status: "failed", error, claims_count: 0 }
				: { analysis_status: "completed", error: null, version: 1 },
		);
	});

	it("tells on from where it was", async () => {
		const { planted, seen, stream } = await ended(recorded);
		const { events } = stream;
		const { run_id } = planted.run;
		expect(events.map(({ id }) => id)).toEqual(
			events.map((_, index) => `${run_id}-${seen + 1 + index}`),
		);
		const told_before = planted.event.filter(({ seq }) => seq > seen);
		expect(
			events
				.slice(0, told_before.length)
				.map(({ event, data }) => ({ name: event, data })),
		).toEqual(told_before.map(({ name, data }) => ({ name, data })));
		expect(events.length).toBeGreaterThan(told_before.length);
		const endings = events.filter(({ event }) =>
			["completed", "failed"].includes(event),
		);
		expect(endings).toEqual([events.at(-1)]);
	});

	it("keeps what had been answered, and asks for the rest alone", async () => {
		const run = await ended(recorded);
		const report = await product.visitor().report(run.video_id);
		const done = answers(run.planted);
		const metadata = done.get("metadata")?.metadata as { title: string };
		expect(report.video.title).toBe(metadata.title);
		const chosen = done.get("choose")?.chosen as ChosenStatement[] | undefined;
		if (chosen)
			expect(
				report.statements.map(({ id, content }) => ({ id, content })),
			).toEqual(chosen.map(({ new_id: id, content }) => ({ id, content })));
		for (const [place, { ratings }] of report.statements.entries())
			for (const rating of ratings) {
				const kept = done.get(`rate:${place}:${rating.provider}`);
				if (kept) expect(rating).toEqual(kept.rating as Rating);
				else
					expect(rating).toMatchObject({
						score: LATER_SCORE,
						explanation: LATER_EXPLANATION,
					});
			}
		const asked = await askedFor(run);
		expect(asked.filter((key) => done.has(key))).toEqual([]);
		expect(asked).toEqual([...new Set(asked)]);
		expect(asked).toEqual(
			expect.arrayContaining(
				run.planted.task
					.filter(({ key, state }) => state !== "done" && key !== "publish")
					.map(({ key }) => key),
			),
		);
	});
});
