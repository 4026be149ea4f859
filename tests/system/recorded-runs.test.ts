import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rating, Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import type { ChosenStatement } from "#features/analysis/step-output.ts";
import type { TaskKind } from "#features/analysis/task.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { WITHOUT_PAGES } from "#features/raters/consensus.ts";
import { transcriptWindows } from "#features/statements/transcript-windows.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import { runFailure } from "#http/run-failures.ts";
import {
	articleOn,
	plantRun,
	type RecordedRun,
	readRecordedRun,
	recordedVersions,
} from "#tests/recorded-runs/recorded-run.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import { type Article, fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { type EventReader, watchUrl } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** Answers of the fakes after the restart, which no recording contains. */
const LATER = {
	score: 77,
	explanation: "Rated by the version that went on with it.",
	title: "The same harbour under another title",
};
/** A number that no recorded talk has. */
const LATER_TALK = 1_000_000;

type ResumedRun = {
	/** The recording as stored in the product. */
	planted: RecordedRun;
	video_id: string;
	/** The viewer has received the events up to this number. */
	seen: number;
	stream: EventReader;
};

/**
 * Stores each recording in a Durable Object while the product is down, restarts the product and
 * opens one stream for each. The results are in the order of the recordings.
 */
async function resumeRuns(product: Product, recordings: RecordedRun[]): Promise<ResumedRun[]> {
	const { data_dir, youtube } = product;
	const origins = { platform: youtube.origin, wikipedia: wiki.origin };
	const member = await product.member();
	const planted: Omit<ResumedRun, "stream">[] = [];
	const video_ids = recordings.map(() => product.newVideo({ fault: { player: "never_answers" } }));
	for (const video_id of video_ids)
		expect((await member.analyze(watchUrl(video_id))).status).toBe(202);
	await product.server.stop();

	for (const [place, recorded] of recordings.entries()) {
		const video_id = video_ids[place] ?? "";
		const run = await plantRun(data_dir, video_id, recorded, origins);
		const seen = Math.floor(run.event.length / 2);
		planted.push({ planted: run, video_id, seen });
	}
	answerLater(product, video_ids);
	await product.restart(sourceEnv());
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
		rate_by_evidence: () => ({
			verdict: "refuted",
			when_said: "refuted",
			today: "same",
			score,
			confidence: 80,
			explanation,
			missing: "",
			citations: [],
		}),
		extract: extractFacts,
	});
}

/** The outputs of the finished tasks, by key. */
function answersOf({ task }: RecordedRun): Map<string, Record<string, unknown>> {
	return new Map(
		task
			.filter(({ state }) => state === "done")
			.map(({ key, output }) => [key, output as Record<string, unknown>]),
	);
}

/** The calls made for the run, as keys of its tasks. */
function askedFor(
	{ planted, video_id }: ResumedRun,
	{ ai, youtube }: Product,
	{ statements }: Report,
): string[] {
	const done = answersOf(planted);
	const brought = Object.assign({}, ...done.values()) as {
		transcript?: Transcript;
		chosen?: ChosenStatement[];
	};
	const windows = brought.transcript
		? transcriptWindows(brought.transcript).map(({ text }) => text)
		: [];
	const chosen = brought.chosen ?? statements;
	const asked = youtube.calls
		.filter(({ id }) => id === video_id)
		.map(({ kind }) => (kind === "player" ? "metadata" : "transcript"));
	const of_ai = ai.calls.flatMap((call) => keyOfCall(call, { chosen, windows }) ?? []);
	const pages = planted.task.flatMap(({ input }) => (input.kind === "read" ? [input.page] : []));
	const of_wikipedia = wiki.asked.flatMap(({ path }) => {
		const { searchParams } = new URL(path, wiki.origin);
		const query = searchParams.get("q");
		const place = chosen.findIndex(({ content }) => content === query);
		if (place >= 0) return [`search:${place}`];
		const title = searchParams.get("titles");
		return title !== null && chosen[0]?.content.includes(`harbour ${title} `)
			? pages.map((page) => `read:${page}`)
			: [];
	});
	return [...asked, ...of_ai, ...of_wikipedia];
}

/** The key of the task that made a provider call; null for a call of another run. */
function keyOfCall(
	{ kind, provider, statement, transcript, passages }: FakeCall,
	run: { chosen: { content: string }[]; windows: string[] },
): string | null {
	if (kind === "plan") {
		const own = run.chosen.some(({ content }) => passages.includes(content));
		return own ? "plan" : null;
	}
	if (kind === "extract") {
		const window = run.windows.indexOf(transcript ?? "");
		return window < 0 ? null : `extract:${window}`;
	}
	const place = run.chosen.findIndex(({ content }) => content === statement);
	return place < 0 ? null : `rate:${place}:${provider}`;
}

