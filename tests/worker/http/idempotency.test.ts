import { describe, expect, it } from "vitest";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { aMember, published } from "#tests/support/world/signed-in.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const CROWD = 50;
let keys = 0;

const product = opened(() => startProduct());
const member = opened(() => aMember(product));
const other = opened(() => aMember(product));

function freshKey(): string {
	keys += 1;
	return `key-${keys}`;
}

function send(key: string, body: unknown, path = "/api/v1/analyze", by = member) {
	return by.post(path, body, { "idempotency-key": key });
}

const replayed = ({ headers }: { headers: Headers }) => headers.get("idempotency-replayed");

/** Backdates all stored requests by `ms`. */
async function age(ms: number): Promise<void> {
	await product.rows(
		"update idempotent_requests set created_at = ?",
		new Date(Date.now() - ms).toISOString(),
	);
}

describe("Idempotency-Key", () => {
	it("replays the first response, also after a restart", async () => {
		const key = freshKey();
		const body = { url: watchUrl(product.newVideo()) };
		const first = await send(key, body);
		expect(first.status).toBe(202);
		expect(replayed(first)).toBeNull();
		await product.restart();
		const again = await send(key, body);
		expect(again).toMatchObject({ status: 202, body: first.body });
		expect(replayed(again)).toBe("true");
		for (const name of ["location", "content-type"])
			expect(again.headers.get(name)).toBe(first.headers.get(name));
	});

	it("starts one run with one response for fifty simultaneous requests", async () => {
		const key = freshKey();
		const id = product.newVideo();
		const body = { url: watchUrl(id) };
		const answers = await Promise.all(Array.from({ length: CROWD }, () => send(key, body)));
		const taken = answers.filter(({ status }) => status === 202);
		expect(taken.filter((answer) => !replayed(answer))).toHaveLength(1);
		expect(new Set(taken.map((it) => JSON.stringify(it.body))).size).toBe(1);
		for (const answer of answers)
			if (answer.status !== 202) {
				expectProblem(answer, 409, "request_in_progress");
				expect(answer.headers.get("retry-after")).toBe("1");
			}
		expect((await member.finished(id)).video.version).toBe(1);
		const later = await send(key, body);
		expect(later).toMatchObject({ status: 202, body: taken[0]?.body });
	});

	it("is rejected with another body or path", async () => {
		const key = freshKey();
		const { video_id } = await published(product);
		await send(key, { url: watchUrl(video_id) });
		for (const [body, path] of [
			[{ url: watchUrl(video_id), options: {} }, "/api/v1/analyze"],
			[{ url: watchUrl(video_id) }, "/api/analyze"],
		] as const)
			expectProblem(await send(key, body, path), 422, "idempotency_key_reused");
	});

	it("is separate for each member", async () => {
		const key = freshKey();
		const { video_id } = await published(product);
		const body = { url: watchUrl(video_id) };
		const path = "/api/v1/analyze";
		const [mine, theirs] = [await send(key, body), await send(key, body, path, other)];
		expect(replayed(theirs)).toBeNull();
		expect(theirs.body).not.toEqual(mine.body);
	});

	it("can be reused after a request was rejected", async () => {
		const key = freshKey();
		expectProblem(await send(key, { url: "nothing" }), 400, "invalid_url");
		const { video_id } = await published(product);
		const mended = await send(key, { url: watchUrl(video_id) });
		expect(mended.status).toBe(200);
		expect(replayed(mended)).toBeNull();
	});

	it.each(["", " ", "with space", "x".repeat(256), "umlaut-\u00e4"])(
		"is rejected if it is %j",
		async (key) => {
			const answer = await send(key, { url: "" });
			const known = ["bad_idempotency_key", "invalid_url"];
			expect(answer.status).toBe(400);
			const code = (answer.body as { code: string }).code;
			expect(known).toContain(code);
			if (key.trim() !== "") expect(code).toBe("bad_idempotency_key");
		},
	);

	it("files a channel claim exactly once", async () => {
		const key = freshKey();
		const url = `https://www.youtube.com/channel/${freshChannelId()}`;
		const body = { url };
		const first = await send(key, body, "/api/claims");
		expect([200, 201]).toContain(first.status);
		const again = await send(key, body, "/api/claims");
		expect(again).toMatchObject({ status: first.status, body: first.body });
		expect(replayed(again)).toBe("true");
	});

	it("expires after a day", async () => {
		const key = freshKey();
		const { video_id } = await published(product);
		const body = { url: watchUrl(video_id) };
		await send(key, body);
		await age(DAY_MS - 60_000);
		expect(replayed(await send(key, body))).toBe("true");
		await age(DAY_MS + 1_000);
		expect(replayed(await send(key, body))).toBeNull();
		await age(DAY_MS + 1_000);
		await product.server.runScheduled();
		const results = await product.rows("select key from idempotent_requests");
		expect(results).toEqual([]);
	});

	it("is processed again if the first request was lost", async () => {
		const key = freshKey();
		const { video_id } = await published(product);
		const body = { url: watchUrl(video_id) };
		await send(key, body);
		await product.rows("update idempotent_requests set status = null, body = null");
		expectProblem(await send(key, body), 409, "request_in_progress");
		await age(2 * 60_000);
		expect(await send(key, body)).toMatchObject({ status: 200 });
	});
});

it("A response that contains a secret is not stored for replay", async () => {
	const key = freshKey();
	const made = await send(key, { name: "A program" }, "/api/keys");
	expect(made.status).toBe(201);
	const again = await send(key, { name: "A program" }, "/api/keys");
	expect(replayed(again)).toBeNull();
	expect(again.body).not.toEqual(made.body);
});
