import { expect, it } from "vitest";
import type { SourceId } from "#contract/verdicts.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	findStoredChannel,
	findStoredName,
	listCreators,
} from "#features/channels/creator-queries.ts";
import { freshChannelId, makeOwner } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aStatement,
	aTranscript,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };

describeOnBothDatabases("channel figures", (database) => {
	it("count the channel's listed results and average their scores", async () => {
		const db = database().open();
		const member = await addMember(db);
		const channel_id = freshChannelId();
		await makeOwner(db, member, channel_id);
		const of = { metadata: someMetadata({ channel_id }) };
		const figures = async () => (await listCreators(db, member, view))[0];
		expect(await figures()).toMatchObject({
			total_videos: 0,
			avg_bs_score: null,
			reputation_score: null,
		});
		const scored = (bs_score: number) => ({
			...of,
			bs_score,
			statements: [aStatement()],
		});
		await publish(db, aCompletedRun(scored(20)));
		await publish(db, aCompletedRun(scored(41)));
		await publish(db, aCompletedRun({ ...of, bs_score: 0 }));
		await publish(db, aCompletedRun({ ...scored(99), transcript: aTranscript("member") }));
		await publish(db, aCompletedRun({ ...scored(99), simulated: true }));
		await publish(db, aCompletedRun({ bs_score: 99 }));
		const evidence_sources: SourceId[] = ["wikipedia"];
		// Too few statements were checked for a verdict, so its score does not count.
		await publish(db, aCompletedRun({ ...scored(99), evidence_sources }));
		expect(await figures()).toMatchObject({
			total_videos: 4,
			avg_bs_score: 31,
			reputation_score: 69,
		});
	});

	it("find the channel and its name through stored analyses", async () => {
		const db = database().open();
		const channel_id = freshChannelId();
		const run = aCompletedRun({
			metadata: someMetadata({ channel_id, channel_name: "Bridges" }),
		});
		await publish(db, run);
		expect(await findStoredChannel(db, run.video_id, view)).toEqual({
			channel_id,
			channel_name: "Bridges",
		});
		expect(await findStoredName(db, channel_id, view)).toBe("Bridges");
		expect(await findStoredName(db, freshChannelId(), view)).toBeNull();
		const odd = aCompletedRun({
			metadata: someMetadata({ channel_id: "not-an-id" }),
		});
		await publish(db, odd);
		expect(await findStoredChannel(db, odd.video_id, view)).toBeNull();
	});
});
