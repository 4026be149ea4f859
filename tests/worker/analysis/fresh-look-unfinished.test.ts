import { beforeAll, expect, it } from "vitest";
import type { NewResponseAnswer } from "#contract/responses.ts";
import { makeOwner } from "#tests/support/fixtures/claims.ts";
import { opened } from "#tests/support/world/opened.ts";
import { idOf, startPageProduct } from "#tests/support/world/page-product.ts";
import { aMember, databaseOf } from "#tests/support/world/signed-in.ts";

const SAID = ["The roof is 31 m.", "The mill is 42 m.", "The pier is 53 m."];
/** One extraction, and two statements by three models: the estimate for so short a text. */
const ROOM_FOR_TWO = { LIMIT_PROVIDER_CALLS: "7" };

const at = opened(() => startPageProduct(ROOM_FOR_TWO));
beforeAll(async () => {
	const statements = SAID.map((text, place) => ({
		content: text,
		quote: text,
		importance: 90 - place,
	}));
	at.product.ai.answer({ extract: () => ({ statements }) });
});

it("a response with a page leaves what an analysis has read that the day's budget cut short", async () => {
	const { video_id, report } = await at.analysed(SAID);
	const reasons = report.statements.map((it) => it.unverified_reason);
	expect(reasons).toContain("budget");
	const creator = await aMember(at.product);
	const db = await databaseOf(at.product);
	await makeOwner(db, creator.id, report.video.channel_id ?? "");
	await at.restart({ LIMIT_PROVIDER_CALLS: "50" });
	const { body } = await creator.post<NewResponseAnswer>("/api/responses", {
		video_id,
		statement_id: idOf(report, "roof"),
		body: "Not so.",
		page: `${at.web.origin}/roof`,
	});
	expect(body.fresh_look).toBe("unavailable");
	at.product.ai.calls.length = 0;
	const next = await at.again(video_id);
	expect(next.statements).toHaveLength(SAID.length);
	// Only the third statement, of which no page speaks, is asked for.
	expect(at.product.ai.calls.map(({ kind }) => kind)).toEqual(["rate", "rate", "rate"]);
});
