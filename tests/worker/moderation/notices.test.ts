import { describe, expect, it } from "vitest";
import { MAX_NOTICE_CHARS } from "#contract/limits.ts";
import type { NewNoticeAnswer, Notice, ReviewNotice, ReviewNotices } from "#contract/notices.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { linkIn, startMailProduct } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, aMember, published, signedInAdmin } from "#tests/support/world/signed-in.ts";
import { listOf } from "#tests/support/world/viewers.ts";

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const admin = opened(async () => ({ ...(await signedInAdmin(product)), stop: () => {} }));
const DAY_MS = 24 * 60 * 60 * 1_000;
let senders = 0;

/** From a network of its own, because a network may send ten in an hour. */
function send(body: Record<string, unknown>, to = product.url, from?: number) {
	senders += from === undefined ? 1 : 0;
	return fetch(`${to}/api/notices`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			connection: "close",
			"cf-connecting-ip": `203.0.113.${from ?? senders}`,
		},
		body: JSON.stringify({ kind: "private", text: "It names my street.", url: "/", ...body }),
	});
}

async function sent(body: Record<string, unknown> = {}): Promise<NewNoticeAnswer> {
	const answer = await send(body);
	expect(answer.status).toBe(201);
	return (await answer.json()) as NewNoticeAnswer;
}

