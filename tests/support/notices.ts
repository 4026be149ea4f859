import type { MemberId, StatementId } from "#contract/ids.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { deliverNotifications } from "#features/notifications/deliver-notifications.ts";
import { notifyVotes } from "#features/notifications/notify-votes.ts";
import {
	type Delivery,
	deliverMessage,
	type Notified,
} from "#features/notifications/outbox-queries.ts";
import type { recordVotesNotified } from "#features/notifications/vote-queries.ts";
import { castVote } from "#features/votes/queries.ts";
import type { Context } from "#worker/context.ts";
import { createLog } from "#worker/log.ts";
import type { TestDb } from "./databases.ts";
import {
	aCompletedRun,
	aStatement,
	instant,
	someMetadata,
} from "./publications.ts";

const view = { simulated: false };
/** In minutes. */
const DELIVERED_AT = 60;

export type Rung = { member_id: MemberId; ids: readonly string[] };
export type Sweeper = {
	/** Whose bells were rung, and for what. */
	rung: Rung[];
	log: string[];
	deliver: (cause?: string | null) => Promise<void>;
	/** The votes are told at `minute`. */
	gather: (minute?: number) => Promise<void>;
};

/** Delivers as the product does, on a database of its own, and writes down what it rings and logs. */
export function aSweeper(
	database: TestDb,
	over: {
		/** In the place of the write of one delivery. */
		store?: (delivery: Delivery) => Promise<Notified[]>;
		/** In the place of the write of the gathered votes. */
		record?: typeof recordVotesNotified;
		publish?: (member_id: MemberId, ids: readonly string[]) => Promise<void>;
	} = {},
): Sweeper {
	const rung: Rung[] = [];
	const log: string[] = [];
	const publish =
		over.publish ??
		(async (member_id: MemberId, ids: readonly string[]) => {
			rung.push({ member_id, ids });
		});
	const contextAt = (minute: number) => {
		const db = database.open();
		const bell = {
			idFromName: (name: string) => name,
			get: () => ({ publish }),
		};
		return {
			db: { near: db, primary: db },
			view,
			objects: { NOTIFICATION_BELL: bell } as unknown as Context["objects"],
			now: () => new Date(instant(minute)),
			log: {
				...createLog("info"),
				warn: (message: string) => log.push(message),
			},
		};
	};
	const { store, record } = over;
	return {
		rung,
		log,
		deliver: (cause = null) =>
			deliverNotifications(
				contextAt(DELIVERED_AT),
				cause,
				store && ((_, delivery) => store(delivery)),
			),
		gather: (minute = DELIVERED_AT) => notifyVotes(contextAt(minute), record),
	};
}

/** One delivery, as the product stores it. */
export function deliverStored(
	database: TestDb,
	delivery: Omit<Delivery, "now">,
): Promise<Notified[]> {
	return deliverMessage(database.open(), {
		...delivery,
		now: instant(DELIVERED_AT),
	});
}

/** Publishes an analysis that the member started, with what a run puts into the outbox. */
export async function anAnalysisOf(
	database: TestDb,
	member_id: MemberId,
	{ minute = 1, ...fields }: Partial<CompletedRun> & { minute?: number } = {},
): Promise<CompletedRun> {
	const bs_score = fields.bs_score ?? 50;
	const metadata = fields.metadata ?? someMetadata({});
	const run = aCompletedRun({
		started_by: member_id,
		ended_at: instant(minute),
		statements: [aStatement()],
		...fields,
		metadata,
	});
	const { video_id, statements, simulated } = run;
	const { title } = metadata;
	const ended = { video_id, title, status: "completed", bs_score };
	const payload = { ...ended, claims_count: statements.length, simulated };
	run.outbox = [{ kind: "new_analysis", member_id, payload }];
	await publish(database.open(), run);
	return run;
}

export function vote(
	database: TestDb,
	statement_id: StatementId | undefined,
	member_id: MemberId,
	minute = 5,
) {
	if (!statement_id) throw new Error("There is no such statement");
	return castVote(database.open(), {
		statement_id,
		member_id,
		vote_type: "upvote",
		now: instant(minute),
		view,
	});
}
