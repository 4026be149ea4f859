import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportPath } from "#contract/addresses.ts";
import { startServer } from "#scripts/start.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Answer, type Client, watchUrl } from "#tests/support/world/client.ts";
import { expectWholeStory, outsideCalls } from "#tests/support/world/crash-invariants.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { smallDisks } from "#tests/support/world/small-disk.ts";
import { type Viewer, watch } from "#tests/support/world/viewers.ts";

const FACTS = 4;
/** Slow enough that the disk is full before an analysis ends. */
const PROVIDER_MS = 500;
const TALKS = 3;
const RECONNECT_MS = 100;
const TEST_MS = 300_000;

let talks = 0;

describe.each(smallDisks())("on $way", (disk) => {
	let product: Product;
	let member: Client;
	let known: string;
	let statement_id: string;
	const runs: { video_id: string; viewer: Viewer }[] = [];
	const newTalk = () => product.newVideo(longTalk({ number: ++talks, words: 300, facts: FACTS }));
	const page = async () => {
		const answer = await fetch(product.url + reportPath(known));
		return { status: answer.status, html: await answer.text() };
	};
	const vote = (vote_type: string): Promise<Answer> =>
		member.put(`/api/statements/${statement_id}/vote`, { vote_type });
	const signUp = (): Promise<Answer> =>
		product
			.visitor()
			.post("/api/auth/sign-up", {
				full_name: "Ada",
				email: "ada@example.com",
				password: "correct horse battery staple",
			});

	beforeAll(async () => {
		product = await disk.startWith(() => startProduct({}, { folder: disk.folder, clock: false }));
		product.ai.answer({ extract: extractFacts });
		member = await product.member();
		known = newTalk();
		await member.analyze(watchUrl(known));
		const { statements } = await member.finished(known);
		statement_id = statements[0]?.id ?? "";
		expect((await vote("upvote")).status).toBe(200);
		expect((await page()).status).toBe(200);
	}, TEST_MS);
	afterAll(async () => {
		disk.empty();
		for (const { viewer } of runs) viewer.leave();
		await product?.stop();
		disk.remove();
	});

	it("answers 503 with its own words while there is no room, and shows kept pages", async () => {
		product.ai.behave("all", { delay_ms: PROVIDER_MS });
		while (runs.length < TALKS) {
			const video_id = newTalk();
			expect((await member.analyze(watchUrl(video_id))).status).toBe(202);
			const url = `${product.url}/api/videos/${video_id}/events`;
			const viewer = watch(url, RECONNECT_MS, { patient: true });
			runs.push({ video_id, viewer });
		}
		await expect
			.poll(() => product.ai.calls.filter(({ kind }) => kind === "rate").length)
			.toBeGreaterThan(FACTS * 3);
		disk.fill();

		const visitor = product.visitor();
		const password = "correct horse";
		for (const answer of [
			await vote("downvote"),
			await vote("downvote"),
			await signUp(),
			await visitor.post("/api/auth/sign-in", { email: "b@example.com", password }),
			await visitor.post("/api/newsletter", { email: "c@example.com" }),
			await member.analyze(watchUrl(newTalk())),
			await member.post("/api/keys", { name: "Program" }),
			await member.get("/api/me"),
		]) {
			expectProblem(answer, 503, "database_unreachable");
			expect(answer.headers.get("retry-after")).toBe("5");
		}
		expect((await visitor.get("/api/health")).status).toBe(200);
		expect((await visitor.get("/api/health/ready")).status).toBe(503);
		const shown = await page();
		expect(shown.status).toBe(200);
		expect(shown.html).toContain(statement_id);
	});

	it(
		"goes on without a restart when there is room again, and loses nothing",
		async () => {
			disk.empty();
			await expect.poll(async () => (await vote("downvote")).status).toBe(200);
			expect((await signUp()).status).toBe(201);
			const { statements } = await member.report(known);
			const [first] = statements;
			expect({ up: first?.upvotes, down: first?.downvotes }).toEqual({ up: 0, down: 1 });
			for (const { video_id, viewer } of runs) {
				await viewer.done;
				const report = await member.report(video_id);
				expect(report.video).toMatchObject({
					analysis_status: "completed",
					version: 1,
					claims_count: FACTS,
				});
				expectWholeStory(viewer.events, report);
			}
			// What was on its way when the disk was full is asked again, once.
			const times = new Map<string, number>();
			for (const { question } of outsideCalls(product.ai, product.youtube))
				times.set(question, (times.get(question) ?? 0) + 1);
			expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
		},
		TEST_MS,
	);
});

/** Enough for some of what a start writes, in pages. */
const ROOMS = [0, 6, 10, 12, 13, 14, 15];
const PAGE_BYTES = 4_096;

describe.each(smallDisks())("a start on $way", (disk) => {
	afterAll(() => disk.remove());

	it(
		"says so, does not take the database for a damaged one, and succeeds with room",
		async () => {
			const full = `StartError: The disk of ${disk.folder} is full. Make room and start again.`;
			const start = () => startServer({ dataDir: disk.folder, clock: false });
			const stopped = async () => (await start()).stop();
			await disk.startWith(async () => {
				await stopped();
				for (const pages of ROOMS) {
					disk.fill(pages * PAGE_BYTES);
					const refusal = await stopped().catch(String);
					// With a little room it may start.
					if (pages === 0 || refusal !== undefined) expect(refusal).toBe(full);
				}
				disk.empty();
				await stopped();
				const names = await readdir(disk.folder);
				expect(names.filter((name) => name.startsWith("."))).toEqual([]);
			});
		},
		TEST_MS,
	);
});
