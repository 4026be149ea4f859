import { expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { createResponse, editResponse, findResponse } from "#features/channels/response-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { freshChannelId, makeOwner, rejectStored } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aStatement,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };
const AT_ONCE = 20;
let made = 0;

describeOnBothDatabases("creator responses", (database) => {
	const responsesTo = async ({ video_id }: World) =>
		(await readReport(database().open(), video_id, view)).responses;

	it("are limited to one for each target, even for simultaneous requests", async () => {
		const world = await anAnalysis(database());
		for (const statement_id of [null, ...world.statement_ids]) {
			const answers = await Promise.all(
				Array.from({ length: AT_ONCE }, () => respond(database(), world, { statement_id })),
			);
			expect(answers.filter((it) => it === "standing")).toHaveLength(AT_ONCE - 1);
		}
		expect(await responsesTo(world)).toHaveLength(1 + world.statement_ids.length);
	});

	it("are rejected without a notification if the channel or the statement is lost", async () => {
		const world = await anAnalysis(database());
		const { video_id, channel_id, claim_id } = world;
		const [id] = world.statement_ids;
		const metadata = someMetadata({ channel_id });
		await publish(database().open(), aCompletedRun({ video_id, metadata }));
		expect(await respond(database(), world, { statement_id: id ?? null })).toBe("changed");
		await rejectStored(database(), claim_id, null);
		expect(await respond(database(), world, {})).toBe("changed");
		const queued = await database().rows(
			"select 1 from notification_outbox where kind = 'creator_response' and payload like ?",
			`%${video_id}%`,
		);
		expect(queued).toEqual([]);
	});

	it("keep the text of a statement that was retired later", async () => {
		const world = await anAnalysis(database());
		const [id] = world.statement_ids;
		await respond(database(), world, { statement_id: id ?? null });
		expect(await responsesTo(world)).toMatchObject([{ retired_statement: null }]);
		const db = database().open();
		await publish(db, aCompletedRun({ video_id: world.video_id }));
		const [response] = await responsesTo(world);
		expect(response?.retired_statement).toBe("they built the bridge in 1931");
		expect((await findResponse(db, response?.id ?? ""))?.response).toEqual(response);
	});

	it("keep every text when several edits run at once", async () => {
		const world = await anAnalysis(database());
		const response = await respond(database(), world, { body: "0" });
		if (typeof response === "string") throw new Error(response);
		const bodies = Array.from({ length: AT_ONCE }, (_, place) => String(place + 1));
		await Promise.all(
			bodies.map((body, place) =>
				editResponse(database().open(), {
					response_id: response.id,
					body,
					now: instant(110 + place),
				}),
			),
		);
		const found = await findResponse(database().open(), response.id);
		const history = found?.response.history.map(({ body }) => body) ?? [];
		expect(history[0]).toBe("0");
		expect([...history, found?.response.body].sort()).toEqual(["0", ...bodies].sort());
	});
});

type World = Awaited<ReturnType<typeof anAnalysis>>;

/** A published analysis of a channel with a verified owner. */
async function anAnalysis(database: TestDb) {
	const db = database.open();
	const member_id = await addMember(db);
	const channel_id = freshChannelId();
	const claim = await makeOwner(db, member_id, channel_id);
	const statements = [aStatement(), aStatement({ timestamp: 40 })];
	const run = aCompletedRun({ statements, metadata: someMetadata({ channel_id }) });
	await publish(db, run);
	const statement_ids = statements.map(({ id }) => id);
	return { member_id, channel_id, claim_id: claim.id, video_id: run.video_id, statement_ids };
}

function respond(
	database: TestDb,
	{ video_id, member_id, channel_id }: World,
	fields: { body?: string; statement_id?: StatementId | null },
) {
	made += 1;
	return createResponse(database.open(), {
		id: `response-${made}`,
		video_id,
		statement_id: null,
		member_id,
		channel_id,
		channel_name: "Harbour Talks",
		title: "How the bridge was built",
		body: "We disagree.",
		now: instant(50 + made / 10),
		...fields,
	});
}
