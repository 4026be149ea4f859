import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rating } from "#contract/statement.ts";
import type { TaskKind } from "#features/analysis/plan-steps.ts";
import type { ChosenStatement } from "#features/analysis/run-state.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import { runFailure } from "#http/run-failures.ts";
import { answersOf, askedFor } from "#tests/support/asked-for.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import {
	type RecordedRun,
	readRecordedRuns,
} from "#tests/support/recorded-run.ts";
import {
	LATER,
	type ResumedRun,
	resumeRuns,
} from "#tests/support/resumed-runs.ts";
import { runToEnd } from "#tests/support/run-to-end.ts";

const recordings = await readRecordedRuns();

/** Renames what is stored under `from`, as another version might have written it. */
function written(moment: string, from: string, as: string): RecordedRun {
	const recorded = recordings.find((it) => it.moment === moment);
	const text = JSON.stringify(recorded);
	expect(text).toContain(`"${from}":`);
	return JSON.parse(text.replaceAll(`"${from}":`, `"${as}":`));
}

/** Tasks that ask nobody outside. */
const OWN_WORK: TaskKind[] = ["join", "choose", "publish", "retire"];

const UNREADABLE = [
	{ what: "an answer", moment: "in-the-ratings", field: "chosen" },
	{ what: "a part of one", moment: "rated-but-not-published", field: "score" },
	{ what: "what is to do", moment: "in-the-extraction", field: "window" },
	{ what: "its own start", moment: "after-the-metadata", field: "panel" },
];

let product: Product;
let resumed: ResumedRun[];

beforeAll(async () => {
	product = await startProduct();
	const unreadable = UNREADABLE.map(({ moment, field }) =>
		written(moment, field, `${field}_of_another_version`),
	);
	resumed = await resumeRuns(product, [...recordings, ...unreadable]);
});
afterAll(() => product?.stop());

async function ended(place: number): Promise<ResumedRun> {
	const run = resumed[place];
	if (!run) throw new Error("It was not taken up.");
	await run.stream.ended;
	return run;
}

describe.each(
	recordings.map(({ moment, version }, place) => ({
		name: `${moment}, version ${version}`,
		place,
	})),
)("A run that another version left ($name)", ({ place }) => {
	it("ends as it was to end", async () => {
		const { planted, video_id, stream } = await ended(place);
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
		const { planted, seen, stream } = await ended(place);
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
		const run = await ended(place);
		const report = await product.visitor().report(run.video_id);
		const done = answersOf(run.planted);
		const metadata = done.get("metadata")?.metadata as Metadata;
		expect(report.video.title).toBe(metadata.title);
		const chosen = done.get("choose")?.chosen as ChosenStatement[] | undefined;
		if (chosen)
			expect(
				report.statements.map(({ id, content }) => ({ id, content })),
			).toEqual(chosen.map(({ new_id: id, content }) => ({ id, content })));
		for (const [index, { ratings }] of report.statements.entries())
			for (const rating of ratings) {
				const kept = done.get(`rate:${index}:${rating.provider}`);
				if (kept) expect(rating).toEqual(kept.rating as Rating);
				else
					expect(rating).toMatchObject({
						score: LATER.score,
						explanation: LATER.explanation,
					});
			}
		const asked = askedFor(run, product, report);
		expect(asked.filter((key) => done.has(key))).toEqual([]);
		expect(asked).toEqual([...new Set(asked)]);
		const to_ask = run.planted.task.filter(
			({ state, input }) => state !== "done" && !OWN_WORK.includes(input.kind),
		);
		expect(asked).toEqual(expect.arrayContaining(to_ask.map(({ key }) => key)));
	});
});

describe.each(
	UNREADABLE.map((it, index) => ({ ...it, place: recordings.length + index })),
)("A run of which this version cannot read $what", ({ place }) => {
	it("fails with a reason, in the place of going on for ever or wrongly", async () => {
		const { planted, seen, stream, video_id } = await ended(place);
		const error = runFailure("analysis_interrupted");
		const { events } = stream;
		expect(events.at(-1)).toMatchObject({ event: "failed", data: error });
		expect(events.map(({ id }) => id)).toEqual(
			events.map((_, index) => `${planted.run.run_id}-${seen + 1 + index}`),
		);
		const report = await product.visitor().report(video_id);
		const brought = answersOf(planted).get("metadata")?.metadata as Metadata;
		expect(report).toMatchObject({
			analysis: null,
			statements: [],
			video: { analysis_status: "failed", error, title: brought.title },
		});
	});

	it("can be started again", async () => {
		const { video_id } = await ended(place);
		const { ending, report } = await runToEnd(await product.member(), video_id);
		expect(ending.event).toBe("completed");
		expect(report.video).toMatchObject({ title: LATER.title, error: null });
	});
});
