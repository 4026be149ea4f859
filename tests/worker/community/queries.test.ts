import { expect, it } from "vitest";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	claimRefresh,
	countCommunity,
	publicMembers,
	readSnapshot,
	recentActivity,
	saveSnapshot,
} from "#features/community/queries.ts";
import { writeVote } from "#features/votes/queries.ts";
import {
	aCompletedRun,
	aFailedRun,
	aStatement,
	aTranscript,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember, votingCredential } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };
const DEMO = { simulated: true };

describeOnBothDatabases("community figures", (database) => {
	it("count votes on the majority's side of settled statements", async () => {
		const { voters, statements } = await aCommunity(database(), 6, 4);
		const [clear, tied, few] = statements;
		// Five for and one against; three each; only four votes.
		await votes(database(), voters, clear, "uuuuud");
		await votes(database(), voters, tied, "uuuddd");
		await votes(database(), voters, few, "uudd  ");
		const { tallies } = await countCommunity(database().open(), LIVE);
		const of = (place: number) => tallies.find(({ member_id }) => member_id === voters[place]);
		expect(of(0)).toEqual({ member_id: voters[0], votes: 3, settled: 1, agreeing: 1 });
		expect(of(5)).toMatchObject({ votes: 2, settled: 1, agreeing: 0 });
		expect(tallies.map(({ agreeing }) => agreeing).at(-1)).toBe(0);
		await forget(database());
	});

	it("omit members without a settled vote", async () => {
		const { voters, statements } = await aCommunity(database(), 6, 2);
		const [settled, open] = statements;
		await votes(database(), voters, settled, "uuuuu ");
		await votes(database(), voters, open, "     d");
		const { tallies } = await countCommunity(database().open(), LIVE);
		expect(tallies.map(({ member_id }) => member_id).sort()).toEqual(voters.slice(0, 5).sort());
		await forget(database());
	});

	it("count only results that are listed and shown", async () => {
		const { voters, statements, video_id } = await aCommunity(database(), 5, 1);
		await votes(database(), voters, statements[0], "uuuud");
		const unlisted = await aCommunity(database(), 5, 1, { transcript: aTranscript("member") });
		await votes(database(), unlisted.voters, unlisted.statements[0], "uuuuu");
		const demo = await aCommunity(database(), 5, 1, { simulated: true });
		await votes(database(), demo.voters, demo.statements[0], "uuuuu", DEMO);
		const db = database().open();

		const live = await countCommunity(db, LIVE);
		const members = await database().rows("select count(*) as n from members");
		const site = await database().rows(
			"select total_videos, total_claims from site_counters where simulated = 0",
		);
		expect(live.overview).toEqual({
			members: members[0]?.n,
			votes: 5,
			statements: site[0]?.total_claims,
			videos: site[0]?.total_videos,
			agreement_percent: 80,
		});
		expect(live.tallies).toHaveLength(5);

		await publish(db, aCompletedRun({ video_id }));
		const after = await countCommunity(db, LIVE);
		expect(after.overview).toMatchObject({ votes: 0, agreement_percent: null });
		expect(after.tallies).toEqual([]);
		await forget(database());
	});

	it("omit members who hide, also from recent events", async () => {
		const { voters, statements } = await aCommunity(database(), 5, 1);
		const [hidden] = voters;
		await votes(database(), voters, statements[0], "uuuuu");
		const db = database().open();
		await publish(db, aCompletedRun({ started_by: hidden ?? null }));
		expect(await recentActivity(db, LIVE)).toHaveLength(6);
		await database().rows(
			"update members set hidden_from_community = 1 where id = ?",
			hidden ?? "",
		);
		const { tallies } = await countCommunity(db, LIVE);
		expect(tallies).toHaveLength(4);
		expect(tallies.map(({ member_id }) => member_id)).not.toContain(hidden);
		expect(await recentActivity(db, LIVE)).toHaveLength(4);
		const people = await publicMembers(db, [...voters, "nobody"]);
		expect([...people.keys()].sort()).toEqual(voters.slice(1).sort());
		await forget(database());
	});
});

