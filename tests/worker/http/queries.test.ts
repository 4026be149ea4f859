import { expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import { deleteOldKeys, releaseKey, reserveKey, storeAnswer } from "#http/idempotency.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const ANSWER = { status: 202, location: "/there", body: '{"a":"ä"}' };

function held(member_id: MemberId, minute: number) {
	return { member_id, key: "key", request_hash: "hash", created_at: instant(minute) };
}

/** Keys expire after an hour; unanswered requests count as lost after five minutes. */
const limitsAt = (minute: number) => ({
	forgotten: instant(minute - 60),
	lost: instant(minute - 5),
	limit: 3,
});

describeOnBothDatabases("idempotency keys", (database) => {
	it("are limited for each member, while stored ones can still be used", async () => {
		const db = database().open();
		const [member_id, other] = [await addMember(db), await addMember(db)];
		const reserve = (key: string, of = member_id) =>
			reserveKey(db, { ...held(of, 0), key }, limitsAt(0));
		for (const key of ["a", "b", "c"]) expect((await reserve(key)).state).toBe("taken");
		expect((await reserve("d")).state).toBe("full");
		expect((await reserve("c")).state).toBe("running");
		expect((await reserve("d", other)).state).toBe("taken");
	});

	it("can be reserved again when released, lost or expired, and then ignore the old request", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const ask = (minute: number) => reserveKey(db, held(member_id, minute), limitsAt(minute));
		await ask(0);
		await releaseKey(db, held(member_id, 0));
		expect(await ask(1)).toEqual({ state: "taken" });
		expect(await ask(6)).toEqual({ state: "running" });
		expect(await ask(7)).toEqual({ state: "taken" });
		// A late result of the request counted as lost must not touch the new reservation.
		await storeAnswer(db, held(member_id, 1), ANSWER);
		await releaseKey(db, held(member_id, 1));
		expect(await ask(8)).toEqual({ state: "running" });
		await deleteOldKeys(db, instant(7));
		expect(await ask(8)).toEqual({ state: "running" });
		await deleteOldKeys(db, instant(8));
		expect(await ask(8)).toEqual({ state: "taken" });
	});
});
