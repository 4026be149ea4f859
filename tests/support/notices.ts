import type { MemberId, StatementId } from "#contract/ids.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	type Deliveries,
	deliverNotifications,
} from "#features/notifications/deliver-notifications.ts";
import {
	notifyVotes,
	type VoteNotifications,
} from "#features/notifications/notify-votes.ts";
import {
	type Delivery,
	deliverMessage,
	type Notified,
	notificationId,
	waitingMessages,
} from "#features/notifications/outbox-queries.ts";
import {
	responseAudience,
	standingResponse,
} from "#features/notifications/response-queries.ts";
import {
	gatherVotes,
	pendingVotes,
	recordVotesNotified,
} from "#features/notifications/vote-queries.ts";
import { castVote } from "#features/votes/queries.ts";
import type { TestDb } from "./databases.ts";
import {
	aCompletedRun,
	aStatement,
	instant,
	someMetadata,
} from "./publications.ts";

const view = { simulated: false };

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
	over: Partial<Deliveries & VoteNotifications> = {},
): Sweeper {
	const rung: Rung[] = [];
	const log: string[] = [];
	const db = () => database.open();
	const shared = {
		notificationId,
		async ring(member_id: MemberId, ids: readonly string[]) {
			rung.push({ member_id, ids });
		},
	};
	const deliveries: Deliveries = {
		...shared,
		waiting: (cause, limit) => waitingMessages(db(), { cause, limit }),
		standingResponse: (id) => standingResponse(db(), id),
		audience: (asked) => responseAudience(db(), asked),
		deliver: (delivery) => deliverStored(database, delivery),
		log: (message) => log.push(message),
		...over,
	};
	return {
		rung,
		log,
		deliver: (cause = null) => deliverNotifications(deliveries, cause),
		gather: (minute = 60) =>
			notifyVotes({
				...shared,
				untold: (limit) => pendingVotes(db(), limit),
				gather: (span) => gatherVotes(db(), span, view),
				tell: (span, told) =>
					recordVotesNotified(db(), { span, told, now: instant(minute) }),
				...over,
			}),
	};
}

/** One delivery, as the product stores it. */
export function deliverStored(
	database: TestDb,
	delivery: Omit<Delivery, "now">,
): Promise<Notified[]> {
	return deliverMessage(database.open(), { ...delivery, now: instant(60) });
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
