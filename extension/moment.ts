import { reportPath, watchUrl } from "#contract/addresses.ts";
import {
	type Analysis,
	Progress,
	Report,
	RunError,
	readEvent,
	StartedMoment,
	Statement,
	toResult,
} from "./answers.ts";
import type { AskMoment, MomentCard } from "./messages.ts";
import { ask, forgetLookups, readKept, retryHelps, ServerProblem } from "./server.ts";
import { signIn } from "./sign-in.ts";

/** Ten other requests may wait before this one, each with a run of its own. */
const MAX_ROUNDS = 12;
/** A run takes five minutes at most. */
const TIMEOUT_MS = 10 * 60_000;
/** Browsers end a background that says nothing for half a minute. */
const ALIVE_MS = 20_000;
const LOOK_AGAIN_MS = 3_000;
/** The server answers from a moment this near. */
const SAME_MOMENT_S = 20;
const TOO_LONG = "The check did not finish in time. Please try again.";
const FAILED = "Something went wrong. Please try again.";

/** Checks what was said up to a second, and shows it as it grows, until `gone`. */
export async function checkMoment(
	asked: AskMoment,
	show: (card: MomentCard) => void,
	gone: AbortSignal,
): Promise<void> {
	let card: MomentCard = {
		said: null,
		stage: { words: "Asking", detail: "" },
		statements: [],
		simulated: false,
		language: undefined,
		problem: null,
		report: (await readKept()).server + reportPath(asked.video_id),
		result: null,
	};
	const update = (change: Partial<MomentCard>) => {
		if (gone.aborted) return;
		card = { ...card, ...change };
		show(card);
	};
	const alive = setInterval(() => update({}), ALIVE_MS);
	const stop = AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT_MS)]);
	try {
		await requireMember(update);
		const end = await answered(asked, card, { update, stop });
		await forgetLookups();
		update(end);
	} catch (thrown) {
		const problem = thrown instanceof ServerProblem ? thrown : new ServerProblem(500, "", FAILED);
		const { message: words, transcript_wanted } = problem;
		update({ stage: null, problem: { words, again: retryHelps(problem), transcript_wanted } });
	} finally {
		clearInterval(alive);
	}
}

type Update = (change: Partial<MomentCard>) => void;

async function requireMember(update: Update): Promise<void> {
	if ((await readKept()).key !== undefined) return;
	update({ stage: { words: "Press Allow in the window that opens", detail: "" } });
	const { problem } = await signIn();
	if (problem !== null) throw new ServerProblem(401, "not_signed_in", problem);
}

/** The end of the card: the moment's statements as the report has them. */
async function answered(
	{ video_id, at, transcript }: AskMoment,
	card: MomentCard,
	run: { update: Update; stop: AbortSignal },
): Promise<Partial<MomentCard>> {
	for (let round = 0; round < MAX_ROUNDS; round += 1) {
		const started = await ask("/api/analyze", {
			schema: StartedMoment,
			method: "POST",
			body: { url: watchUrl(video_id), at, ...(transcript !== null && { transcript }) },
			as_member: true,
		});
		const is_there = started.run === undefined;
		if (is_there || (await followRun(video_id, started.run ?? "", run)) === "ended") {
			const report = await ask(`/api/videos/${encodeURIComponent(video_id)}`, { schema: Report });
			const moment = nearestMoment(report, at);
			const ids = started.statements?.map(({ id }) => id) ?? moment?.statement_ids ?? [];
			return {
				said: moment?.said || card.said,
				stage: null,
				statements: report.statements.filter(({ id }) => ids.includes(id)),
				simulated: report.video.simulated,
				language: report.video.language,
				result: toResult(report),
			};
		}
		if (run.stop.aborted) break;
	}
	throw new ServerProblem(0, "timeout", TOO_LONG);
}

function nearestMoment({ moments }: Report, at: number): Report["moments"][number] | undefined {
	const distance = (moment: Report["moments"][number]) => Math.abs((moment.at ?? Infinity) - at);
	const [nearest] = [...moments].sort((a, b) => distance(a) - distance(b));
	return nearest && distance(nearest) <= SAME_MOMENT_S ? nearest : undefined;
}

/**
 * Follows a run, which may wait for others of the video. "another": one of these ended, or the
 * stream did, so that the request has to be sent again. Throws if the run failed.
 */
async function followRun(
	video_id: string,
	run: string,
	{ update, stop }: { update: Update; stop: AbortSignal },
): Promise<"ended" | "another"> {
	const { server } = await readKept();
	const stream = new EventSource(`${server}/api/videos/${encodeURIComponent(video_id)}/events`);
	const isOurs = ({ lastEventId }: MessageEvent) => lastEventId.startsWith(`${run}-`);
	const statements: Statement[] = [];
	const onAnalysis = (analysis: Analysis | null | undefined) => {
		if (!analysis) return;
		if (analysis.run !== run)
			return update({ stage: { words: "Waiting for another check of this video", detail: "" } });
		update({ said: analysis.moment?.said ?? null, stage: stageOf(analysis) });
	};
	try {
		return await new Promise((resolve, reject) => {
			const onEnd = (event: MessageEvent) => resolve(isOurs(event) ? "ended" : "another");
			stream.addEventListener("snapshot", ({ data }) => {
				const report = readEvent(Report, data);
				if (report) update({ simulated: report.video.simulated });
				onAnalysis(report?.analysis);
			});
			stream.addEventListener("progress", ({ data }) => {
				onAnalysis(readEvent(Progress, data)?.analysis);
			});
			stream.addEventListener("statement", (event) => {
				const statement = readEvent(Statement, event.data);
				if (!statement || !isOurs(event)) return;
				statements.push(statement);
				update({ statements: [...statements] });
			});
			stream.addEventListener("completed", onEnd);
			stream.addEventListener("failed", (event) => {
				const error = readEvent(RunError, event.data);
				if (!error || !isOurs(event)) return onEnd(event);
				const { status, code, detail, transcript_wanted } = error;
				reject(new ServerProblem(status, code, detail, transcript_wanted));
			});
			stream.addEventListener("error", () => {
				if (stream.readyState !== EventSource.CLOSED) return;
				setTimeout(() => resolve("another"), LOOK_AGAIN_MS);
			});
			stop.addEventListener("abort", () => resolve("another"), { once: true });
		});
	} finally {
		stream.close();
	}
}

const STAGES: Record<string, string> = {
	extracting: "Reading what was said",
	processing: "Finding what can be checked",
	searching: "Searching for sources",
	finalizing: "Finishing",
};

const DOING: Record<string, string> = {
	search: "Searching for sources",
	read: "Reading a source",
	wait: "Waiting for a limit",
};

function stageOf({ analysis_step, activity }: Analysis): NonNullable<MomentCard["stage"]> {
	const stage = STAGES[analysis_step ?? ""] ?? "Rating statements";
	if (activity) return { words: DOING[activity.kind] ?? stage, detail: activity.text };
	return { words: stage, detail: "" };
}
