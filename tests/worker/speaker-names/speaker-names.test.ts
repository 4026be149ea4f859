import { describe, expect, it } from "vitest";
import type { MemberId, VideoId } from "#contract/ids.ts";
import type { SpeakerNames } from "#contract/speaker-names.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { aCompletedRun, aStatement } from "#tests/support/fixtures/publications.ts";
import type { Client } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	databaseOf,
	signedIn,
	signedInAdmin,
} from "#tests/support/world/signed-in.ts";

const product = shared(() => shareProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const member = opened(() => aMember());
const other = opened(() => aMember());

async function aMember() {
	const [one] = await signedIn(product, 1);
	if (!one) throw new Error("There is no member");
	return one;
}

const WORDS = "They built the bridge in 1931. It is old.";

function aPastedRun(
	started_by: MemberId,
	{ video_id, speaker = "Speaker 2" }: { video_id?: VideoId; speaker?: string } = {},
) {
	return aCompletedRun({
		...(video_id && { video_id }),
		started_by,
		statements: [aStatement({ speaker })],
		transcript: {
			...{ source: "member", language: null, track: null, text: WORDS },
			cues: [
				{ start: 0, text: "They built the bridge in 1931.", speaker: "Speaker 1" },
				{ start: 4, text: "It is old.", speaker },
			],
		},
	});
}

async function aPastedReport(): Promise<VideoId> {
	const run = aPastedRun(member.id);
	await publish(await databaseOf(product), run);
	return run.video_id;
}

const pathOf = (video_id: VideoId) => `/api/videos/${video_id}/speaker-names`;
const read = async (video_id: VideoId, by: Client = product.visitor()) =>
	(await by.get<SpeakerNames>(pathOf(video_id))).body;
const name = (video_id: VideoId, given: string | null, by: Client = member) =>
	by.put<SpeakerNames>(pathOf(video_id), { speaker: "Speaker 2", name: given });
const shown = async (video_id: VideoId) => (await read(video_id)).names.map((it) => it.name);

describe("a speaker's name", () => {
	it("is given, changed and taken away by the member who pasted the transcript", async () => {
		const video_id = await aPastedReport();
		expect(await read(video_id)).toEqual({ names: [], may_name: false });
		expect(await read(video_id, member)).toEqual({ names: [], may_name: true });
		const answer = await name(video_id, "  Ada\u0000 Byron ");
		expect(answer).toMatchObject({
			status: 200,
			body: { names: [{ speaker: "Speaker 2", name: "Ada Byron" }], may_name: true },
		});
		await name(video_id, "Ada King");
		expect(await shown(video_id)).toEqual(["Ada King"]);
		expect((await name(video_id, null)).body.names).toEqual([]);
		expect(await shown(video_id)).toEqual([]);
	});

	it("is refused from others, for other transcripts and for unknown speakers", async () => {
		const video_id = await aPastedReport();
		expect(await name(video_id, "Ada Byron", other)).toMatchObject({
			status: 403,
			body: { code: "not_allowed" },
		});
		const captions = aCompletedRun({ started_by: member.id });
		await publish(await databaseOf(product), captions);
		expect((await name(captions.video_id, "Ada Byron")).status).toBe(403);
		const unknown = { speaker: "Speaker 9", name: "Ada Byron" };
		expect(await member.put(pathOf(video_id), unknown)).toMatchObject({
			status: 422,
			body: { code: "speaker_unknown" },
		});
		expect((await name("nonsense" as VideoId, "Ada Byron")).status).toBe(404);
	});

	it.each(["", "   ", "\u200b\u2060", "a".repeat(101)])("cannot be %j", async (given) => {
		const video_id = await aPastedReport();
		expect((await name(video_id, given)).status).toBe(400);
		expect(await shown(video_id)).toEqual([]);
	});

	it("is in no other answer or page of the site", async () => {
		const video_id = await aPastedReport();
		await name(video_id, "Zoë Quillfeather");
		expect(await shown(video_id)).toEqual(["Zoë Quillfeather"]);
		const places = [
			`/api/videos/${video_id}`,
			`/api/videos/${video_id}/transcript`,
			`/api/videos/${video_id}/export`,
			`/api/videos/${video_id}/export.csv`,
			`/api/videos/${video_id}/versions`,
			`/api/v1/lookup?ids=${video_id}&statements=1`,
			"/api/search?q=quillfeather",
			`/results/${video_id}`,
			`/embed/${video_id}`,
			"/feed.xml",
		];
		const answers = await Promise.all(
			places.map(async (path) => {
				const answer = await fetch(product.url + path, { headers: { connection: "close" } });
				return { path, status: answer.status, text: await answer.text() };
			}),
		);
		expect(answers.filter(({ text }) => text.includes("Speaker 2")).length).toBeGreaterThan(3);
		expect(answers.filter(({ text }) => text.includes("Quillfeather"))).toEqual([]);
	});

	it("ends with the transcript that it was given for", async () => {
		const video_id = await aPastedReport();
		const db = await databaseOf(product);
		await name(video_id, "Ada Byron");
		await publish(db, aPastedRun(member.id, { video_id }));
		expect(await shown(video_id)).toEqual(["Ada Byron"]);
		await publish(db, aPastedRun(member.id, { video_id, speaker: "Speaker 3" }));
		expect(await shown(video_id)).toEqual([]);
		await publish(db, aPastedRun(member.id, { video_id }));
		expect(await shown(video_id)).toEqual([]);
	});

	it("is not shown where another member pasted the same transcript", async () => {
		const video_id = await aPastedReport();
		await name(video_id, "Ada Byron");
		await publish(await databaseOf(product), aPastedRun(other.id, { video_id }));
		expect(await shown(video_id)).toEqual([]);
		expect((await name(video_id, "Ada King")).status).toBe(403);
		await name(video_id, "Ben Okafor", other);
		expect(await shown(video_id)).toEqual(["Ben Okafor"]);
	});

	it("is in the member's export and is deleted with the account", async () => {
		const leaver = await aMember();
		const run = aPastedRun(leaver.id);
		const { video_id } = run;
		await publish(await databaseOf(product), run);
		await name(video_id, "Ada Byron", leaver);
		const { body } = await leaver.get<{ speaker_names: object[] }>("/api/me/export");
		expect(body.speaker_names).toEqual([
			{ video_id, speaker: "Speaker 2", name: "Ada Byron", named_at: expect.any(String) },
		]);
		const d1 = await product.server.database();
		await d1.prepare("delete from members where id = ?").bind(leaver.id).run();
		expect(await read(video_id)).toEqual({ names: [], may_name: false });
		const rows = await d1.prepare("select 1 from speaker_names where video_id = ?").bind(video_id);
		expect((await rows.all()).results).toEqual([]);
	});

	it("is taken down by an admin, alone or with its report, and cannot be given again", async () => {
		const admin = await signedInAdmin(product);
		const video_id = await aPastedReport();
		await name(video_id, "Ada Byron");
		const decide = (kind: string, id: string, hidden: boolean) =>
			admin.post("/api/admin/hidden", {
				...{ kind, id, hidden },
				...(hidden && { reason: "wrong_person", sentence: "She was not there." }),
			});
		const id = `${video_id} Speaker 2`;
		expect((await decide("speaker_name", id, true)).status).toBe(200);
		expect(await shown(video_id)).toEqual([]);
		expect((await name(video_id, "Ada King")).status).toBe(410);
		await decide("speaker_name", id, false);
		expect(await shown(video_id)).toEqual(["Ada Byron"]);
		const told = await member.get<{ notifications: { message: string }[] }>("/api/notifications");
		expect(told.body.notifications.map(({ message }) => message)).toContainEqual(
			expect.stringContaining("Ada Byron"),
		);
		await decide("video", video_id, true);
		expect((await product.visitor().get(pathOf(video_id))).status).toBe(410);
		expect((await decide("speaker_name", `${video_id} Speaker 8`, true)).status).toBe(404);
	});
});
