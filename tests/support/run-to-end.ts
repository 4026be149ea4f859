import { expect } from "vitest";
import type { Analysis, AnalyzeRequest } from "#contract/analysis.ts";
import type { Report } from "#contract/video.ts";
import { type Client, watchUrl } from "./client.ts";
import type { ReadEvent } from "./event-reader.ts";

export type EndedRun = {
	/** "completed" or "failed". */
	ending: ReadEvent;
	/** Everything that the run told, from its first event on. */
	events: ReadEvent[];
	/** What the last progress event said. */
	analysis: Analysis | null;
	/** As it is after the run. */
	report: Report;
};

/** Starts a run, follows it to its end and reads what it left. */
export async function runToEnd(
	client: Client,
	video_id: string,
	options: Omit<AnalyzeRequest, "url"> = {},
): Promise<EndedRun> {
	const answer = await client.analyze(watchUrl(video_id), options);
	expect(answer.status, JSON.stringify(answer.body)).toBe(202);
	const stream = await client.events(video_id);
	const ending = await stream.until(
		({ event }) => event === "completed" || event === "failed",
	);
	await stream.ended;
	// A quick run may have told most of it before the stream was open.
	const [run] = ending.id.split("-");
	const whole = await client.events(video_id, `${run}-0`);
	await whole.ended;
	const progress = whole.events.filter(({ event }) => event === "progress");
	const last = progress.at(-1)?.data as { analysis: Analysis } | undefined;
	return {
		ending,
		events: whole.events,
		analysis: last?.analysis ?? null,
		report: await client.report(video_id),
	};
}
