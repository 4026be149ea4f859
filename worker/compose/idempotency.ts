import type { MemberId } from "#contract/ids.ts";
import {
	deleteOldKeys,
	type ReservedKey,
	releaseKey,
	reserveKey,
	type StoredAnswer,
	storeAnswer,
} from "#http/idempotency-queries.ts";
import { hashToken } from "#identity/tokens.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import type { Base } from "./base.ts";

/** Long enough for a program that was down over night. */
const KEPT_MS = DAY_MS;
/** Longer than any creating request takes; one that has no answer by then crashed. */
const LOST_MS = MINUTE_MS;

export function composeIdempotency({ db, now }: Base) {
	const before = (instant: string, ms: number) =>
		new Date(Date.parse(instant) - ms).toISOString();
	return {
		hash: hashToken,
		async take(member_id: MemberId, key: string, request_hash: string) {
			const held: ReservedKey = {
				member_id,
				key,
				request_hash,
				created_at: now(),
			};
			const found = await reserveKey(db, held, {
				forgotten: before(held.created_at, KEPT_MS),
				lost: before(held.created_at, LOST_MS),
			});
			return { held, ...found };
		},
		keep: (held: ReservedKey, answer: StoredAnswer) =>
			storeAnswer(db, held, answer),
		giveBack: (held: ReservedKey) => releaseKey(db, held),
		forget: () => deleteOldKeys(db, before(now(), KEPT_MS)),
	};
}
