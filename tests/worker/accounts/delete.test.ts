import { describe, expect, it } from "vitest";
import { AccountExport } from "#contract/account-export.ts";
import type { NewApiKey } from "#contract/me.ts";
import { createClient, watchUrl } from "#tests/support/world/client.ts";
import { type Browser, PASSWORD, shareMailProduct } from "#tests/support/world/mail-product.ts";
import { shared } from "#tests/support/world/opened.ts";

const world = shared(() => shareMailProduct());

/** A finished analysis that the browser's member started. */
async function analysed(browser: Browser) {
	const video_id = world.product.newVideo();
	const url = watchUrl(video_id);
	expect((await browser.post("/api/analyze", { url })).status).toBe(202);
	const report = await createClient(world.product.url).finished(video_id);
	expect(report.statements.length).toBeGreaterThan(1);
	return { video_id, statements: report.statements };
}

const vote = (browser: Browser, id: string | undefined, vote_type: string) =>
	browser.send("PUT", `/api/statements/${id}/vote`, { vote_type });

const remove = (browser: Browser, password: string | undefined = PASSWORD) =>
	browser.send("DELETE", "/api/me", { password });

describe("account deletion", () => {
	it("requires the password", async () => {
		const { browser, email } = await world.member();
		expect((await remove(browser, "not the password")).status).toBe(403);
		expect((await browser.send("DELETE", "/api/me")).status).toBe(403);
		expect(await browser.user()).toMatchObject({ email });
	});

	it("requires nothing from a member without a password", async () => {
		const { browser, email } = await world.member();
		await world.rows("update members set password_hash = null where email_key = ?", email);
		expect((await browser.send("DELETE", "/api/me")).status).toBe(204);
		expect(await browser.user()).toBeNull();
	});

	it("ends all sessions and API keys and frees the address", async () => {
		const { browser, email } = await world.member();
		const other = world.browser();
		await other.post("/api/auth/sign-in", { email, password: PASSWORD });
		const { body } = await browser.post<NewApiKey>("/api/keys", { name: "a" });
		expect((await remove(browser)).status).toBe(204);
		expect(browser.cookies.has("session")).toBe(false);
		expect(await other.user()).toBeNull();
		const headers = { authorization: `Bearer ${body.key}` };
		expect((await world.browser().get("/api/me", { headers })).status).toBe(401);
		const gone = { email, password: PASSWORD };
		const signIn = await world.browser().post("/api/auth/sign-in", gone);
		expect(signIn.status).toBe(401);
		const { browser: anew } = await world.member(email);
		expect(await anew.user()).toMatchObject({ email });
	});

	it("removes the member's votes from the counts and keeps everyone else's", async () => {
		const [leaver, other] = [await world.member(), await world.member()];
		const { video_id, statements } = await analysed(leaver.browser);
		const [one, two] = statements;
		await vote(leaver.browser, one?.id, "upvote");
		await vote(leaver.browser, two?.id, "downvote");
		await vote(other.browser, one?.id, "upvote");
		expect((await remove(leaver.browser)).status).toBe(204);
		const report = await createClient(world.product.url).report(video_id);
		const counts = report.statements.map(({ id, upvotes, downvotes }) => ({
			id,
			upvotes,
			downvotes,
		}));
		expect(counts.find(({ id }) => id === one?.id)).toMatchObject({ upvotes: 1, downvotes: 0 });
		expect(counts.find(({ id }) => id === two?.id)).toMatchObject({ upvotes: 0, downvotes: 0 });
		expect(report.video?.total_votes).toBe(1);
		expect(report.video?.community_agreement).toBe(100);
	});

	it("keeps the analysis and removes the member's name from it", async () => {
		const { browser } = await world.member();
		const id = (await browser.user())?.id ?? "";
		const { video_id } = await analysed(browser);
		await remove(browser);
		const report = await createClient(world.product.url).report(video_id);
		expect(report.video?.analysis_status).toBe("completed");
		for (const table of ["videos", "publications", "active_runs"])
			expect(await world.rows(`select 1 from ${table} where started_by = ?`, id)).toEqual([]);
		const [run] = await world.rows(
			"select started_by from publications where video_id = ?",
			video_id,
		);
		expect(run).toEqual({ started_by: null });
	});

	it("leaves no trace of the member in any table", async () => {
		const { browser, email } = await world.member();
		const id = (await browser.user())?.id ?? "";
		const { statements } = await analysed(browser);
		await vote(browser, statements[0]?.id, "upvote");
		await browser.post("/api/keys", { name: "a" });
		await browser.post("/api/claims", { url: "https://www.youtube.com/@somebody" });
		await browser.post("/api/newsletter", { email });
		await world.sink.next(email);
		const traces = async () => {
			const tables = await world.rows(
				"select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%' and name not like 'search_index%' and name not like 'statement_index%'",
			);
			const found = [];
			for (const { name } of tables) {
				const text = JSON.stringify(await world.rows(`select * from ${name}`));
				if (text.includes(id) || text.includes(email)) found.push(name);
			}
			return found;
		};
		expect(await traces()).toEqual(
			expect.arrayContaining(["members", "votes", "api_keys", "videos"]),
		);
		await remove(browser);
		expect(await traces()).toEqual([]);
	});

	it("lets a running analysis finish without attribution", async () => {
		const { browser } = await world.member();
		const video_id = world.product.newVideo();
		const url = watchUrl(video_id);
		expect((await browser.post("/api/analyze", { url })).status).toBe(202);
		expect((await remove(browser)).status).toBe(204);
		const report = await createClient(world.product.url).finished(video_id);
		expect(report.video?.analysis_status).toBe("completed");
	});
});

describe("GET /api/me/export", () => {
	it("returns all of the member's data as a download, without secrets", async () => {
		const { browser, email } = await world.member();
		const { video_id, statements } = await analysed(browser);
		await vote(browser, statements[0]?.id, "downvote");
		const { body: key } = await browser.post<NewApiKey>("/api/keys", { name: "my key" });
		await browser.post("/api/newsletter", { email });
		const answer = await browser.get("/api/me/export");
		expect(answer.headers.get("content-disposition")).toBe(
			'attachment; filename="my-account.json"',
		);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		const told = AccountExport.parse(answer.body);
		expect(told.account).toMatchObject({ email, full_name: "Some One" });
		expect(told.votes).toEqual([
			{
				statement_id: statements[0]?.id,
				statement: statements[0]?.content,
				video_id,
				vote_type: "downvote",
				reason: null,
				created_at: expect.any(String),
			},
		]);
		expect(told.analyses).toMatchObject([{ video_id, outcome: "completed" }]);
		expect(told.api_keys).toMatchObject([{ name: "my key" }]);
		expect(told.sessions).toHaveLength(1);
		expect(told.newsletter).toMatchObject({ email, confirmed_at: null });
		const text = JSON.stringify(answer.body);
		expect(text).not.toContain("scrypt");
		expect(text).not.toContain("hash");
		expect(text).not.toContain(key.key.slice(12));
		expect(text).not.toContain(browser.cookies.get("session"));
	});

	it("contains no other member's data", async () => {
		const [one, two] = [await world.member(), await world.member()];
		const { statements } = await analysed(one.browser);
		await vote(one.browser, statements[0]?.id, "upvote");
		const { body } = await two.browser.get("/api/me/export");
		const told = AccountExport.parse(body);
		expect(told.votes).toEqual([]);
		expect(told.analyses).toEqual([]);
		expect(JSON.stringify(told)).not.toContain(one.email);
	});
});
