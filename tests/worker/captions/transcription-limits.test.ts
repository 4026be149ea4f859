import { expect, it } from "vitest";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = opened(() => startProduct({ LIMIT_ANALYSES: "5" }));

it("a transcription counts as many analyses as it has parts, once", async () => {
	const member = await product.member();
	const film = { tracks: [], duration: 2_400 };
	product.ai.answer({ transcribe: () => ({ language: null, segments: [] }) });
	const id = product.newVideo(film);
	await runToEnd(member, id);
	await runToEnd(member, id);
	expect(product.ai.calls.filter(({ kind }) => kind === "transcribe")).toHaveLength(4);
	const other = { url: watchUrl(product.newVideo(film)) };
	expectProblem(await member.post("/api/analyze", other), 429, "too_many_requests");
	expect((await (await product.member()).post("/api/analyze", other)).status).toBe(202);
});
