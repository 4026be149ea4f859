import { isDeepStrictEqual } from "node:util";
import type { Report, TranscriptAnswer } from "#contract/video.ts";
import { readPastedTranscript } from "#features/captions/pasted-transcript.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import { answerCheck } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { openApiDocument } from "#worker/openapi/document.ts";
import { wrongInRefusal, wrongInReport } from "./check-report.ts";
import { hostileArticles, hostileLookups, wrongInEvidence } from "./hostile-pages.ts";
import {
	FORMS,
	type HostileVideo,
	hostileAnswers,
	pastedOf,
	TEXTS_A_VIDEO,
	tracksOf,
} from "./hostile-videos.ts";
import type { HostileWorld } from "./hostile-world.ts";
import { leaksIn } from "./leaks.ts";
import { CLASSES } from "./seeds.ts";

/** The maximum attempts of one call. */
const ATTEMPTS = 3;
const PANEL = 3;
/** Pages are searched at most twice. */
const ROUNDS = 2;
/** A window of the transcript without its overlap with the next one. */
const SHORTEST_WINDOW_CHARS = 9_000;
/** The player as three apps, the captions, the data API and its fallback. */
const MOST_YOUTUBE_CALLS = 12;

export type AnalysedVideo = HostileVideo & { id: string };

/**
 * Puts every text into a video's title, channel, captions or pasted transcript, into the pages
 * found for it, and into the providers' answers.
 */
export async function throughVideos(hostile: HostileWorld): Promise<AnalysedVideo[]> {
	const videos = CLASSES.flatMap((kind) => {
		const texts = hostile.texts[kind];
		const count = Math.ceil(texts.length / TEXTS_A_VIDEO);
		return Array.from({ length: count }, (_, at): HostileVideo => {
			const from = at * TEXTS_A_VIDEO;
			const form = FORMS[(at + CLASSES.indexOf(kind)) % FORMS.length];
			return { kind, form: form ?? "json3", texts: texts.slice(from, from + TEXTS_A_VIDEO) };
		});
	});
	const done: AnalysedVideo[] = [];
	for (const video of videos) done.push({ ...video, id: await analyse(hostile, video) });
	return done;
}

async function analyse(hostile: HostileWorld, video: HostileVideo): Promise<string> {
	const { product, source } = hostile;
	const { texts, kind, form } = video;
	for (const place of [form, ...PLACES])
		for (const text of texts) hostile.findings.tried(kind, place, text);
	const found = (what: string) => hostile.findings.add(kind, form, texts.join("\n"), what);
	product.ai.reset();
	product.ai.answer({ ...hostileAnswers(texts), ...hostileLookups(texts) });
	source.serve(hostileArticles(texts));
	const tracks = tracksOf(video);
	const id = product.newVideo({
		title: texts.join(" ").slice(0, 4_000) || "Untitled",
		channel_name: texts.toReversed().join(" ").slice(0, 2_000) || "Nobody",
		duration: 600,
		tracks,
		...(tracks === null && { playability: "ok" as const }),
	});
	const before = product.youtube.calls.length;
	const member = await product.member();
	const asked = await member.analyze(watchUrl(id), {
		...(tracks === null && { transcript: pastedOf(video) }),
	});
	const is_refused = tracks === null && readPastedTranscript(pastedOf(video)) === null;
	if (asked.status !== 202) found(`the start answered ${asked.status}`);
	const report = await member.finished(id);
	const heard = await member.get<TranscriptAnswer>(`/api/videos/${id}/transcript`);
	const transcript = heard.body.transcript ?? "";
	const wrong = [
		...(is_refused ? wrongInRefusal(report) : wrongInReport(report, transcript)),
		...report.statements.flatMap((it) => wrongInEvidence(it, { origin: source.origin, texts })),
		...(await wrongInAnswer(hostile, id, texts)),
		...(await wrongInAnswer(hostile, id, texts, "/api/videos/{id}/evidence")),
		...wrongInCalls(product.ai.calls, report, transcript),
	];
	for (const one of wrong) found(one);
	const seen = product.youtube.calls.length - before;
	if (seen > MOST_YOUTUBE_CALLS) found(`${seen} calls to the platform`);
	return id;
}

const PLACES = [
	"title",
	"channel name",
	"provider answer",
	"page text",
	"page title",
	"page date",
	"page address",
];

async function wrongInAnswer(
	{ product, secrets }: HostileWorld,
	id: string,
	texts: readonly string[],
	route: "/api/videos/{id}" | "/api/videos/{id}/evidence" = "/api/videos/{id}",
): Promise<string[]> {
	const document = openApiDocument("http://localhost");
	const operation = document.paths[route]?.get;
	if (operation === undefined) return [`${route} is not documented`];
	const { status, headers, ...answer } = await fetch(product.url + route.replace("{id}", id)).then(
		async (response) => ({
			status: response.status,
			headers: response.headers,
			text: await response.text(),
		}),
	);
	const type = headers.get("content-type") ?? "";
	return [
		...answerCheck(document)(operation, { status, type, ...answer }),
		...leaksIn(answer.text, secrets, texts),
	];
}

/** Provider calls beyond what the statements need. */
function wrongInCalls(
	calls: readonly FakeCall[],
	{ statements }: Report,
	transcript: string,
): string[] {
	const rated = calls.filter(({ kind }) => kind.startsWith("rate"));
	const plans = calls.filter(({ kind }) => kind === "plan");
	const questions = new Set(rated.map((call) => `${call.provider} ${call.statement}`));
	const reads = calls.length - rated.length - plans.length;
	const windows = Math.ceil(transcript.length / SHORTEST_WINDOW_CHARS);
	const known = new Set(statements.map(({ content }) => inOneLine(content)));
	const shown = new Set(rated.map((call) => inOneLine(call.statement ?? "")));
	const laws: [boolean, string][] = [
		[questions.size <= statements.length * PANEL, `${questions.size} ratings were asked for`],
		[
			rated.length <= questions.size * ATTEMPTS * ROUNDS,
			`${rated.length} calls for ${questions.size} ratings`,
		],
		[reads <= PANEL * ATTEMPTS * windows, `${reads} calls to read it`],
		[plans.length <= ATTEMPTS, `${plans.length} calls to plan`],
		[isDeepStrictEqual(known, shown), "a rater was shown more than the statements"],
	];
	return laws.flatMap(([holds, what]) => (holds ? [] : [what]));
}

/** Without invisible characters and white space, as in a prompt. */
function inOneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, "");
}
