import { beforeEach, describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import { runFailure } from "#http/run-failures.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = shared(() => shareProduct());
beforeEach(() => {
	product.ai.reset();
	product.youtube.reset();
});

describe("GET /api/videos/{id}/events", () => {
	it("sends a late viewer a snapshot and the remaining events, then closes", async () => {
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 2);
		const member = await product.member();
		await member.analyze(watchUrl(id));
		const early = await member.events(id);
		await early.until(
			({ data }) => ((data as { analysis?: Analysis }).analysis?.progress ?? 0) >= 60,
		);
		const late = await member.events(id);
		goOn();
		await Promise.all([early.ended, late.ended]);
		expect(late.retry_ms).toBe(2_000);
		expect(late.headers.get("content-type")).toMatch(/^text\/event-stream/);
		expect(late.events[0]?.event).toBe("snapshot");
		const snapshot = late.events[0]?.data as Report;
		expect(snapshot.analysis?.progress).toBeGreaterThanOrEqual(60);
		expect(snapshot.video.title).not.toBe("");
		const said = (await member.report(id)).statements.map(({ quote, timestamp }) => ({
			quote,
			timestamp,
		}));
		expect(snapshot.analysis?.found).toEqual(said);
		const lists = early.events.flatMap(({ event, data }) =>
			event === "progress" ? [(data as { analysis: Analysis }).analysis.found] : [],
		);
		expect(lists).toContainEqual(said);
		expect(lists.at(-1)).toEqual([]);
		expect(late.events.at(-1)?.event).toBe("completed");
		const tail = late.events.slice(1).map((it) => it.id);
		expect(early.events.map((it) => it.id).slice(-tail.length)).toEqual(tail);
		const sequence = early.events.map((it) => Number(it.id.split("-")[1]));
		expect(sequence.slice(1)).toEqual(
			sequence.slice(1).map((_, index) => (sequence[0] ?? 0) + index + 1),
		);
		const progress = early.events.flatMap(({ event, data }) =>
			event === "progress" ? [(data as { analysis: Analysis }).analysis.progress] : [],
		);
		expect(progress).toEqual([...progress].sort((a, b) => a - b));
		const statements = early.events.filter((it) => it.event === "statement");
		const report = await member.report(id);
		expect(statements.map(({ data }) => (data as Statement).id).sort()).toEqual(
			report.statements.map((it) => it.id).sort(),
		);
	});

	it("resumes after Last-Event-ID without a gap or a repeat", async () => {
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 2);
		const member = await product.member();
		await member.analyze(watchUrl(id));
		const whole = await member.events(id);
		const first = await member.events(id);
		await first.until(() => true);
		first.close();
		await first.ended;
		const last = first.events.at(-1)?.id;
		const resumed = await member.events(id, last);
		goOn();
		await Promise.all([whole.ended, resumed.ended]);
		expect(resumed.events.some(({ event }) => event === "snapshot")).toBe(false);
		const after = whole.events.findIndex((it) => it.id === last);
		expect(resumed.events.map((it) => it.id)).toEqual(
			whole.events.slice(after + 1).map((it) => it.id),
		);
	});

	it("replays snapshot and ending to a new viewer after the end, and returns 204 to a reconnection", async () => {
		const id = product.newVideo();
		const member = await product.member();
		await member.analyze(watchUrl(id));
		await member.finished(id);
		const stream = await product.visitor().events(id);
		await stream.ended;
		expect(stream.events.map((it) => it.event)).toEqual(["snapshot", "completed"]);
		const again = await member.events(id, stream.events.at(-1)?.id);
		expect(again.status).toBe(204);
		const midway = await member.events(id, stream.events[0]?.id);
		await midway.ended;
		expect(midway.events.map((it) => it.event)).toEqual(["completed"]);
		const foreign = await member.events(id, "anotherrun-3");
		await foreign.ended;
		expect(foreign.events.map((it) => it.event)).toEqual(["snapshot", "completed"]);
	});

	it("shows a re-analysis that failed before anyone connected, and returns 204 to who saw it", async () => {
		const id = product.newVideo();
		const member = await product.member();
		const { report } = await runToEnd(member, id);
		product.youtube.set(id, { playability: "private" });
		await member.analyze(watchUrl(id), { force: true });
		await expect.poll(async () => (await member.report(id)).analysis).toBeNull();
		expect(await member.report(id)).toEqual(report);
		const stream = await product.visitor().events(id);
		await stream.ended;
		const [snapshot, failed] = stream.events;
		expect(stream.events.map(({ event }) => event)).toEqual(["snapshot", "failed"]);
		const error = runFailure("video_private");
		const analysis = expect.objectContaining({ status: "failed", moment: null, error });
		expect([snapshot?.data, failed?.data]).toEqual([{ ...report, analysis }, error]);
		expect((await member.events(id, failed?.id)).status).toBe(204);
	});

	it("returns 404 for a video that was never analyzed", async () => {
		const answer = await product.visitor().get("/api/videos/unknown0000/events");
		expect(answer.status).toBe(404);
		expect(answer.body).toMatchObject({ detail: "Video Not Found" });
	});
});
