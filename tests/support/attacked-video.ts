import type { HoldState } from "#contract/held-votes.ts";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { decideFreeze, listFreezes } from "#features/votes/review-queries.ts";
import { addVoters, type Ballot, castAll } from "./ballots.ts";
import type { TestDb } from "./databases.ts";
import { aCompletedRun, aStatement, instant } from "./publications.ts";

const view = { simulated: false };
export const HOUR = 60;
export const DAY = 24 * HOUR;
/** In minutes: a month after everybody but the attackers came. */
export const ATTACK = 30 * DAY;

export type Attacked = Awaited<ReturnType<typeof attackedVideo>>;

/** Each votes once, at the minute; without `networkOf` each from a network of their own. */
export function ballots(
	voters: MemberId[],
	statement_id: StatementId,
	vote_type: VoteType | null,
	minute: number,
	networkOf: (place: number) => string = (place) => `net-${place}`,
): Ballot[] {
	return voters.map((member_id, place) => ({
		...{ member_id, statement_id, vote_type },
		network: networkOf(place),
		now: instant(minute),
	}));
}

/** A result with two statements, members who have long been there, and what can be done to it. */
export async function attackedVideo(database: TestDb) {
	const first = aStatement();
	const second = aStatement();
	const run = aCompletedRun({ statements: [first, second] });
	await publish(database.open(), run);
	const { video_id } = run;
	const regulars = await addVoters(database, 12, instant(0));

	async function holds(state: HoldState = "open") {
		const page = await listFreezes(database.open(), {
			...{ state, view },
			cursor: null,
			limit: 50,
		});
		if (page === "bad_cursor") throw new Error("No cursor was given");
		return page.holds.filter(({ video }) => video.id === video_id);
	}

	return {
		video_id,
		attacked: first.id,
		other: second.id,
		regulars,
		holds,
		/** Four for and one against, long before. */
		ordinaryVotes: () =>
			castAll(database, [
				...ballots(regulars.slice(0, 4), first.id, "upvote", DAY),
				...ballots(regulars.slice(4, 5), first.id, "downvote", DAY),
			]),
		/** Accounts of the last hour vote against the first statement within one minute. */
		async attack(
			count: number,
			networkOf?: (place: number) => string,
			minute = ATTACK,
		): Promise<MemberId[]> {
			const created_at = instant(minute - HOUR);
			const voters = await addVoters(database, count, created_at);
			await castAll(
				database,
				ballots(voters, first.id, "downvote", minute, networkOf),
			);
			return voters;
		},
		async shown() {
			const { video, statements } = await readReport(
				database.open(),
				video_id,
				view,
			);
			const attacked = statements.find(({ id }) => id === first.id);
			const other = statements.find(({ id }) => id === second.id);
			if (!video || !attacked || !other)
				throw new Error("The result is not there");
			return { video, attacked, other };
		},
		/** On the one burst that there is. */
		async decide(state: "lifted" | "upheld", minute: number) {
			const [hold] = [
				...(await holds()),
				...(await holds("upheld")),
				...(await holds("lifted")),
			];
			const now = instant(minute);
			return decideFreeze(database.open(), hold?.id ?? "", { state, now });
		},
	};
}
