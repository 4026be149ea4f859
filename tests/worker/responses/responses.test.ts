import { describe, expect, it } from "vitest";
import type { CreatorResponse, ResponseAnswer } from "#contract/responses.ts";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aMember,
	anOwner,
	published,
	type SignedIn,
	signedInAdmin,
} from "#tests/support/world/signed-in.ts";

const product = opened(() =>
	startProduct({ YOUTUBE_API_KEY: "a-data-key", ADMIN_EMAILS: ADMIN_EMAIL }),
);

function respond(member: SignedIn, body: object) {
	return member.post<ResponseAnswer>("/api/responses", body);
}

async function responsesTo(video_id: string): Promise<CreatorResponse[]> {
	return (await product.visitor().report(video_id)).responses;
}

/** An analysis with two statements, and the verified owner of the video's channel. */
async function anAnalysis() {
	const { member, channel } = await anOwner(product);
	const statements = [aStatement(), aStatement({ timestamp: 50 })];
	const metadata = someMetadata({ channel_id: channel.channel_id, channel_name: "Harbour Talks" });
	const run = await published(product, { statements, metadata });
	return { member, metadata, video_id: run.video_id, statements };
}

describe("creator response", () => {
	it("to the analysis or to a statement appears in the report", async () => {
		const { member, video_id, statements } = await anAnalysis();
		const statement_id = statements[1]?.id;
		const whole = await respond(member, { video_id, body: " We disagree. " });
		expect(whole.status).toBe(201);
		expect(whole.body.response).toMatchObject({
			video_id,
			statement_id: null,
			channel_name: "Harbour Talks",
			body: "We disagree.",
			withdrawn_at: null,
			history: [],
		});
		const one = await respond(member, { video_id, statement_id, body: "Yes." });
		expect(one.body.response).toMatchObject({ statement_id, body: "Yes." });
		expect(await responsesTo(video_id)).toEqual([whole.body.response, one.body.response]);
		for (const target of [{}, { statement_id }])
			expect(await respond(member, { video_id, ...target, body: "Again." })).toMatchObject({
				status: 409,
				body: { code: "already_responded" },
			});
	});

	it("is accepted only from the verified owner of the video's channel", async () => {
		const { video_id } = await anAnalysis();
		const other = await anOwner(product);
		const body = "We disagree.";
		for (const member of [await aMember(product), other.member])
			expect(await respond(member, { video_id, body })).toMatchObject({
				status: 403,
				body: {
					detail: "Only the verified owner of this video's channel can respond to its analysis.",
				},
			});
		const nobodys = await published(product, { metadata: someMetadata({ channel_id: null }) });
		expect((await respond(other.member, { video_id: nobodys.video_id, body })).status).toBe(403);
	});

	it("must target an analyzed video and one of its live statements", async () => {
		const { member, metadata, video_id, statements } = await anAnalysis();
		const elsewhere = await anAnalysis();
		const body = "We disagree.";
		const refused = async (request: object) => {
			const answer = await respond(member, { video_id, body, ...request });
			return [answer.status, (answer.body as { code?: string }).code];
		};
		expect(await refused({ video_id: "nosuchvideo" })).toEqual([404, "video_not_found"]);
		expect(await refused({ statement_id: "nothing" })).toEqual([404, "statement_not_found"]);
		expect(await refused({ statement_id: elsewhere.statements[0]?.id })).toEqual([
			422,
			"statement_of_another_video",
		]);
		await published(product, { video_id, metadata });
		expect(await refused({ statement_id: statements[0]?.id })).toEqual([409, "statement_retired"]);
	});

	it.each([
		["nothing", ""],
		["spaces", "   "],
		["what cannot be seen", "\u200b\u200e"],
		["too much", "x".repeat(5_001)],
		["no text", null],
	])("rejects a body of %s", async (_what, body) => {
		const { member, video_id } = await anAnalysis();
		expect((await respond(member, { video_id, body })).status).toBe(400);
	});

	it("can be edited and keeps its earlier versions", async () => {
		const { member, video_id } = await anAnalysis();
		const { response } = (await respond(member, { video_id, body: "First." })).body;
		const path = `/api/responses/${response.id}`;
		const same = await member.patch<ResponseAnswer>(path, { body: "First." });
		expect(same.body.response).toEqual(response);
		const changed = await member.patch<ResponseAnswer>(path, { body: "Second." });
		expect(changed.body.response).toEqual({
			...response,
			body: "Second.",
			updated_at: expect.any(String),
			history: [{ body: "First.", replaced_at: expect.any(String) }],
		});
		expect(await responsesTo(video_id)).toEqual([changed.body.response]);
		for (let n = 1; n < 10; n += 1)
			expect((await member.patch(path, { body: `${n}` })).status).toBe(200);
		expect(await member.patch(path, { body: "Once more." })).toMatchObject({
			status: 409,
			body: { code: "too_many_edits" },
		});
	});

	it("can be withdrawn, which removes its text but keeps its dates", async () => {
		const { member, video_id } = await anAnalysis();
		const { response } = (await respond(member, { video_id, body: "First." })).body;
		const path = `/api/responses/${response.id}`;
		await member.patch(path, { body: "Second." });
		const withdrawn = await member.delete<ResponseAnswer>(path);
		expect(withdrawn.status).toBe(200);
		expect(withdrawn.body.response).toMatchObject({
			id: response.id,
			body: "",
			created_at: response.created_at,
			withdrawn_at: expect.any(String),
			history: [{ body: "", replaced_at: expect.any(String) }],
		});
		expect((await member.delete(path)).body).toEqual(withdrawn.body);
		expect(await responsesTo(video_id)).toEqual([withdrawn.body.response]);
		expect(await member.patch(path, { body: "Back." })).toMatchObject({
			status: 409,
			body: { code: "response_withdrawn" },
		});
		const anew = await respond(member, { video_id, body: "Anew." });
		expect(anew.status).toBe(201);
	});

	it("can be edited and withdrawn only by its author", async () => {
		const { member, video_id } = await anAnalysis();
		const { response } = (await respond(member, { video_id, body: "First." })).body;
		const path = `/api/responses/${response.id}`;
		for (const [client, status] of [
			[product.visitor(), 401],
			[await aMember(product), 403],
			[(await anOwner(product)).member, 403],
		] as const) {
			expect((await client.patch(path, { body: "Mine." })).status).toBe(status);
			expect((await client.delete(path)).status).toBe(status);
		}
		expect(await responsesTo(video_id)).toEqual([response]);
		expect((await member.delete("/api/responses/nothing")).status).toBe(404);
		expect((await member.patch("/api/responses/nothing", { body: "x" })).status).toBe(404);
	});
});

describe("response that an admin hides", () => {
	it("keeps its dates but shows none of its texts until it is shown again", async () => {
		const { member, video_id } = await anAnalysis();
		const admin = await signedInAdmin(product);
		const { response } = (await respond(member, { video_id, body: "An insult." })).body;
		const path = `/api/admin/responses/${response.id}`;
		expect((await member.post(path, { hidden: true })).status).toBe(403);
		const hidden = await admin.post<ResponseAnswer>(path, { hidden: true, reason: "An insult." });
		expect(hidden.body.response).toMatchObject({ body: "", hidden_at: expect.any(String) });
		expect(await responsesTo(video_id)).toEqual([hidden.body.response]);
		const shown = await admin.post<ResponseAnswer>(path, { hidden: false });
		expect(shown.body.response).toEqual(response);
		const log = await product.rows(
			"select action, reason from admin_decisions where subject_id = ? order by action",
			response.id,
		);
		expect(log).toEqual([
			{ action: "response_hidden", reason: "An insult." },
			{ action: "response_shown", reason: null },
		]);
		expect((await admin.post("/api/admin/responses/nothing", { hidden: true })).status).toBe(404);
	});
});
