import { expect, it } from "vitest";
import { MemberId, type StatementId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	createResponse,
	editResponse,
	findResponse,
	readResponseTarget,
	withdrawResponse,
} from "#features/channels/response-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import {
	findStored,
	freshChannelId,
	makeOwner,
	outboxOf,
	rejectStored,
} from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aStatement,
	freshStatementId,
	freshVideoId,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };
const AT_ONCE = 20;
let made = 0;

describeOnBothDatabases("creator responses", (database) => {
	it("appear in the report, oldest first, and queue one notification each", async () => {
		const world = await anAnalysis(database());
		const whole = await respond(database(), world, { body: "Not so.\ud83d" });
		expect(whole).toMatchObject({
			video_id: world.video_id,
			statement_id: null,
			channel_name: "Harbour Talks",
			body: "Not so.\ufffd",
			withdrawn_at: null,
			history: [],
		});
		const [id] = world.statement_ids;
		const one = await respond(database(), world, { statement_id: id ?? null });
		const db = database().open();
		const report = await readReport(db, world.video_id, view);
		expect(report.responses).toEqual([whole, one]);
		if (typeof whole === "string") throw new Error(whole);
		expect(await outboxOf(database(), whole.id)).toEqual([
			{
				kind: "creator_response",
				member_id: null,
				payload: {
					video_id: world.video_id,
					response_id: whole.id,
					title: "How the bridge was built",
					channel_name: "Harbour Talks",
					author_member_id: world.member_id,
				},
				delivered_at: null,
			},
		]);
	});

	it("are limited to one for each target, even for simultaneous requests", async () => {
		const world = await anAnalysis(database());
		for (const statement_id of [null, ...world.statement_ids]) {
			const answers = await Promise.all(
				Array.from({ length: AT_ONCE }, () => respond(database(), world, { statement_id })),
			);
			expect(answers.filter((it) => it === "standing")).toHaveLength(AT_ONCE - 1);
		}
		const report = await readReport(database().open(), world.video_id, view);
		expect(report.responses).toHaveLength(1 + world.statement_ids.length);
	});

	it("are rejected without a notification if the channel or the statement is lost", async () => {
		const world = await anAnalysis(database());
		const [id] = world.statement_ids;
		await publish(
			database().open(),
			aCompletedRun({
				video_id: world.video_id,
				metadata: someMetadata({ channel_id: world.channel_id }),
			}),
		);
		expect(await respond(database(), world, { statement_id: id ?? null })).toBe("changed");
		await rejectStored(database(), world.claim_id, null);
		expect(await respond(database(), world, {})).toBe("changed");
		const rows = await database().rows(
			"select count(*) as n from notification_outbox where kind = 'creator_response' and payload like ?",
			`%${world.video_id}%`,
		);
		expect(rows).toEqual([{ n: 0 }]);
	});

	it("keep the text of a statement that was retired later", async () => {
		const world = await anAnalysis(database());
		const [id] = world.statement_ids;
		await respond(database(), world, { statement_id: id ?? null });
		const db = database().open();
		const retired = async () =>
			(await readReport(db, world.video_id, view)).responses.map(
				({ retired_statement }) => retired_statement,
			);
		expect(await retired()).toEqual([null]);
		await publish(db, aCompletedRun({ video_id: world.video_id }));
		expect(await retired()).toEqual(["they built the bridge in 1931"]);
		const [response] = (await readReport(db, world.video_id, view)).responses;
		const found = await findResponse(db, response?.id ?? "");
		expect(found?.response).toEqual(response);
	});

	it("keep every earlier version when edited", async () => {
		const world = await anAnalysis(database());
		const response = await respond(database(), world, { body: "First." });
		if (typeof response === "string") throw new Error(response);
		const edit = (body: string, minute: number) =>
			editResponse(database().open(), {
				response_id: response.id,
				body,
				now: instant(minute),
			});
		await edit("Second.", 101);
		await edit("Second.", 102);
		await edit("Third.", 103);
		const report = await readReport(database().open(), world.video_id, view);
		expect(report.responses).toEqual([
			{
				...response,
				body: "Third.",
				updated_at: instant(103),
				history: [
					{ body: "First.", replaced_at: instant(101) },
					{ body: "Second.", replaced_at: instant(103) },
				],
			},
		]);
	});

	it("keep every text when several edits run at once", async () => {
		const world = await anAnalysis(database());
		const response = await respond(database(), world, { body: "0" });
		if (typeof response === "string") throw new Error(response);
		await Promise.all(
			Array.from({ length: AT_ONCE }, (_, place) =>
				editResponse(database().open(), {
					response_id: response.id,
					body: String(place + 1),
					now: instant(110 + place),
				}),
			),
		);
		const found = await findStored(findResponse(database().open(), response.id));
		const wordings = [...found.response.history.map(({ body }) => body), found.response.body];
		expect(wordings[0]).toBe("0");
		expect(wordings.map(Number).sort((a, b) => a - b)).toEqual(
			Array.from({ length: AT_ONCE + 1 }, (_, place) => place),
		);
	});

	it("keep their dates, lose their text and can be replaced after withdrawal", async () => {
		const world = await anAnalysis(database());
		const response = await respond(database(), world, { body: "First." });
		if (typeof response === "string") throw new Error(response);
		const db = database().open();
		const response_id = response.id;
		await editResponse(db, { response_id, body: "Second.", now: instant(120) });
		await withdrawResponse(db, { response_id, now: instant(121) });
		await withdrawResponse(db, { response_id, now: instant(122) });
		await editResponse(db, { response_id, body: "Third.", now: instant(123) });
		const withdrawn = {
			...response,
			body: "",
			updated_at: instant(120),
			withdrawn_at: instant(121),
			history: [{ body: "", replaced_at: instant(120) }],
		};
		const next = await respond(database(), world, { body: "Anew." });
		const report = await readReport(db, world.video_id, view);
		expect(report.responses).toEqual([withdrawn, next]);
		expect(JSON.stringify(report)).not.toContain("First.");
		expect(JSON.stringify(report)).not.toContain("Second.");
	});

	it("report their target and whether the member may respond", async () => {
		const world = await anAnalysis(database());
		await respond(database(), world, {});
		const [id] = world.statement_ids;
		const target = (fields: object) =>
			readResponseTarget(database().open(), {
				video_id: world.video_id,
				statement_id: id ?? null,
				member_id: world.member_id,
				view,
				...fields,
			});
		expect(await target({})).toEqual({
			video: {
				title: "How the bridge was built",
				channel_id: world.channel_id,
				channel_name: "Bridge Channel",
				analysis_status: "completed",
			},
			statement: { video_id: world.video_id, retired_at: null },
			owns: true,
			written: 1,
			standing: false,
		});
		expect(await target({ statement_id: null })).toMatchObject({
			statement: null,
			written: 1,
			standing: true,
		});
		const stranger = await addMember(database().open());
		expect(await target({ member_id: stranger, statement_id: null })).toMatchObject({
			owns: false,
			written: 0,
			standing: false,
		});
		expect(await target({ statement_id: freshStatementId() })).toMatchObject({
			statement: null,
		});
		expect(await target({ video_id: freshVideoId() })).toMatchObject({
			video: null,
			owns: false,
		});
		expect(await findResponse(database().open(), MemberId.parse("nobody"))).toBeNull();
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
	const run = aCompletedRun({
		statements,
		metadata: someMetadata({ channel_id }),
	});
	await publish(db, run);
	return {
		member_id,
		channel_id,
		claim_id: claim.id,
		video_id: run.video_id,
		statement_ids: statements.map(({ id }) => id),
	};
}

function respond(
	database: TestDb,
	world: World,
	fields: { body?: string; statement_id?: StatementId | null },
) {
	made += 1;
	return createResponse(database.open(), {
		id: `response-${made}`,
		video_id: world.video_id,
		statement_id: null,
		member_id: world.member_id,
		channel_id: world.channel_id,
		channel_name: "Harbour Talks",
		title: "How the bridge was built",
		body: "We disagree.",
		now: instant(50 + made / 10),
		...fields,
	});
}
