import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { findClaim, submitClaim } from "#features/channels/claim-queries.ts";
import { findChannelOwner, listCreators } from "#features/channels/creator-queries.ts";
import { createResponse, findResponse } from "#features/channels/response-queries.ts";
import { readStats } from "#features/reports/list-queries.ts";
import {
	aClaim,
	freshChannelId,
	makeOwner,
	outboxOf,
	rejectStored,
	verifyStored,
} from "#tests/support/fixtures/claims.ts";
import { aCompletedRun, instant, someMetadata } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };
const AT_ONCE = 50;

describeOnBothDatabases("ownership claim decisions", (database) => {
	it("allow a new claim after a rejection and prevent verifying the rejected one", async () => {
		const db = database().open();
		const member = await addMember(db);
		const claim = aClaim(member);
		await submitClaim(db, claim);
		await rejectStored(database(), claim.id, "Not yours.");
		const again = aClaim(member, { channel_id: claim.channel_id });
		expect(await submitClaim(db, again)).toMatchObject({ created: true });
		expect(await verifyStored(database(), claim.id)).toBe("open_elsewhere");
	});

	it("make one owner, queue a notification and raise the creator count on verification", async () => {
		const db = database().open();
		const member = await addMember(db);
		const { total_creators } = await readStats(db, view);
		const claim = aClaim(member);
		await submitClaim(db, claim);
		expect(await verifyStored(database(), claim.id)).toMatchObject({
			status: "verified",
			verified: true,
			channel_name: "The true name",
			reason: null,
			decided_at: instant(90),
		});
		expect(await findChannelOwner(db, claim.channel_id ?? "")).toBe(member);
		expect(await listCreators(db, member, view)).toMatchObject([
			{ channel_id: claim.channel_id, channel_name: "The true name" },
		]);
		expect((await readStats(db, view)).total_creators).toBe(total_creators + 1);
		expect(await outboxOf(database(), claim.id)).toEqual([
			{
				kind: "claim_decision",
				member_id: member,
				payload: {
					claim_id: claim.id,
					channel_name: "The true name",
					status: "verified",
					reason: null,
				},
				delivered_at: null,
			},
		]);
	});

	it("verify exactly one of fifty members who claim a channel at once", async () => {
		const db = database().open();
		const channel_id = freshChannelId();
		const ids = await Promise.all(
			Array.from({ length: AT_ONCE }, async () => {
				const claim = aClaim(await addMember(db), { channel_id });
				await submitClaim(db, claim);
				return claim.id;
			}),
		);
		const outcomes = await Promise.all(ids.map((id) => verifyStored(database(), id)));
		expect(outcomes.filter((outcome) => outcome === "owned")).toHaveLength(AT_ONCE - 1);
		const [owner] = await database().rows(
			"select count(*) as n from creators where channel_id = ? and verified = 1",
			channel_id,
		);
		expect(owner?.n).toBe(1);
		const verified = await database().rows(
			"select id from claims where channel_id = ? and status = 'verified'",
			channel_id,
		);
		expect(verified).toHaveLength(1);
		expect(await outboxOf(database(), ...ids)).toHaveLength(1);
	});

	it("are stored once when several are made at the same time", async () => {
		const db = database().open();
		const claim = aClaim(await addMember(db));
		await submitClaim(db, claim);
		const outcomes = await Promise.all([
			verifyStored(database(), claim.id),
			verifyStored(database(), claim.id),
			rejectStored(database(), claim.id, null),
		]);
		expect(outcomes.filter((it) => it === "changed").length).toBeLessThan(3);
		const decided = await findClaim(db, claim.id);
		const told = await outboxOf(database(), claim.id);
		expect(told).toHaveLength(outcomes.filter((it) => typeof it !== "string").length);
		expect(told.at(-1)).toMatchObject({
			payload: { status: decided?.claim.status },
		});
	});

	it("withdraw the owner's responses and free the channel when a verified claim is rejected", async () => {
		const db = database().open();
		const member = await addMember(db);
		const channel_id = freshChannelId();
		const claim = await makeOwner(db, member, channel_id);
		const run = aCompletedRun({ metadata: someMetadata({ channel_id }) });
		await publish(db, run);
		const response = await createResponse(db, {
			id: `response-to-${run.video_id}`,
			video_id: run.video_id,
			statement_id: null,
			member_id: member,
			channel_id,
			channel_name: "Harbour Talks",
			title: "A title",
			body: "We disagree.",
			now: instant(60),
		});
		if (typeof response === "string") throw new Error(response);

		await rejectStored(database(), claim.id, "It was not yours.");
		expect(await findChannelOwner(db, channel_id)).toBeNull();
		expect(await listCreators(db, member, view)).toEqual([]);
		expect(await findResponse(db, response.id)).toMatchObject({
			response: { body: "", withdrawn_at: instant(95) },
		});
		const next = aClaim(await addMember(db), { channel_id });
		await submitClaim(db, next);
		expect(await verifyStored(database(), next.id)).toMatchObject({
			verified: true,
		});
		expect(await verifyStored(database(), claim.id)).toBe("owned");
	});
});
