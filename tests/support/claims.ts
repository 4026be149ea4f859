import type { Claim } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import {
	findClaim,
	type NewClaim,
	submitClaim,
} from "#features/channels/claim-queries.ts";
import {
	type DecisionOutcome,
	rejectClaim,
	verifyClaim,
} from "#features/channels/decision-queries.ts";
import type { TestDb } from "./databases.ts";
import { instant } from "./publications.ts";

let made = 0;

/** A channel id that no other test of this process has. */
export function freshChannelId(): string {
	made += 1;
	return `UC${String(made).padStart(22, "0")}`;
}

export function aClaim(
	user_id: MemberId,
	fields: Partial<NewClaim> = {},
): NewClaim {
	made += 1;
	const channel_id =
		fields.channel_id === undefined ? freshChannelId() : fields.channel_id;
	return {
		id: `claim-${made}`,
		user_id,
		url: `https://www.youtube.com/channel/${channel_id}`,
		channel_id,
		channel_key: channel_id ?? `handle:name${made}`,
		channel_name: "Harbour Talks",
		comments: null,
		verification_code: "bs-K7MQ2W",
		verification_method: "channel_description",
		reason: null,
		submitted_at: instant(made),
		...fields,
	};
}

/** Makes the member the channel's verified owner. */
export async function makeOwner(
	db: Db,
	user_id: MemberId,
	channel_id: string,
): Promise<Claim> {
	const { claim } = await submitClaim(db, aClaim(user_id, { channel_id }));
	const found = await findClaim(db, claim.id);
	if (!found) throw new Error("The claim is gone");
	const verified = await verifyClaim(db, {
		found,
		creator_id: `creator-of-${claim.id}`,
		channel: { channel_id, channel_name: claim.channel_name },
		method: "channel_description",
		reason: null,
		now: instant(made),
	});
	if (typeof verified === "string") throw new Error(verified);
	return verified;
}

/** The page itself, where the cursor was one. */
export async function pageOf<T>(
	page: Promise<T>,
): Promise<Exclude<T, "bad_cursor">> {
	const answer = await page;
	if (answer === "bad_cursor") throw new Error("The cursor was refused");
	return answer as Exclude<T, "bad_cursor">;
}

/** Verifies the claim as it is now; the channel turns out to be called "The true name". */
export async function verifyStored(
	database: TestDb,
	claim_id: string,
): Promise<DecisionOutcome> {
	const db = database.open();
	const found = await findClaim(db, claim_id);
	if (!found) throw new Error("There is no such claim");
	return verifyClaim(db, {
		found,
		creator_id: `creator-${claim_id}`,
		channel: {
			channel_id: found.claim.channel_id ?? freshChannelId(),
			channel_name: "The true name",
		},
		method: "channel_description",
		reason: null,
		now: instant(90),
	});
}

export async function rejectStored(
	database: TestDb,
	claim_id: string,
	reason: string | null,
): Promise<DecisionOutcome> {
	const db = database.open();
	const found = await findClaim(db, claim_id);
	if (!found) throw new Error("There is no such claim");
	return rejectClaim(db, { found, reason, now: instant(95) });
}

/** What the outbox holds of these causes, oldest first. */
export async function outboxOf(database: TestDb, ...causes: string[]) {
	const rows = await database.rows(
		"select kind, member_id, payload, delivered_at from notification_outbox where run_id in (select value from json_each(?)) order by id",
		JSON.stringify(causes),
	);
	return rows.map((row) => ({
		...row,
		payload: JSON.parse(String(row.payload)),
	}));
}

/** What was found, which is there. */
export async function findStored<T>(found: Promise<T | null>): Promise<T> {
	const answer = await found;
	if (answer === null) throw new Error("It is not there");
	return answer;
}