describeOnBothDatabases("recent community events", (database) => {
	it("are votes and finished analyses, newest first, at most twenty", async () => {
		const { voters, statements, video_id } = await aCommunity(database(), 25, 1, {
			ended_at: instant(1),
		});
		const db = database().open();
		const [starter] = voters;
		const started_by = starter ?? null;
		await publish(db, aFailedRun({ started_by, ended_at: instant(99) }));
		await publish(
			db,
			aCompletedRun({ started_by, ended_at: instant(98), transcript: aTranscript("member") }),
		);
		await publish(db, aCompletedRun({ started_by, ended_at: instant(97), simulated: true }));
		await publish(db, aCompletedRun({ ended_at: instant(96) }));
		const shown = aCompletedRun({ started_by, ended_at: instant(95) });
		await publish(db, shown);
		await votes(database(), voters.slice(0, 3), statements[0], "udu");
		const recent = await recentActivity(db, LIVE);
		expect(recent.map(({ type }) => type)).toEqual(["analysis", "vote", "vote", "vote"]);
		expect(recent[0]).toMatchObject({
			video: { id: shown.video_id },
			vote_type: null,
			statement: null,
		});
		expect(recent[2]).toMatchObject({
			vote_type: "downvote",
			video: { id: video_id, title: "How the bridge was built" },
			person: { avatar_url: null, owns_channel: 0 },
		});
		await votes(database(), voters, statements[0], "u".repeat(25));
		expect(await recentActivity(db, LIVE)).toHaveLength(20);
	});

	it("shorten a long statement at a word boundary", async () => {
		await forget(database());
		const content = "word ".repeat(60).trim();
		const { voters, statements } = await aCommunity(database(), 1, 1, {}, { content });
		await votes(database(), voters, statements[0], "u");
		const [latest] = await recentActivity(database().open(), LIVE);
		expect(latest?.statement?.length).toBeLessThanOrEqual(120);
		expect(latest?.statement).toMatch(/word…$/);
	});
});

describeOnBothDatabases("community snapshot", (database) => {
	const now = instant(10);
	const refresh = (minute: number, given_up: number, view = LIVE) =>
		claimRefresh(database().open(), view, { now: instant(minute), given_up: instant(given_up) });

	it("is computed by one of many and stored separately for each kind of result", async () => {
		const db = database().open();
		expect(await readSnapshot(db, LIVE)).toBeNull();
		const claimed = await Promise.all(Array.from({ length: 20 }, () => refresh(10, 9)));
		expect(claimed.filter(Boolean)).toHaveLength(1);
		expect(await readSnapshot(db, LIVE)).toBeNull();
		const figures = await countCommunity(db, LIVE);
		await saveSnapshot(db, LIVE, { figures, computed_at: now });
		expect(await readSnapshot(db, LIVE)).toEqual({ figures, computed_at: now });
		expect(await readSnapshot(db, DEMO)).toBeNull();
		expect(await refresh(10, 9, DEMO)).toBe(true);
	});

	it("can be claimed again if its computation did not finish", async () => {
		expect(await refresh(20, 19)).toBe(true);
		expect(await refresh(21, 20)).toBe(false);
		expect(await refresh(22, 21)).toBe(true);
	});
});

/** Members, and one published video with that many statements. */
async function aCommunity(
	database: TestDb,
	members: number,
	statements: number,
	run: Partial<ReturnType<typeof aCompletedRun>> = {},
	statement: Parameters<typeof aStatement>[0] = {},
) {
	const db = database.open();
	const voters: MemberId[] = [];
	for (let n = 0; n < members; n += 1) voters.push(await addMember(db));
	const published = aCompletedRun({
		statements: Array.from({ length: statements }, () => aStatement(statement)),
		...run,
	});
	await publish(db, published);
	return {
		voters,
		video_id: published.video_id,
		statements: published.statements.map(({ id }) => id),
	};
}

function ballot(letters: string): (VoteType | null)[] {
	return [...letters].map((letter) => {
		if (letter === " ") return null;
		return letter === "u" ? "upvote" : "downvote";
	});
}

/** One letter for each voter: u for up, d for down, a space for none. */
async function votes(
	database: TestDb,
	voters: MemberId[],
	statement_id: StatementId | undefined,
	letters: string,
	view = LIVE,
) {
	for (const [place, vote_type] of ballot(letters).entries()) {
		const member_id = voters[place];
		if (!vote_type || !member_id || !statement_id) continue;
		const now = instant(10 + place / 10);
		await writeVote(database.open(), {
			network: null,
			statement_id,
			member_id,
			credential: await votingCredential(database.open(), member_id),
			vote_type,
			now,
			view,
		});
	}
}

/** Deletes all votes and analyses, so that the next test counts only its own. */
async function forget(database: TestDb) {
	for (const table of ["votes", "publications"]) await database.rows(`delete from ${table}`);
	await database.rows("update videos set upvotes = 0, downvotes = 0");
	await database.rows("update statements set upvotes = 0, downvotes = 0");
}