/** A stored rating is unchanged except for citations with sources; any other rating is new. */
function expectRating(
	rating: Rating,
	verdict: Statement["verdict"],
	kept: Record<string, unknown> | undefined,
): void {
	// A statement without a verdict has no number.
	const published = <T extends { score: number | null }>(given: T) =>
		verdict === "unverified" ? { ...given, score: null } : given;
	if (!kept) {
		const { score, explanation } = LATER;
		expect(rating).toMatchObject(published({ score, explanation }));
		return;
	}
	const stored = published({ ...WITHOUT_PAGES, ...(kept.rating as Rating) });
	if (!kept.judgement) {
		expect(rating).toEqual(stored);
		return;
	}
	const { provider, model, status, score, confidence, explanation } = stored;
	expect(rating).toMatchObject({ provider, model, status, score, confidence, explanation });
}

const versions = (await recordedVersions()).map((version, place) => ({ version, place }));
const recordings = await Promise.all(versions.map(({ version }) => readRecordedRun(version)));

/** Renames the stored field `from` of a recording, as another version might have written it. */
function written(from: string, as: string): RecordedRun {
	const text = JSON.stringify(recordings[0]);
	expect(text).toContain(`"${from}":`);
	return JSON.parse(text.replaceAll(`"${from}":`, `"${as}":`));
}

/** Tasks without outside calls. */
const OWN_WORK: TaskKind[] = ["join", "choose", "publish", "retire"];

const UNREADABLE = [
	{ what: "an answer", field: "chosen" },
	{ what: "a part of one", field: "score" },
	{ what: "what is to do", field: "statement" },
	{ what: "its own start", field: "panel" },
];

let product: Product;
let wiki: WebWorld;
let resumed: ResumedRun[];

beforeAll(async () => {
	wiki = await startWebWorld();
	wiki.serve(fakeWikipedia(articlesOf(recordings)));
	product = await startProduct(sourceEnv());
	const unreadable = UNREADABLE.map(({ field }) => written(field, `${field}_of_another_version`));
	resumed = await resumeRuns(product, [...recordings, ...unreadable]);
});
afterAll(async () => {
	await product?.stop();
	await wiki?.close();
});

const sourceEnv = () => ({
	EVIDENCE_SOURCES: "wikipedia",
	WIKIPEDIA_BASE_URL: wiki.origin,
	CONTACT_EMAIL: "team@example.org",
});

/** The articles on the talks' harbours. */
function articlesOf(runs: RecordedRun[]): Article[] {
	const harbours = [...JSON.stringify(runs).matchAll(/of harbour (\d+) was/g)].map(([, number]) =>
		Number(number),
	);
	return [...new Set(harbours)].map(articleOn);
}

async function ended(place: number): Promise<ResumedRun> {
	const run = resumed[place];
	if (!run) throw new Error("It was not taken up.");
	await run.stream.ended;
	return run;
}

describe.each(versions)("run that began under $version, before an update", ({ place }) => {
	it("ends with a result", async () => {
		const { video_id, stream } = await ended(place);
		const { video, analysis } = await product.visitor().report(video_id);
		expect(stream.events.at(-1)).toMatchObject({ event: "completed" });
		expect(analysis).toBeNull();
		expect(video).toMatchObject({ analysis_status: "completed", error: null, version: 1 });
	});

	it("continues the event stream from the last seen event", async () => {
		const { planted, seen, stream } = await ended(place);
		const { events } = stream;
		const { run_id } = planted.run;
		expect(events.map(({ id }) => id)).toEqual(
			events.map((_, index) => `${run_id}-${seen + 1 + index}`),
		);
		const told_before = planted.event.filter(({ seq }) => seq > seen);
		expect(
			events.slice(0, told_before.length).map(({ event, data }) => ({ name: event, data })),
		).toEqual(told_before.map(({ name, data }) => ({ name, data })));
		expect(events.length).toBeGreaterThan(told_before.length);
		const endings = events.filter(({ event }) => ["completed", "failed"].includes(event));
		expect(endings).toEqual([events.at(-1)]);
	});

	it("keeps the recorded answers and requests only the missing ones", async () => {
		const run = await ended(place);
		const report = await product.visitor().report(run.video_id);
		const done = answersOf(run.planted);
		const metadata = done.get("metadata")?.metadata as Metadata;
		expect(report.video.title).toBe(metadata.title);
		const chosen = done.get("choose")?.chosen as ChosenStatement[] | undefined;
		if (chosen)
			expect(report.statements.map(({ id, content }) => ({ id, content }))).toEqual(
				chosen.map(({ new_id: id, content }) => ({ id, content })),
			);
		for (const [index, { ratings, verdict }] of report.statements.entries())
			for (const rating of ratings)
				expectRating(rating, verdict, done.get(`rate:${index}:${rating.provider}`));
		const asked = askedFor(run, product, report);
		expect(asked.filter((key) => done.has(key))).toEqual([]);
		expect(asked).toEqual([...new Set(asked)]);
		const to_ask = run.planted.task.filter(
			({ state, input }) => state !== "done" && !OWN_WORK.includes(input.kind),
		);
		expect(asked).toEqual(expect.arrayContaining(to_ask.map(({ key }) => key)));
	});
});

describe.each(UNREADABLE.map((it, index) => ({ ...it, place: recordings.length + index })))(
	"recorded run in which $what is unreadable for this version",
	({ place }) => {
		it("fails with analysis_interrupted", async () => {
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
	},
);
