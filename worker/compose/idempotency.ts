import { hashToken } from "#adapters/crypto/token.ts";
import {
	forgetKeys,
	giveKeyBack,
	type HeldKey,
	type KeptAnswer,
	keepAnswer,
	takeKey,
} from "#adapters/db/store-idempotent-requests.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Base } from "./base.ts";
import { DAY_MS, MINUTE_MS } from "./durations.ts";

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
			const held: HeldKey = { member_id, key, request_hash, created_at: now() };
			const found = await takeKey(db, held, {
				forgotten: before(held.created_at, KEPT_MS),
				lost: before(held.created_at, LOST_MS),
			});
			return { held, ...found };
		},
		keep: (held: HeldKey, answer: KeptAnswer) => keepAnswer(db, held, answer),
		giveBack: (held: HeldKey) => giveKeyBack(db, held),
		forget: () => forgetKeys(db, before(now(), KEPT_MS)),
	};
}
