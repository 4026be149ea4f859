import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import { runFailure } from "#http/run-failures.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

let id: string;
let before: Report;

const product = opened(() => startProduct({ GEMINI_API_KEY: "" }));
const member = opened(() => product.member());
beforeAll(async () => {
	id = product.newVideo();
	before = (await runToEnd(member, id)).report;
	product.youtube.set(id, { playability: "private" });
	await member.analyze(watchUrl(id), { force: true });
	while ((await member.report(id)).analysis !== null) await sleep(20);
});

describe("re-analysis that failed before anyone connected", () => {
	it("keeps the earlier result", async () => {
		expect(await member.report(id)).toEqual(before);
	});

	it("sends a new viewer the earlier result and the failure", async () => {
		const stream = await product.visitor().events(id);
		await stream.ended;
		expect(stream.events.map(({ event }) => event)).toEqual(["snapshot", "failed"]);
		expect(stream.events[0]?.data).toEqual(before);
		expect(stream.events[1]?.data).toEqual(runFailure("video_private"));
	});

	it("returns 204 to a viewer who has seen the failure", async () => {
		const stream = await product.visitor().events(id);
		await stream.ended;
		const again = await member.events(id, stream.events.at(-1)?.id);
		expect(again.status).toBe(204);
	});
});
