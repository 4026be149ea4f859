import { expect, it } from "vitest";
import { publish } from "#adapters/db/store-publication.ts";
import { readTranscript } from "#adapters/db/store-transcript.ts";
import { describeOnBothDatabases } from "../support/databases.ts";
import {
	aCompletedRun,
	aTranscript,
	freshVideoId,
} from "../support/publications.ts";

const LIVE = { simulated: false };

describeOnBothDatabases("readTranscript", (database) => {
	it("gives back 300 KB of cues as they were", async () => {
		const db = database().open();
		const cues = Array.from({ length: 6_000 }, (_, place) => ({
			start: place * 2.5,
			text: `cue ${place}: "ünïcode" 😀 and some forty more characters`,
		}));
		const text = cues.map((cue) => cue.text).join(" ");
		expect(text.length).toBeGreaterThan(300_000);
		const run = aCompletedRun({
			transcript: { ...aTranscript(), language: "de-AT", cues, text },
		});
		await publish(db, run);
		expect(await readTranscript(db, run.video_id, LIVE)).toEqual({
			source: "captions",
			language: "de-AT",
			cues,
			transcript: text,
		});
	});

	it("holds the longest pasted text there may be, three bytes a character", async () => {
		const db = database().open();
		const text = "検証😀".repeat(150_000);
		const run = aCompletedRun({
			transcript: {
				source: "member",
				language: null,
				track: null,
				cues: [],
				text,
			},
		});
		await publish(db, run);
		const answer = await readTranscript(db, run.video_id, LIVE);
		expect(answer?.cues).toEqual([]);
		expect(answer?.transcript === text).toBe(true);
	});

	it("is replaced by the next run's", async () => {
		const db = database().open();
		const long = "many words ".repeat(50_000);
		const first = aCompletedRun({
			transcript: { ...aTranscript("member"), cues: [], text: long },
		});
		await publish(db, first);
		await publish(db, aCompletedRun({ video_id: first.video_id }));
		expect(await readTranscript(db, first.video_id, LIVE)).toMatchObject({
			source: "captions",
			transcript: aTranscript().text,
		});
	});

	it("is null for a video nobody analysed", async () => {
		expect(
			await readTranscript(database().open(), freshVideoId(), LIVE),
		).toBeNull();
	});
});