describe("a notice", () => {
	it("is read by its number, waits for the admins and is answered", async () => {
		const { video_id } = await published(product);
		const email = "mary.sentinel@notice.example";
		const url = `${product.url}/results/${video_id}?share=1#s-1`;
		const { number, page } = await sent({ url, email, text: "<script>alert(1)</script> a home" });
		expect(page).toBe(`/notices/${number}`);
		const visitor = product.visitor();
		const before = await visitor.get<Notice>(`/api/notices/${number}`);
		expect(before.headers.get("cache-control")).toBe("no-store");
		expect(before.body).toEqual({
			number,
			kind: "private",
			path: `/results/${video_id}`,
			text: "<script>alert(1)</script> a home",
			sent_at: expect.any(String),
			answer: null,
		});
		const waiting = await admin.get<ReviewNotices>("/api/admin/notices");
		expect(waiting.body.notices.find((it) => it.number === number)).toMatchObject({ email });
		const reply = { number, outcome: "taken_down", text: "We removed the street." };
		const answered = await admin.post<{ notice: ReviewNotice }>("/api/admin/notices", reply);
		expect(answered.body.notice.answer).toMatchObject({ outcome: "taken_down" });
		const after = await visitor.get<Notice>(`/api/notices/${number}`);
		expect(after.body.answer?.text).toBe("We removed the street.");
		expect(JSON.stringify(after.body)).not.toContain(email);
		const left = await admin.get<ReviewNotices>("/api/admin/notices");
		expect(left.body.notices.map((it) => it.number)).not.toContain(number);
		const done = await admin.get<ReviewNotices>("/api/admin/notices?state=answered");
		expect(done.body.notices.map((it) => it.number)).toContain(number);
		const log = await admin.get<unknown>("/api/admin/audit");
		expect(JSON.stringify(log.body)).toContain("We removed the street.");
		expect(JSON.stringify(log.body)).not.toContain(number);
	});

	it.each([
		["müller@bücher.example", "müller@bücher.example"],
		["mailto:ada@notice.example", "ada@notice.example"],
	])("takes %s as an account does", async (email, meant) => {
		const { number } = await sent({ email });
		const { body } = await admin.get<ReviewNotices>("/api/admin/notices");
		expect(body.notices.find((it) => it.number === number)?.email).toBe(meant);
	});

	it("rings at the admins without its number", async () => {
		const { number } = await sent();
		await product.server.runScheduled();
		const { notifications } = await listOf(admin);
		expect(notifications.map(({ message }) => message).join()).toMatch(/problem|notice/i);
		expect(JSON.stringify(notifications)).not.toContain(number);
	});

	it("is found by no other number", async () => {
		const { number } = await sent();
		const last = number.endsWith("0") ? "1" : "0";
		for (const other of [number.slice(0, -1) + last, number.slice(0, 31), "%", "x".repeat(32)])
			expectProblem(await product.visitor().get(`/api/notices/${other}`), 404, "notice_not_found");
		const numbers = await Promise.all(
			Array.from({ length: 20 }, async () => (await sent()).number),
		);
		expect(new Set(numbers).size).toBe(20);
		// Nothing of one number is in the next: each place varies.
		for (let at = 0; at < 32; at += 1)
			expect(new Set(numbers.map((it) => it[at])).size).toBeGreaterThan(4);
	});

	it.each([
		["https://elsewhere.example/results/aaaaaaaaaaa"],
		["//elsewhere.example/results/aaaaaaaaaaa"],
		["javascript:alert(1)"],
		["/api/videos"],
		["/results/short"],
		["/admin?view=hidden"],
	])("about %s is refused, because that is none of the site's reports", async (url) => {
		const answer = await send({ url });
		const body = (await answer.json()) as { code: string };
		expect([answer.status, body.code]).toEqual([422, "notice_elsewhere"]);
	});

	it.each([
		["an unknown kind", { kind: "rude" }],
		["no words", { text: "  " }],
		["words that nobody sees", { text: "\u200b\u2060" }],
		["too many words", { text: "a".repeat(MAX_NOTICE_CHARS + 1) }],
		["no address", { email: "not an address" }],
		["a name that no mail server takes", { email: `${"a".repeat(65)}@notice.example` }],
		["a header in the address", { email: "a@b.example\r\nbcc: c@d.example" }],
		["an unknown field", { answer: "yes" }],
	])("with %s is refused", async (_, body) => {
		expect((await send(body)).status).toBe(400);
	});

	it("is refused after ten in an hour from a network, and not from another", async () => {
		const statuses: number[] = [];
		for (let n = 0; n < 11; n += 1) statuses.push((await send({}, product.url, 250)).status);
		expect(statuses).toEqual([...Array(10).fill(201), 429]);
		const refused = await send({}, product.url, 250);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await refused.json()).toMatchObject({ code: "too_many_requests" });
		expect((await send({}, product.url, 251)).status).toBe(201);
	});

	it("loses its address 90 days after its answer, not before, and without one never", async () => {
		const email = "kept.sentinel@notice.example";
		const [old, young, open] = [
			await sent({ email }),
			await sent({ email }),
			await sent({ email }),
		];
		const answered = async (number: string, days: number) =>
			product.rows(
				"update notices set outcome = 'no_change', answer = 'No.', answered_at = ? where number = ?",
				new Date(Date.now() - days * DAY_MS).toISOString(),
				number,
			);
		await answered(old.number, 91);
		await answered(young.number, 89);
		await product.server.runScheduled();
		const kept = async ({ number }: NewNoticeAnswer) =>
			(
				await product.rows<{ email: string }>("select email from notices where number = ?", number)
			)[0]?.email ?? null;
		expect([await kept(old), await kept(young), await kept(open)]).toEqual([null, email, email]);
		expect((await product.visitor().get<Notice>(`/api/notices/${old.number}`)).status).toBe(200);
	});

	it("leaves address, words and number in no log line and no outbox", async () => {
		const email = "unlogged.sentinel@notice.example";
		const text = "Sentinelwords about a house in Unlogged Street";
		const { number } = await sent({ email, text });
		await product.visitor().get(`/api/notices/${number}`);
		await product.visitor().get(`/notices/${number}`);
		await send({ email, text, url: "https://elsewhere.example/" });
		await admin.post("/api/admin/notices", { number, outcome: "no_change", text: "No." });
		await product.server.runScheduled();
		const logged = product.lines.join("\n");
		expect(logged).toContain("/api/notices");
		for (const secret of [email, "unlogged.sentinel", text, number])
			expect(logged).not.toContain(secret);
		const stored = await product.rows("select * from notifications");
		for (const secret of [email, text, number])
			expect(JSON.stringify(stored)).not.toContain(secret);
	});

	it("is read and answered by admins alone", async () => {
		const { number } = await sent();
		const member = await aMember(product);
		const reply = { number, outcome: "no_change", text: "No." };
		for (const [client, status] of [
			[product.visitor(), 401],
			[member, 403],
		] as const) {
			expect((await client.get("/api/admin/notices")).status).toBe(status);
			expect((await client.post("/api/admin/notices", reply)).status).toBe(status);
		}
		expect((await product.visitor().get<Notice>(`/api/notices/${number}`)).body.answer).toBeNull();
		const unknown = { ...reply, number: "0".repeat(32) };
		expectProblem(await admin.post("/api/admin/notices", unknown), 404, "notice_not_found");
	});
});

const mailing = opened(() => startMailProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));

describe("a notice on a site that sends mail", () => {
	it("has its answer mailed as a link, to its address alone", async () => {
		const email = "mailed@notice.example";
		const answer = await send({ email }, mailing.product.url);
		const { number } = (await answer.json()) as NewNoticeAnswer;
		const silent = await send({}, mailing.product.url);
		const without = (await silent.json()) as NewNoticeAnswer;
		const team = await mailing.withSecondFactor(ADMIN_EMAIL);
		const reply = { outcome: "corrected", text: "We corrected the name." };
		for (const to of [without.number, number])
			expect((await team.post("/api/admin/notices", { ...reply, number: to })).status).toBe(200);
		const received = await mailing.sink.next(email);
		expect(received.recipients).toEqual([email]);
		expect(linkIn(received).href).toBe(`${mailing.product.url}/notices/${number}`);
		expect(mailing.sink.mails.some(({ raw }) => raw.includes(without.number))).toBe(false);
	});
});
