import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import type { NewApiKey } from "#contract/me.ts";
import type { Problem } from "#contract/problem.ts";
import type { NewResponseAnswer } from "#contract/responses.ts";
import type { Report, TranscriptAnswer } from "#contract/video.ts";
import { freshChannelId, makeOwner } from "#tests/support/fixtures/claims.ts";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Client, createClient, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aMember,
	databaseOf,
	PASSWORD,
	published,
	signedIn,
	signedInAdmin,
} from "#tests/support/world/signed-in.ts";
import { listOf, runToEnd } from "#tests/support/world/viewers.ts";

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL, LIMIT_SIGN_IN: "0" }));
const admin = opened(async () => ({ ...(await signedInAdmin(product)), stop: () => {} }));

const WHY = { reason: "private", sentence: "It shows where someone lives." };
const LEGAL = { reason: "legal_order", sentence: "A court ordered it." };

async function hide(kind: string, id: string, why: object = WHY) {
	const answer = await admin.post("/api/admin/hidden", { kind, id, hidden: true, ...why });
	expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
async function show(kind: string, id: string) {
	const answer = await admin.post("/api/admin/hidden", { kind, id, hidden: false });
	expect(answer.status).toBe(200);
}

function open(path: string, headers: Record<string, string> = {}) {
	return fetch(product.url + path, { headers: { connection: "close", ...headers } });
}

describe("a hidden video", () => {
	it("is refused with the page's reason wherever it can be asked for", async () => {
		const id = product.newVideo();
		const member = await aMember(product);
		const { report } = await runToEnd(member, id);
		const statement_id = report.statements[0]?.id ?? "";
		const key = (await member.post<NewApiKey>("/api/keys", { name: "An assistant" })).body.key;
		await hide("video", id);
		const asked: [string, Promise<{ status: number; body: unknown }>][] = [
			["analysis", member.analyze(watchUrl(id))],
			["forced analysis", member.analyze(watchUrl(id), { force: true })],
			["moment", member.analyze(watchUrl(id), { at: 10 })],
			["through the API", bearer(key).post("/api/v1/analyze", { url: watchUrl(id) })],
			["follow", member.put(`/api/follows/video/${id}`)],
			["vote", member.put(`/api/statements/${statement_id}/vote`, { vote_type: "upvote" })],
			["report", member.get(`/api/videos/${id}`)],
			["transcript", member.get(`/api/videos/${id}/transcript`)],
			["versions", member.get(`/api/videos/${id}/versions`)],
		];
		for (const [what, asking] of asked) {
			const { status, body } = await asking;
			const problem = body as Problem;
			if (what === "vote") expect(status, what).toBe(404);
			else
				expect([what, status, problem.code, problem.detail]).toEqual([
					what,
					410,
					"taken_down",
					expect.stringContaining(WHY.sentence),
				]);
		}
		const lookup = await member.get(`/api/v1/lookup?ids=${id}&statements=1`);
		expect(JSON.stringify(lookup.body)).not.toContain(report.video.title);
		expect(lookup.body).toMatchObject({ results: [] });
		const client = new McpClient({ name: "a test", version: "1" });
		await client.connect(
			new StreamableHTTPClientTransport(new URL(`${product.url}/mcp`), {
				requestInit: { headers: { authorization: `Bearer ${key}` } },
			}),
		);
		for (const [name, args] of [
			["get_report", { video: id }],
			["check_video", { video: id }],
			["check_moment", { video: id, at: 10 }],
			["get_evidence", { video: id, statement: statement_id }],
			["lookup_video", { video: id }],
		] as const) {
			const { content, isError } = await client.callTool({ name, arguments: args });
			const said = JSON.stringify(content);
			expect(said, name).not.toContain(report.video.title);
			if (name !== "lookup_video")
				expect([name, isError, said]).toEqual([name, true, expect.stringContaining("taken down")]);
		}
		await client.close();
	});

	it.each([
		[410, WHY],
		[451, LEGAL],
	])("answers %i as a page and as JSON, also by the tag of what was there", async (status, why) => {
		const id = product.newVideo();
		const member = await aMember(product);
		const { report } = await runToEnd(member, id);
		const statement = `/results/${id}/statements/${report.statements[0]?.id}`;
		const paths = [`/results/${id}`, statement, `/api/videos/${id}`, `/api/videos/${id}/versions`];
		const tags = new Map<string, string>();
		for (const path of paths) {
			const answer = await open(path);
			expect(answer.status, path).toBe(200);
			tags.set(path, answer.headers.get("etag") ?? "");
			await answer.text();
		}
		expect([...tags.values()].every((tag) => tag.length > 5)).toBe(true);
		await hide("video", id, why);
		for (const path of paths)
			await expect
				.poll(
					async () => {
						const answer = await open(path, { "if-none-match": tags.get(path) ?? "" });
						const text = await answer.text();
						return [answer.status, text.includes(why.sentence), text.includes(report.video.title)];
					},
					{ timeout: 15_000 },
				)
				.toEqual([status, true, false]);
		const page = await open(`/results/${id}`);
		expect(page.headers.get("cache-control")).toBe("no-store");
		expect(await page.text()).toMatch(/<meta name="robots" content="noindex/);
		const json = await open(`/api/videos/${id}`);
		expect(json.headers.get("content-type")).toContain("application/problem+json");
		expect(await json.json()).toMatchObject({
			status,
			taken_down: { kind: "video", ...why, hidden_at: expect.any(String) },
		});
		await show("video", id);
		expect((await open(`/api/videos/${id}`)).status).toBe(200);
	});
});

const bearer = (key: string) => {
	const client = createClient(product.url);
	return {
		post: (path: string, body: unknown) =>
			client.post(path, body, { authorization: `Bearer ${key}` }),
	};
};

describe("a takedown during a run", () => {
	it("ends the run and its streams, publishes nothing and starts nothing that waits", async () => {
		const id = product.newVideo();
		const member = await aMember(product);
		const goOn = holdRatingsFrom(product.ai, 1);
		await member.analyze(watchUrl(id));
		const stream = await member.events(id);
		await stream.until(({ event }) => event === "progress");
		await hide("video", id);
		await stream.ended;
		goOn();
		product.ai.reset();
		expect((await member.events(id)).status).toBe(410);
		expectProblem(await member.get(`/api/videos/${id}`), 410, "taken_down");
		await expect
			.poll(
				async () =>
					product.rows("select 1 from active_runs where video_id = ? and ended_at is null", id),
				{ timeout: 20_000 },
			)
			.toEqual([]);
		await show("video", id);
		// Nothing was published meanwhile; it can be analyzed again.
		const after = await member.get<Report>(`/api/videos/${id}`);
		expect(after.body.statements ?? []).toEqual([]);
		expect((await runToEnd(member, id)).ending.event).toBe("completed");
	});
});

describe("a hidden statement", () => {
	it("does not come back with a later analysis of the video, and the others do", async () => {
		const id = product.newVideo();
		const member = await aMember(product);
		const first = await runToEnd(member, id);
		const [gone, ...others] = first.report.statements;
		if (!gone || others.length === 0) throw new Error("There are too few statements");
		await hide("statement", gone.id);
		const log = await member.events(id, `${first.ending.id.split("-")[0]}-0`);
		await log.ended;
		expect(JSON.stringify(log.events)).not.toContain(gone.content);
		const next = await runToEnd(member, id, { force: true });
		expect(next.ending.event).toBe("completed");
		expect(JSON.stringify(next.events)).not.toContain(gone.content);
		expect(next.report.statements.map(({ content }) => content).sort()).toEqual(
			others.map(({ content }) => content).sort(),
		);
		expect(JSON.stringify(next.report)).not.toContain(gone.content);
		// Its spoken words neither stand in the transcript nor around the others' quotes.
		const { body } = await member.get<TranscriptAnswer>(`/api/videos/${id}/transcript`);
		expect(JSON.stringify(body)).not.toContain(gone.quote);
		expect(JSON.stringify(body)).toContain("[taken down]");
		expect(JSON.stringify(body)).toContain(others[0]?.quote);
		expect(JSON.stringify(next.report)).toContain("[taken down]");
		// Nor does the record of either run have them.
		for (const run of [first.ending, next.ending]) {
			const record = await member.events(id, `${run.id.split("-")[0]}-0`);
			await record.ended;
			expect(JSON.stringify(record.events)).not.toContain(gone.content);
		}
		const page = await open(`/results/${id}/statements/${gone.id}`);
		expect(page.status).toBe(410);
		expect(await page.text()).toContain(WHY.sentence);
	});
});

describe("a response", () => {
	it("is hidden with its author told, and is shown again", async () => {
		const [creator] = await signedIn(product, 1);
		if (!creator) throw new Error("There is no member");
		const channel_id = freshChannelId();
		const { video_id } = await published(product, { metadata: someMetadata({ channel_id }) });
		await makeOwner(await databaseOf(product), creator.id, channel_id);
		const written = await creator.post<NewResponseAnswer>("/api/responses", {
			video_id,
			body: "We disagree.",
		});
		expect(written.status).toBe(201);
		const shown = async () =>
			(await (await open(`/api/videos/${video_id}`)).text()).includes("We disagree.");
		expect(await shown()).toBe(true);
		await hide("response", written.body.response.id);
		expect(await shown()).toBe(false);
		expect((await listOf(creator)).notifications[0]?.message).toContain(WHY.sentence);
		await show("response", written.body.response.id);
		expect(await shown()).toBe(true);
	});
});

describe("members", () => {
	it("cannot sign in to a closed account, and lose sessions and keys", async () => {
		const member = await aMember(product);
		const key = (await member.post<NewApiKey>("/api/keys", { name: "Mine" })).body.key;
		await hide("member", member.id, { reason: "abuse", sentence: "It sent spam." });
		const [row] = await product.rows<{ email: string }>(
			"select email from members where id = ?",
			member.id,
		);
		const email = row?.email ?? "";
		expect((await member.get("/api/me/activity")).status).toBe(401);
		const asked = await bearer(key).post("/api/v1/analyze", { url: watchUrl("aaaaaaaaaaa") });
		expect(asked.status).toBe(401);
		const own: Client = product.visitor();
		const refused = await own.post<Problem>("/api/auth/sign-in", { email, password: PASSWORD });
		expectProblem(refused, 403, "account_closed");
		expect(refused.body.detail).toContain("It sent spam.");
		// Nobody without the password learns it.
		const guessed = await own.post<Problem>("/api/auth/sign-in", {
			email,
			password: "wrong words!",
		});
		expect(guessed.body.code).not.toBe("account_closed");
		await show("member", member.id);
		expect((await own.post("/api/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
	});

	it("cannot close their own account as admins", async () => {
		const body = { kind: "member", id: admin.id, hidden: true, ...WHY };
		expectProblem(await admin.post("/api/admin/hidden", body), 409, "own_account");
	});

	it("are told what of theirs was hidden, and when it is shown again", async () => {
		const member = await aMember(product);
		const { video_id, statements } = await published(product, {
			started_by: member.id,
			statements: [aStatement()],
		});
		const told = async () => (await listOf(member)).notifications.map(({ message }) => message);
		await hide("statement", statements[0]?.id ?? "", LEGAL);
		expect(await told()).toEqual([expect.stringContaining(LEGAL.sentence)]);
		await hide("video", video_id);
		// What was said of the report before is forgotten.
		expect(await told()).toEqual([expect.stringContaining(WHY.sentence)]);
		await show("video", video_id);
		expect(await told()).toEqual([
			expect.stringContaining("is shown again"),
			expect.stringContaining(WHY.sentence),
		]);
	});
});
