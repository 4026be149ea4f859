import { expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import {
	deleteOldKeys,
	releaseKey,
	reserveKey,
	storeAnswer,
} from "#http/idempotency-queries.ts";
import { addMember } from "#tests/support/fixtures/members.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const ANSWER = { status: 202, location: "/there", body: '{"a":"ä"}' };

function held(member_id: MemberId, minute: number, request_hash = "hash") {
	return { member_id, key: "key", request_hash, created_at: instant(minute) };
}

/** Kept for an hour, lost after five minutes. */
const limitsAt = (minute: number) => ({
	forgotten: instant(minute - 60),
	lost: instant(minute - 5),
	limit: 3,
});

describeOnBothDatabases("keys of requests", (database) => {
	it("are so many for each member, and those that are there are still answered", async () => {
		const db = database().open();
		const [member_id, other] = [await addMember(db), await addMember(db)];
		const reserve = (key: string, of = member_id) =>
			reserveKey(db, { ...held(of, 0), key }, limitsAt(0));
		for (const key of ["a", "b", "c"])
			expect((await reserve(key)).state).toBe("taken");
		expect((await reserve("d")).state).toBe("full");
		expect((await reserve("c")).state).toBe("running");
		expect((await reserve("d", other)).state).toBe("taken");
	});

	it("are taken by one of many at once", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const found = await Promise.all(
			Array.from({ length: 10 }, () =>
				reserveKey(db, held(member_id, 0), limitsAt(0)),
			),
		);
		const states = found.map(({ state }) => state).sort();
		expect(states).toEqual([...Array(9).fill("running"), "taken"]);
	});

	it("bring the first answer to the same request, and none to another", async () => {
		const db = database().open();
		const [member_id, other] = [await addMember(db), await addMember(db)];
		const first = held(member_id, 0);
		await reserveKey(db, first, limitsAt(0));
		await storeAnswer(db, first, ANSWER);
		const ask = (minute: number, hash?: string) =>
			reserveKey(db, held(member_id, minute, hash), limitsAt(minute));
		expect(await ask(1)).toEqual({ state: "answered", answer: ANSWER });
		expect(await ask(1, "other")).toEqual({ state: "other_request" });
		const theirs = await reserveKey(db, held(other, 1), limitsAt(1));
		expect(theirs).toEqual({ state: "taken" });
		expect(await ask(61)).toEqual({ state: "taken" });
	});

	it("are free again when given back, lost or forgotten, and stay another's then", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const ask = (minute: number) =>
			reserveKey(db, held(member_id, minute), limitsAt(minute));
		await ask(0);
		await releaseKey(db, held(member_id, 0));
		expect(await ask(1)).toEqual({ state: "taken" });
		expect(await ask(6)).toEqual({ state: "running" });
		expect(await ask(7)).toEqual({ state: "taken" });
		// The one that was thought lost comes late: the key is no longer its own.
		await storeAnswer(db, held(member_id, 1), ANSWER);
		await releaseKey(db, held(member_id, 1));
		expect(await ask(8)).toEqual({ state: "running" });
		await deleteOldKeys(db, instant(7));
		expect(await ask(8)).toEqual({ state: "running" });
		await deleteOldKeys(db, instant(8));
		expect(await ask(8)).toEqual({ state: "taken" });
	});
});
