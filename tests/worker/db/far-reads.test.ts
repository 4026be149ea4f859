import { describe, expect, it } from "vitest";
import type { VoteAnswer } from "#contract/votes.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import { aCompletedRun, aStatement, freshVideoId } from "#tests/support/fixtures/publications.ts";
import { expectProblem, readPage } from "#tests/support/world/answer-checks.ts";
import { type FarAnswer, startFarProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { aMemberSignedIn } from "#tests/support/world/signed-in.ts";

/** Longer than any test: the replica gets nothing. */
const NEVER_MS = 3_600_000;
const SEEN = /^seen=([^;]*)/;

const product = opened(() => startFarProduct());

/** A result with one statement; `on` names who has it from the beginning. */
async function aReport(on: "primary" | "both") {
	const video_id = freshVideoId();
	const statement = aStatement({ content: `The pier ${video_id} is long.` });
	const run = aCompletedRun({ video_id, statements: [statement] });
	await publish(product.db, run);
	if (on === "both") await publish(product.replica, run);
	const claim = claimKey(statement.content, run.transcript.language);
	return {
		claim: `/api/statements/${claim}`,
		claim_page: `/statements/${claim}`,
		page: `/results/${video_id}`,
		json: `/api/videos/${video_id}`,
		my_votes: `/api/videos/${video_id}/my-votes`,
		vote: `/api/statements/${statement.id}/vote`,
		statement_page: `/results/${video_id}/statements/${statement.id}`,
		video_id,
		statement_id: statement.id,
		title: run.metadata.title,
	};
}

async function aMember() {
	const member = await aMemberSignedIn(product.url, product.db);
	await product.copyToReplica("members", "sessions");
	return member;
}

const by = (cookie: string) => ({ headers: { cookie } });

const upvote = (cookie: string): RequestInit => ({
	method: "PUT",
	headers: { cookie, "content-type": "application/json" },
	body: '{"vote_type":"upvote"}',
});

/** The value of the cookie that an answer to a write sets; "" without one. */
function seenIn({ headers }: FarAnswer): string {
	for (const line of headers.getSetCookie()) {
		const [, value] = SEEN.exec(line) ?? [];
		if (value !== undefined) return value;
	}
	return "";
}

/** The same as if the write had been longer ago. */
function longerAgo(seen: string, ms: number): string {
	const [bookmark, at_ms] = seen.split(".");
	return `${bookmark}.${Number(at_ms) - ms}`;
}

const votesIn = ({ text }: FarAnswer) => JSON.parse(text).video.total_votes;

describe("A replica that is behind", () => {
	it("makes no new report unknown", async () => {
		await product.set({ lag_ms: NEVER_MS });
		const report = await aReport("primary");
		const { video_id } = report;
		for (const path of [
			report.page,
			report.statement_page,
			report.json,
			`/embed/${video_id}`,
			`/badge/${video_id}.svg`,
			`/oembed?url=${encodeURIComponent(product.url + report.page)}`,
			`${report.json}/transcript`,
			`${report.json}/evidence`,
			`${report.json}/export`,
			report.claim,
			report.claim_page,
		]) {
			const { status, trips, replica_trips } = await product.ask(path);
			expect([path, status]).toEqual([path, 200]);
			expect([path, trips > 0]).toEqual([path, true]);
			expect([path, replica_trips > 0]).toEqual([path, true]);
		}
	});

	it("lets an unknown video be unknown after one trip to the primary", async () => {
		for (const path of ["/results/", "/api/videos/", "/embed/"]) {
			const answer = await product.ask(path + freshVideoId());
			expect([answer.status, answer.trips]).toEqual([404, 1]);
		}
	});

	it("does not show an ended run as running, nor an earlier result in its place", async () => {
		const report = await aReport("primary");
		await product.copyToReplica("videos");
		await product.onReplica(`update videos set title = 'Earlier' where id = '${report.video_id}'`);
		await product.onReplica(
			`insert into active_runs (video_id, run_id, started_at) values ('${report.video_id}', 'earlier', '2026-01-01T00:00:00.000Z')`,
		);
		const { text, trips } = await product.ask(report.json);
		expect(JSON.parse(text)).toMatchObject({ video: { title: report.title }, analysis: null });
		expect(trips).toBe(1);
	});

	it("still gives the page if it lacks a column", async () => {
		const report = await aReport("both");
		await product.onReplica("alter table videos rename column title to old");
		try {
			const { status, text, trips } = await product.ask(report.page);
			expect([status, trips]).toEqual([200, 1]);
			expect(text).toContain(report.title);
		} finally {
			await product.onReplica("alter table videos rename column old to title");
		}
	});
});

describe("The primary is not asked", () => {
	it("for what is public, and once for a vote", async () => {
		await product.set({ lag_ms: NEVER_MS });
		const report = await aReport("both");
		const cookie = (await aMember()).cookie();
		const words = encodeURIComponent(report.title);
		const table: [string, number, number][] = [];
		const see = async (what: string, path: string, init?: RequestInit) => {
			const { status, trips } = await product.ask(path, init);
			table.push([what, status, trips]);
		};
		await see("cold page", report.page);
		await see("member's page", report.statement_page, by(cookie));
		await see("report as JSON", report.json);
		await see("my-votes", report.my_votes, by(cookie));
		await see("search", `/api/search?q=${words}`);
		await see("archive", "/api/videos");
		await see("home", "/");
		await see("card", `/embed/${report.video_id}`);
		await see("vote", report.vote, upvote(cookie));
		expect(table).toEqual([
			["cold page", 200, 0],
			["member's page", 200, 0],
			["report as JSON", 200, 0],
			["my-votes", 200, 0],
			["search", 200, 0],
			["archive", 200, 0],
			["home", 200, 0],
			["card", 200, 0],
			["vote", 200, 1],
		]);
	});

	it("by a vote for more than one commit", async () => {
		const report = await aReport("both");
		const cookie = (await aMember()).cookie();
		const { status, commits } = await product.ask(report.vote, upvote(cookie));
		expect([status, commits]).toEqual([200, 1]);
	});

	it("nor the replica by a second vote, whose session was read a moment ago", async () => {
		const report = await aReport("both");
		const cookie = (await aMember()).cookie();
		await product.ask(report.vote, upvote(cookie));
		const { status, trips, replica_trips } = await product.ask(report.vote, upvote(cookie));
		expect([status, trips, replica_trips]).toEqual([200, 1, 0]);
	});
});

describe("Who has voted", () => {
	async function voted(lag_ms: number) {
		await product.set({ lag_ms });
		const report = await aReport("both");
		const session = (await aMember()).cookie();
		const vote = await product.ask(report.vote, upvote(session));
		expect(vote.status).toBe(200);
		const seen = seenIn(vote);
		const init = by(`${session}; seen=${seen}`);
		const older = by(`${session}; seen=${longerAgo(seen, 11_000)}`);
		return { report, init, older };
	}

	it("sees the vote everywhere at once, and others as soon as the replica has it", async () => {
		const { report, init } = await voted(NEVER_MS);
		const page = await product.ask(report.page, init);
		const shown = readPage(page.text).data.answers[report.json];
		expect(shown).toMatchObject({ video: { total_votes: 1 } });
		expect(page.headers.getSetCookie()).toEqual([]);
		expect(votesIn(await product.ask(report.json, init))).toBe(1);
		expect(JSON.parse((await product.ask(report.my_votes, init)).text)).toEqual({
			votes: { [report.statement_id]: "upvote" },
		});
		expect(votesIn(await product.ask(report.json))).toBe(0);
	});

	it("reads at the vote's bookmark after ten seconds, from the replica", async () => {
		const { report, older } = await voted(100);
		// The product waits a moment only for a replica to come up to the bookmark.
		await expect.poll(async () => votesIn(await product.ask(report.json))).toBe(1);
		const answer = await product.ask(report.json, older);
		expect([votesIn(answer), answer.trips]).toEqual([1, 0]);
	});

	it("does not wait for a replica that is far behind", async () => {
		const { report, older } = await voted(NEVER_MS);
		const answer = await product.ask(report.json, older);
		expect([votesIn(answer), answer.trips]).toEqual([1, 1]);
	});

	it("with a key is given the bookmark in a header, and sends it back", async () => {
		await product.set({ lag_ms: NEVER_MS });
		const report = await aReport("both");
		const member = await aMember();
		const made = await product.ask("/api/keys", {
			...upvote(member.cookie()),
			method: "POST",
			body: '{"name":"a program"}',
		});
		const authorization = `Bearer ${JSON.parse(made.text).key}`;
		const vote = await product.ask(report.vote, {
			...upvote(""),
			headers: { authorization, "content-type": "application/json" },
		});
		expect(vote.status).toBe(200);
		const bookmark = vote.headers.get("x-d1-bookmark") ?? "";
		expect(bookmark).not.toBe("");
		expect(seenIn(vote)).toBe("");
		const sent = { headers: { authorization, "x-d1-bookmark": bookmark } };
		expect(votesIn(await product.ask(report.json, sent))).toBe(1);
		expect(votesIn(await product.ask(report.json))).toBe(0);
	});

	it.each([
		["though the replica still has it", false],
		["though it was read for a vote a moment ago", true],
	])("cannot vote with a session that has ended, %s", async (_, has_voted) => {
		await product.set({ lag_ms: NEVER_MS });
		const report = await aReport("both");
		const cookie = (await aMember()).cookie();
		if (has_voted) await product.ask((await aReport("both")).vote, upvote(cookie));
		const out = await product.ask("/api/auth/sign-out", {
			...upvote(cookie),
			method: "POST",
			body: "{}",
		});
		expect(out.status).toBe(200);
		const vote = await product.ask(report.vote, upvote(cookie));
		expect([vote.status, vote.commits]).toEqual([401, 1]);
		await product.copyToReplica("votes", "statements");
		expect(votesIn(await product.ask(report.json))).toBe(0);
	});

	it("is counted once each by members who vote at the same time", async () => {
		await product.set({ lag_ms: 0 });
		const report = await aReport("both");
		const members = await Promise.all(Array.from({ length: 20 }, aMember));
		const answers = await Promise.all(
			members.map((member) => product.ask(report.vote, upvote(member.cookie()))),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		const counts = answers.map(({ text }) => (JSON.parse(text) as VoteAnswer).upvotes);
		expect(counts.sort((a, b) => a - b)).toEqual(
			Array.from({ length: 20 }, (_, place) => place + 1),
		);
	});
});

describe("A cookie that this site has not made", () => {
	it("changes nothing but the way of reading", async () => {
		await product.set({ lag_ms: NEVER_MS });
		const report = await aReport("both");
		const plain = await product.ask(report.json);
		for (const seen of [
			`00009999-forged.${Date.now() - 11_000}`,
			`00000001-far.${Date.now() + 3_600_000}`,
			`${"a".repeat(10_000)}.${Date.now()}`,
			"'; drop table votes; --",
			`.${Date.now()}`,
		]) {
			const { status, text, headers } = await product.ask(report.json, by(`seen=${seen}`));
			expect([status, text]).toEqual([200, plain.text]);
			expect(headers.getSetCookie()).toEqual([]);
		}
		const sent = { headers: { "x-d1-bookmark": "00009999-forged" } };
		expect((await product.ask(report.json, sent)).text).toBe(plain.text);
	});
});

describe("A kept page", () => {
	it("is the same bytes for a visitor and for members, and sets no cookie", async () => {
		await product.set({ lag_ms: 0 });
		const report = await aReport("both");
		const cookies = ["", (await aMember()).cookie(), (await aMember()).cookie()];
		const pages: FarAnswer[] = [];
		for (const cookie of cookies) pages.push(await product.ask(report.page, by(cookie)));
		expect(pages.map(({ text }) => text)).toEqual(cookies.map(() => pages[0]?.text));
		expect(pages.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
	});
});

describe("While the primary is away", () => {
	it("pages, search and JSON are answered by the replica, and a vote says when to try again", async () => {
		const report = await aReport("both");
		const cookie = (await aMember()).cookie();
		await product.set({ primary_away: true });
		try {
			const words = encodeURIComponent(report.title);
			const search = await product.ask(`/api/search?q=${words}`);
			expect(search.text).toContain(report.video_id);
			for (const path of [report.page, report.json, "/"])
				expect((await product.ask(path)).status).toBe(200);
			const vote = await product.ask(report.vote, upvote(cookie));
			expectUnreachable(vote);
			// Nobody can say that there is no such video.
			expectUnreachable(await product.ask(`/api/videos/${freshVideoId()}`));
		} finally {
			await product.set({ primary_away: false });
		}
	});
});

describe("While the whole database is away", () => {
	it("the last copy of a page is shown with its age, and what was never kept says when to try again", async () => {
		const kept = await aReport("both");
		const never = await aReport("both");
		const before = await product.ask(kept.page);
		expect(before.text).not.toContain("This copy is from ");
		await product.ask("/");
		await product.set({ primary_away: true, replica_away: true });
		try {
			// Who has just written does not get a copy otherwise.
			const skipping = by(`seen=.${Date.now()}`);
			for (const path of [kept.page, "/"]) {
				const page = await product.ask(path, skipping);
				expect(page.status).toBe(200);
				expect(page.headers.get("age")).toMatch(/^\d+$/);
				expect(page.text).toContain("This copy is from less than a minute ago,");
				expect(page.text).toContain('"age_min":0');
				if (path !== kept.page) continue;
				expect(page.text).toContain(kept.title);
				// Who has the page without its age gets the one with it.
				expect(page.headers.get("etag")).not.toBe(before.headers.get("etag"));
			}
			const page = await product.ask(never.page);
			expect(page.status).toBe(503);
			expect(page.headers.get("retry-after")).toBe("5");
			expectUnreachable(await product.ask(kept.json));
		} finally {
			await product.set({ primary_away: false, replica_away: false });
		}
		expect((await product.ask(never.page)).status).toBe(200);
	});
});

function expectUnreachable({ status, headers, text }: FarAnswer) {
	const body = JSON.parse(text);
	expectProblem({ status, headers, body }, 503, "database_unreachable");
	expect(headers.get("retry-after")).toBe("5");
}
