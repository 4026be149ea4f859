import { expect, it } from "vitest";
import type { SourceId } from "#contract/verdicts.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { findClaim, nameChannel, submitClaim } from "#features/channels/claim-queries.ts";
import {
	findChannelOwner,
	findStoredChannel,
	findStoredName,
	listCreators,
} from "#features/channels/creator-queries.ts";
import { createResponse, findResponse } from "#features/channels/response-queries.ts";
import {
	aClaim,
	freshChannelId,
	makeOwner,
	outboxOf,
	rejectStored,
	verifyStored,
} from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aStatement,
	aTranscript,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };
const AT_ONCE = 50;

describeOnBothDatabases("ownership claims", (database) => {
	it("cannot be given a channel that another open claim of the member has", async () => {
		const db = database().open();
		const member = await addMember(db);
		const channel = { channel_id: freshChannelId(), channel_name: "Known" };
		const outcomes: string[] = [];
		for (const claim of [
			aClaim(member, { channel_id: null }),
			aClaim(member, { channel_id: null }),
		]) {
			await submitClaim(db, claim);
			outcomes.push(await nameChannel(db, claim.id, channel));
		}
		expect(outcomes).toEqual(["named", "taken"]);
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
		for (const query of [
			"select 1 from creators where channel_id = ? and verified = 1",
			"select 1 from claims where channel_id = ? and status = 'verified'",
		])
			expect(await database().rows(query, channel_id), query).toHaveLength(1);
		expect(await outboxOf(database(), ...ids)).toHaveLength(1);
	});

	it("store each decision once when several are made at the same time", async () => {
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
		const queued = await outboxOf(database(), claim.id);
		expect(queued).toHaveLength(outcomes.filter((it) => typeof it !== "string").length);
		expect(queued.at(-1)).toMatchObject({ payload: { status: decided?.claim.status } });
	});

	it("withdraw the owner's responses and free the channel when a verified one is rejected", async () => {
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
		expect(await verifyStored(database(), next.id)).toMatchObject({ verified: true });
		expect(await verifyStored(database(), claim.id)).toBe("owned");
	});
});

describeOnBothDatabases("channels", (database) => {
	it("count their listed results and average the scores of those with a verdict", async () => {
		const db = database().open();
		const member = await addMember(db);
		const channel_id = freshChannelId();
		await makeOwner(db, member, channel_id);
		const figures = async () => (await listCreators(db, member, view))[0];
		const none = { total_videos: 0, avg_bs_score: null, reputation_score: null };
		expect(await figures()).toMatchObject(none);
		const of = { metadata: someMetadata({ channel_id }) };
		const scored = (bs_score: number) => ({ ...of, bs_score, statements: [aStatement()] });
		const evidence_sources: SourceId[] = ["wikipedia"];
		for (const fields of [
			scored(20),
			scored(41),
			{ ...of, bs_score: 0 },
			{ ...scored(99), transcript: aTranscript("member") },
			{ ...scored(99), simulated: true },
			{ bs_score: 99 },
			// Too few of its statements were checked for a score.
			{ ...scored(99), evidence_sources, bs_score: null, confidence_level: null },
		])
			await publish(db, aCompletedRun(fields));
		const counted = { total_videos: 4, avg_bs_score: 31, reputation_score: 69 };
		expect(await figures()).toMatchObject(counted);
	});

	it("are found with their names through stored analyses", async () => {
		const db = database().open();
		const channel = { channel_id: freshChannelId(), channel_name: "Bridges" };
		const run = aCompletedRun({ metadata: someMetadata(channel) });
		const odd = aCompletedRun({ metadata: someMetadata({ channel_id: "not-an-id" }) });
		for (const each of [run, odd]) await publish(db, each);
		expect(await findStoredChannel(db, run.video_id, view)).toEqual(channel);
		expect(await findStoredChannel(db, odd.video_id, view)).toBeNull();
		expect(await findStoredName(db, channel.channel_id, view)).toBe("Bridges");
		expect(await findStoredName(db, freshChannelId(), view)).toBeNull();
	});
});
