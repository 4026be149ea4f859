import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import { members } from "#db/tables/members.ts";
import { deleteMember } from "#features/accounts/member-queries.ts";
import { countCommunity } from "#features/community/queries.ts";
import { forgetRecentVotes } from "#features/votes/check-queries.ts";
import { readMyVotes } from "#features/votes/queries.ts";
import { decideCheck, listChecks } from "#features/votes/review-queries.ts";
import { checkingReason } from "#features/votes/vote-check.ts";
import { reachesMailbox } from "#identity/address-queries.ts";
import {
	ADMIN,
	ATTACK,
	type Attacked,
	addVoters,
	attackedVideo,
	ballots,
	cast,
	castAll,
	DAY,
	HOUR,
	recountVideo,
} from "#tests/support/fixtures/ballots.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const view = { simulated: false };
const ATTACKERS = 20;

describeOnBothDatabases("vote checks", (database) => {
	let world: Attacked;

	beforeEach(async () => {
		world = await attackedVideo(database());
	});

	async function attackers(): Promise<[MemberId, MemberId]> {
		const [one, two] = await world.attack(ATTACKERS);
		if (!one || !two) throw new Error("There were no attackers");
		return [one, two];
	}

	it("count immediately, while the agreement is hidden for a check", async () => {
		await attackers();
		const { attacked, video } = await world.shown();
		expect(attacked).toMatchObject({ upvotes: 0, downvotes: ATTACKERS });
		expect(attacked.votes_held).toEqual({
			checking: true,
			upvotes: 0,
			downvotes: 0,
			community_agreement: null,
			since: instant(ATTACK),
			reason:
				"Being checked: many new accounts voted within a minute. The percentage returns within an hour.",
		});
		expect(video).toMatchObject({
			total_votes: ATTACKERS,
			community_agreement: null,
			votes_held: { total_votes: 0, statements: 1 },
		});
	});

	it("count fully after an hour without a decision if each vote had its own network", async () => {
		await world.ordinaryVotes();
		await attackers();
		await world.settle(ATTACK + 57);
		expect((await world.shown()).attacked.votes_held?.checking).toBe(true);
		await world.settle(ATTACK + 59);
		const { attacked, video } = await world.shown();
		expect(attacked).toMatchObject({ upvotes: 4, downvotes: 1 + ATTACKERS });
		expect(attacked.votes_held).toBeUndefined();
		expect(video).toMatchObject({ community_agreement: 16 });
		expect(video.votes_held).toBeUndefined();
		expect(await world.checks("settled")).toMatchObject([{ decided_at: null }]);
	});

	it("count at most two votes per network in the agreement after an hour", async () => {
		const voters = await addVoters(database(), 20, instant(0));
		await castAll(
			database(),
			ballots(voters, world.attacked, "upvote", ATTACK, () => "one-network"),
		);
		expect(await world.checks()).toMatchObject([
			{ cause: "one_network", votes: 20, fresh_votes: 0, shared_votes: 20 },
		]);
		await world.settle(ATTACK + 59);
		const { attacked, video } = await world.shown();
		expect(attacked).toMatchObject({
			upvotes: 20,
			votes_held: {
				checking: false,
				upvotes: 2,
				downvotes: 0,
				community_agreement: 100,
				reason: "The percentage leaves out 18 votes: it counts two of each network.",
			},
		});
		expect(video).toMatchObject({ total_votes: 20, votes_held: { total_votes: 2, statements: 0 } });
	});

	it("are checked though a repeated vote of a mailbox was left out before", async () => {
		const spelled = await addVoters(database(), 2, instant(0));
		for (const [place, id] of spelled.entries()) {
			const email = `at.tack+${place}${id}@gmail.com`;
			await database().rows("update members set email_key = ?1 where id = ?2", email, id);
		}
		await castAll(
			database(),
			ballots(spelled, world.attacked, "downvote", ATTACK - 5).map((ballot) => ({
				...ballot,
				mailbox: "attack@gmail.com",
			})),
		);
		expect((await world.shown()).attacked.votes_held).toMatchObject({
			checking: false,
			downvotes: 1,
		});
		await attackers();
		expect((await world.shown()).attacked.votes_held).toMatchObject({
			checking: true,
			reason: checkingReason("new_accounts"),
		});
		expect(await world.checks()).toMatchObject([{ cause: "new_accounts", votes: ATTACKERS }]);
	});

	it("find the accounts of a mailbox by the index", async () => {
		const { sql: text } = database()
			.open()
			.select({ id: members.id })
			.from(members)
			.where(reachesMailbox(sql.raw("'attack@gmail.com'")))
			.toSQL();
		const plan = await database().rows(`explain query plan ${text}`);
		expect(JSON.stringify(plan)).toContain("members_by_mailbox");
	});

	it("hide the agreement at most once a day", async () => {
		await attackers();
		await world.settle(ATTACK + 59);
		await world.attack(ATTACKERS, () => "one-network", ATTACK + 2 * HOUR);
		const { attacked } = await world.shown();
		expect(attacked).toMatchObject({
			downvotes: 2 * ATTACKERS,
			votes_held: { checking: false, downvotes: ATTACKERS + 2 },
		});
		expect(await world.checks()).toEqual([]);
		expect(await world.checks("settled")).toMatchObject([{ votes: 2 * ATTACKERS }]);
	});

	it("are detected on every statement over which new accounts spread", async () => {
		const voters = await addVoters(database(), 30, instant(ATTACK));
		const statements = [world.attacked, world.other] as const;
		const spread = voters.flatMap((voter, place) =>
			ballots([voter], statements[place % 2] ?? world.other, "upvote", ATTACK + place / 40),
		);
		// Nine votes on each so far, which is below the threshold.
		for (const ballot of spread.slice(0, 18)) await cast(database(), ballot);
		expect(await world.checks()).toEqual([]);
		for (const ballot of spread.slice(18)) await cast(database(), ballot);
		expect(await world.checks()).toMatchObject([{ votes: 15 }, { votes: 15 }]);
	});

	it("are not detected for many old accounts, or for new ones spread over an hour", async () => {
		const old = await addVoters(database(), 40, instant(0));
		const fresh = await addVoters(database(), 25, instant(ATTACK));
		const one = (voter: MemberId, minute: number) =>
			ballots([voter], world.attacked, "upvote", minute);
		await castAll(database(), [
			...ballots(old, world.attacked, "upvote", ATTACK),
			...ballots(fresh.slice(0, 9), world.attacked, "upvote", ATTACK),
			...fresh.slice(9).flatMap((voter, place) => one(voter, ATTACK + 2 + 2 * place)),
		]);
		expect(await world.checks()).toEqual([]);
		expect((await world.shown()).attacked).toMatchObject({ upvotes: 65 });
	});

	it("are detected if the votes are stored in another order than they were cast", async () => {
		const voters = await addVoters(database(), ATTACKERS, instant(ATTACK));
		const cast_at = (place: number) => ATTACK + (ATTACKERS - place) / 120;
		for (const [place, voter] of voters.entries())
			await castAll(database(), ballots([voter], world.attacked, "upvote", cast_at(place)));
		expect(await world.checks()).toMatchObject([{ votes: ATTACKERS }]);
	});

	it("ignore votes cast before the clock was set back", async () => {
		const fresh = await addVoters(database(), 18, instant(ATTACK));
		const vote = (voters: MemberId[], type: VoteType, minute: number) =>
			castAll(database(), ballots(voters, world.attacked, type, minute));
		await vote(fresh.slice(0, 9), "upvote", ATTACK + DAY);
		await vote(fresh.slice(9), "upvote", ATTACK);
		expect(await world.checks()).toEqual([]);
		await world.attack(ATTACKERS, undefined, ATTACK + 5);
		expect((await world.shown()).attacked.votes_held).toMatchObject({ upvotes: 18, downvotes: 0 });
	});

	it("use a member's latest vote if the clock was set back", async () => {
		const [turned] = await addVoters(database(), 1, instant(ATTACK));
		if (!turned) throw new Error("There is no voter");
		const vote = (type: VoteType, minute: number) =>
			castAll(database(), ballots([turned], world.attacked, type, minute));
		await vote("upvote", ATTACK + DAY);
		await vote("downvote", ATTACK);
		await world.attack(ATTACKERS, undefined, ATTACK);
		expect(await world.checks()).toMatchObject([
			{ votes: ATTACKERS + 1, before: { upvotes: 0, downvotes: 0 } },
		]);
	});

	it("are detected when old votes are switched", async () => {
		await world.ordinaryVotes();
		const created_at = instant(ATTACK - HOUR);
		const sleepers = await addVoters(database(), 12, created_at);
		for (const [place, sleeper] of sleepers.entries())
			await castAll(
				database(),
				ballots([sleeper], world.attacked, "upvote", ATTACK - 50 + 2 * place),
			);
		expect(await world.checks()).toEqual([]);
		await castAll(database(), ballots(sleepers, world.attacked, "downvote", ATTACK));
		expect((await world.shown()).attacked.votes_held).toMatchObject({ upvotes: 4, downvotes: 1 });
	});

	it("count again if the team lifts the check, without another check for a day", async () => {
		await world.ordinaryVotes();
		await attackers();
		expect(await world.decide("lifted", ATTACK + 5)).toMatchObject({
			state: "lifted",
			decided_at: instant(ATTACK + 5),
		});
		const lifted = await world.shown();
		expect(lifted.attacked).toMatchObject({ upvotes: 4, downvotes: 1 + ATTACKERS });
		expect(lifted.attacked.votes_held).toBeUndefined();

		await world.attack(ATTACKERS, undefined, ATTACK + 23 * HOUR);
		expect(await world.checks()).toEqual([]);
		expect((await world.shown()).attacked.votes_held).toBeUndefined();
		await world.attack(ATTACKERS, undefined, ATTACK + 25 * HOUR);
		expect((await world.shown()).attacked.votes_held).toMatchObject({
			upvotes: 4,
			downvotes: 1 + 2 * ATTACKERS,
		});
	});

	it("stay out of the agreement if the team upholds the check, even when votes are recast", async () => {
		await world.ordinaryVotes();
		const [member_id] = await attackers();
		await world.decide("upheld", ATTACK + 5);
		expect(await world.decide("upheld", ATTACK + 6)).toMatchObject({
			decided_at: instant(ATTACK + 5),
		});
		const again = (vote_type: VoteType | null) =>
			cast(database(), {
				member_id,
				statement_id: world.attacked,
				vote_type,
				now: instant(ATTACK + 10),
			});
		const others = ATTACKERS - 1;
		for (const [type, up, down] of [
			["upvote", 5, 1 + others],
			[null, 4, 1 + others],
			["downvote", 4, 2 + others],
			["upvote", 5, 1 + others],
		] as const) {
			expect(await again(type)).toMatchObject({ upvotes: up, downvotes: down, user_vote: type });
			expect((await world.shown()).attacked.votes_held).toMatchObject({
				checking: false,
				upvotes: 4,
				downvotes: 1,
				community_agreement: 80,
			});
		}
		const { video_id, attacked } = world;
		expect(await readMyVotes(database().open(), video_id, member_id)).toEqual({
			[attacked]: "upvote",
		});
		expect(await recountVideo(database().open(), video_id)).toEqual({ statements: [], videos: [] });
		await world.settle(ATTACK + 90);
		expect(await world.checks("upheld")).toHaveLength(1);
		await world.decide("lifted", ATTACK + 100);
		expect((await world.shown()).attacked.votes_held).toBeUndefined();
	});

	it("lose the votes of a member who leaves", async () => {
		const [one, two] = await attackers();
		await deleteMember(database().open(), one);
		expect(await world.checks()).toMatchObject([{ votes: ATTACKERS - 1 }]);
		expect((await world.shown()).attacked).toMatchObject({ downvotes: ATTACKERS - 1 });
		await world.decide("upheld", ATTACK + 5);
		await deleteMember(database().open(), two);
		expect((await world.shown()).attacked).toMatchObject({
			downvotes: ATTACKERS - 2,
			votes_held: { upvotes: 0, downvotes: 0 },
		});
	});

	it("do not change the site's agreement", async () => {
		await world.ordinaryVotes();
		const before = await countCommunity(database().open(), view);
		await attackers();
		const during = await countCommunity(database().open(), view);
		expect(during.overview.agreement_percent).toBe(before.overview.agreement_percent);
		expect(during.overview.votes).toBe(before.overview.votes + ATTACKERS);
	});

	it("leave no network addresses after the check", async () => {
		await attackers();
		const networks = () =>
			database().rows(
				"select network from vote_checks where video_id = ? and network is not null",
				world.video_id,
			);
		const sweep = async (minute: number) => {
			await world.settle(minute);
			await forgetRecentVotes(database().open(), instant(minute));
		};
		await sweep(ATTACK + 3);
		expect(await networks()).toHaveLength(ATTACKERS);
		await sweep(ATTACK + 59);
		expect(await networks()).toEqual([]);
	});

	it("leave no rows for ordinary votes after two minutes", async () => {
		await world.ordinaryVotes();
		const kept = () =>
			database().rows("select network from vote_checks where video_id = ?", world.video_id);
		await forgetRecentVotes(database().open(), instant(DAY + 1));
		expect(await kept()).toHaveLength(5);
		await forgetRecentVotes(database().open(), instant(DAY + 3));
		expect(await kept()).toEqual([]);
	});

	it("leave no network addresses if the clock was set back", async () => {
		await attackers();
		await world.settle(ATTACK - DAY);
		await forgetRecentVotes(database().open(), instant(ATTACK - DAY));
		expect(
			await database().rows(
				"select network from vote_checks where video_id = ? and network is not null",
				world.video_id,
			),
		).toEqual([]);
	});

	it("are listed in pages, and deciding on an unknown one does nothing", async () => {
		for (const _ of [1, 2, 3]) await (await attackedVideo(database())).attack(ATTACKERS);
		const list = (cursor: string | null) =>
			listChecks(database().open(), { state: "open", view, limit: 2, cursor });
		expect(await list("nonsense")).toBe("bad_cursor");
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page = await list(cursor);
			if (page === "bad_cursor") throw new Error("It was our own");
			seen.push(...page.holds.map(({ id }) => id));
			cursor = page.next_cursor;
		} while (cursor !== null);
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.length).toBeGreaterThan(2);
		const decision = {
			state: "lifted" as const,
			now: instant(ATTACK),
			admin_id: ADMIN,
			reason: null,
		};
		for (const id of ["", "0", "1-x", "x", "-1", "999999999999999-x"])
			expect(await decideCheck(database().open(), id, decision)).toBeNull();
	});
});
