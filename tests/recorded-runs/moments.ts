import { setTimeout as sleep } from "node:timers/promises";
import { type Article, fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import type { OutageProxy } from "#tests/support/fakes/network.ts";
import type { WebWorld } from "#tests/support/fakes/web-sites.ts";
import type { FakeVideo } from "#tests/support/fakes/youtube-answers.ts";
import { longTalk } from "#tests/support/fixtures/talks.ts";
import type { ReadEvent } from "#tests/support/world/client.ts";
import { progressOf } from "#tests/support/world/crash-invariants.ts";
import type { CrashingProduct } from "#tests/support/world/crashing-product.ts";

export type Recording = {
	product: CrashingProduct;
	/** Before the database. */
	proxy: OutageProxy;
	wiki: WebWorld;
	/** What a viewer was told so far. */
	events: () => ReadEvent[];
};

export type Moment = {
	name: string;
	video: Partial<FakeVideo>;
	/** What the run asks; nothing without it. */
	sources?: "wikipedia";
	/** How the stand-ins answer. */
	prepare?: (recording: Recording) => void;
	/** Resolves when the server is to be killed. */
	reached: (recording: Recording) => Promise<void>;
	/** The tasks that are not done then, as patterns: key, state, attempts. */
	open: string[];
};

const STATEMENTS = 4;
/** One window to read, and two. */
const WORDS = 150;
const MANY_WORDS = 1_900;
/** So many that some are said in the second. */
const MANY_STATEMENTS = 6;
const POLL_MS = 10;
const REACH_MS = 20_000;
/** By then an answer that has been sent is stored. */
const STORED_MS = 500;
/** What needs the database is tried at once, after half a second, one second more, and two more: it mostly waits. */
const SOME_TRIES_MS = 2_500;
/** Nothing has come yet of what was asked within this. */
const LONG_MS = 60_000;
/** Long enough for the database to go away meanwhile. */
const ANSWER_MS = 2_000;
const HOUR_S = 3_600;

const never = new Promise(() => {});

async function until(fits: () => boolean): Promise<void> {
	const since = Date.now();
	while (!fits()) {
		if (Date.now() - since > REACH_MS) throw new Error("It never came to it.");
		await sleep(POLL_MS);
	}
}

async function untilProgress({ events }: Recording, wanted: number): Promise<void> {
	await until(() => events().some((event) => (progressOf(event) ?? 0) >= wanted));
	await sleep(STORED_MS);
}

/** Takes the database away on the way from one progress to the next. */
async function untilWithoutDatabase(recording: Recording, from: number, to: number): Promise<void> {
	await untilProgress(recording, from);
	await recording.proxy.set("refused");
	await untilProgress(recording, to);
	await sleep(SOME_TRIES_MS - STORED_MS);
}

/** `number` names the harbour that a moment's video is about: no two share a statement. */
export function momentsOf(number: (place: number) => number): Moment[] {
	const talk = (place: number) =>
		longTalk({ number: number(place), words: WORDS, facts: STATEMENTS });
	return [
		{
			name: "after-the-metadata",
			video: { ...talk(0), delay_ms: { timedtext: LONG_MS } },
			reached: ({ product }) => until(() => product.youtube.count("timedtext") > 0),
			open: ["transcript leased 1"],
		},
		{
			name: "in-the-transcription",
			video: { tracks: [], duration: 1_500 },
			prepare: ({ product }) => transcribeSecond(product, number(1)),
			reached: (recording) => untilProgress(recording, 43.3),
			open: ["transcribe:0 leased 1", "transcribe:2 leased 1"],
		},
		{
			name: "in-the-extraction",
			video: longTalk({
				number: number(2),
				words: MANY_WORDS,
				facts: MANY_STATEMENTS,
			}),
			prepare: ({ product }) =>
				product.ai.behave(
					"all",
					({ transcript }) => (transcript?.includes("pier 1 ") ? {} : { until: never }),
					"extract",
				),
			reached: (recording) => untilProgress(recording, 55),
			open: ["extract:1 leased 1"],
		},
		{
			name: "before-the-choice",
			video: talk(5),
			prepare: ({ product }) => product.ai.behave("all", { delay_ms: ANSWER_MS }, "extract"),
			reached: (recording) => untilWithoutDatabase(recording, 50, 60),
			open: ["choose due [2-9]"],
		},
		{
			name: "in-the-ratings",
			video: talk(3),
			prepare: ({ product }) => answerRatings(product, ["openai"]),
			/** In its second life it works on fewer statements: some wait that were taken up before. */
			async reached(recording) {
				const { product } = recording;
				await untilProgress(recording, 70);
				await product.kill();
				answerRatings(product, ["openai", "claude"]);
				await product.start({ RATING_CONCURRENCY: "1" });
				await untilProgress(recording, 72.5);
			},
			open: [
				"rate:1:gemini leased 2",
				"rate:2:openai due 1",
				"rate:2:claude due 1",
				"rate:2:gemini due 1",
				"rate:3:openai due 0",
				"rate:3:claude due 0",
				"rate:3:gemini due 0",
			],
		},
		{
			name: "rated-but-not-published",
			video: talk(4),
			prepare: ({ product }) => product.ai.behave("all", { delay_ms: ANSWER_MS }, "rate"),
			reached: (recording) => untilWithoutDatabase(recording, 60, 90),
			open: ["publish due [2-9]"],
		},
		{
			name: "failed-but-not-published",
			video: { tracks: [], duration: 4 * HOUR_S, delay_ms: { player: 1_000 } },
			async reached({ product, proxy }) {
				await until(() => product.youtube.count("player") > 0);
				await proxy.set("refused");
				await until(() => product.youtube.calls.every((it) => it.ended_at));
				await sleep(SOME_TRIES_MS);
			},
			open: ["publish due [2-9]"],
		},
		...evidenceMoments(number),
	];
}

/** Moments of a run that asks Wikipedia, which has one article for all of its statements. */
function evidenceMoments(number: (place: number) => number): Moment[] {
	const of = (place: number) => ({
		sources: "wikipedia" as const,
		video: longTalk({
			number: number(place),
			words: WORDS,
			facts: STATEMENTS,
		}),
	});
	const serve = ({ wiki }: Recording, place: number, holds: (path: string) => boolean) => {
		const site = fakeWikipedia([articleOn(number(place))]);
		wiki.serve((path, response) => {
			if (!holds(path)) site(path, response);
		});
	};
	return [
		{
			name: "in-the-plan",
			...of(6),
			prepare: ({ product }) => product.ai.behave("all", { until: never }, "plan"),
			async reached({ product }) {
				await until(() => product.ai.calls.some(({ kind }) => kind === "plan"));
				await sleep(STORED_MS);
			},
			open: ["plan leased 1"],
		},
		{
			name: "in-the-searches",
			...of(7),
			prepare: (recording) => serve(recording, 7, (path) => path.includes("pier+2+")),
			reached: (recording) => untilProgress(recording, 82.5),
			open: ["search:1 leased 1"],
		},
		{
			name: "in-the-reads",
			...of(8),
			prepare: (recording) => serve(recording, 8, (path) => path.includes("titles=")),
			async reached({ wiki }) {
				const answered = () =>
					wiki.asked.filter(({ path, ended_at }) => path.includes("?q=") && ended_at);
				await until(() => answered().length === STATEMENTS);
				await until(() => wiki.asked.some(({ path }) => path.includes("titles=")));
				await sleep(STORED_MS);
			},
			open: ["read:the-page-0 leased 1"],
		},
		{
			name: "in-the-ratings-by-evidence",
			...of(9),
			prepare(recording) {
				serve(recording, 9, () => false);
				answerRatings(recording.product, ["openai"]);
			},
			reached: (recording) => untilProgress(recording, 70),
			open: [
				"rate:1:claude leased 1",
				"rate:1:gemini leased 1",
				"rate:2:openai leased 1",
				"rate:2:claude leased 1",
				"rate:2:gemini leased 1",
				"rate:3:openai due 0",
				"rate:3:claude due 0",
				"rate:3:gemini due 0",
			],
		},
	];
}

/** Found by the number of its harbour, which all statements of its talk name. */
export function articleOn(harbour: number): Article {
	return {
		title: String(harbour),
		revised: "2026-01-01T00:00:00Z",
		paragraphs: [
			`Records show that pier 1 of harbour ${harbour} was 100 metres long in 1800, and that the pier was built of oak.`,
			...Array.from({ length: 2 }, () => ABOUT_ARCHIVES),
		],
	};
}

/** Fills an article, as a page with hardly any text is none. */
const ABOUT_ARCHIVES =
	"The archive has kept the plans of the port since it was founded, and most of them can be read in the building beside the station. Visitors are told who drew them, who paid for them, and which engineer lost the second competition after winning the first.";

/** Of three windows the second, in which one sentence is said. */
function transcribeSecond({ ai }: CrashingProduct, number: number): void {
	const text = `Records show that harbour ${number} has forty berths.`;
	ai.answer({
		transcribe: () => ({
			language: "en",
			segments: [{ start: "10:20", text }],
		}),
	});
	ai.behave("gemini", ({ clip }) => (clip?.start === 600 ? {} : { until: never }), "transcribe");
}

/** All of the first statement's; of the second those of `providers`; no other. */
function answerRatings({ ai }: CrashingProduct, providers: string[]): void {
	ai.behave("all", ({ kind, statement, provider }) =>
		!kind.startsWith("rate") ||
		statement?.includes("pier 1 ") ||
		(statement?.includes("pier 2 ") && providers.includes(provider))
			? {}
			: { until: never },
	);
}
