import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { browserCaptions, type SentTrack } from "#contract/browser-captions.ts";
import type { VideoId } from "#contract/ids.ts";
import { transcriptProposals } from "#db/tables/videos.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { admitTranscript, forgetNetworks } from "#features/captions/member-transcripts.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { newToken } from "#identity/tokens.ts";
import { aCompletedRun, aTranscript, instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };

describeOnBothDatabases("readTranscript", (database) => {
	it("returns 300 KB of cues unchanged", async () => {
		const db = database().open();
		const cues = Array.from({ length: 6_000 }, (_, place) => ({
			start: place * 2.5,
			text: `cue ${place}: "ünïcode" 😀 and some forty more characters`,
		}));
		const text = cues.map((cue) => cue.text).join(" ");
		expect(text.length).toBeGreaterThan(300_000);
		const run = aCompletedRun({ transcript: { ...aTranscript(), language: "de-AT", cues, text } });
		await publish(db, run);
		expect(await readTranscript(db, run.video_id, LIVE)).toEqual({
			source: "captions",
			language: "de-AT",
			cues: cues.map((cue) => ({ ...cue, speaker: null })),
			transcript: text,
		});
	});

	it("returns the longest pasted text, even at three bytes a character", async () => {
		const db = database().open();
		const text = "検証😀".repeat(150_000);
		const run = aCompletedRun({
			transcript: { source: "member", language: null, track: null, cues: [], text },
		});
		await publish(db, run);
		const answer = await readTranscript(db, run.video_id, LIVE);
		expect(answer?.cues).toEqual([]);
		expect(answer?.transcript === text).toBe(true);
	});

	it("returns as many characters, not code units, as the report states", async () => {
		const db = database().open();
		const cues = [
			{ start: 0, text: "smile 😀" },
			{ start: 2, text: "cut \ud83d short" },
		];
		const timed = aCompletedRun({
			transcript: { ...aTranscript(), cues, text: "smile 😀 cut \ud83d short" },
		});
		const untimed = aCompletedRun({
			transcript: { ...aTranscript("member"), cues: [], text: "検証😀\0" },
		});
		for (const [run, chars] of [
			[timed, 19],
			[untimed, 3],
		] as const) {
			await publish(db, run);
			const { video } = await readReport(db, run.video_id, LIVE);
			expect(video?.transcript_chars).toBe(chars);
			const answer = await readTranscript(db, run.video_id, LIVE);
			expect([...(answer?.transcript ?? "")]).toHaveLength(chars);
		}
	});
});

describeOnBothDatabases("captions that a browser sent", (database) => {
	const TRACK = { language: "en", kind: "asr", vss_id: "a.en" } as const;
	const SAID = "The hall is old.";
	const captions = (track: SentTrack = TRACK) =>
		browserCaptions([`00:05.000 --> 00:09.000\n${SAID}`], track);
	/** The instants of 2026, in days. */
	const day = (days: number) => instant(days * 24 * 60);

	/** A result that was made from the same captions, in whose language the original was. */
	async function publishedIn(language: string | null): Promise<VideoId> {
		const cues = [{ start: 5, text: SAID }];
		const transcript = { ...aTranscript("member"), language, cues, text: SAID };
		const run = aCompletedRun({ transcript, captions_read_by: "browser" });
		await publish(database().open(), run);
		return run.video_id;
	}

	/** Sends captions and returns whose browser read them, or why they are refused. */
	const sent = async (
		video_id: VideoId,
		started_by: string,
		network: string,
		now: string,
		{ language = "en", read = captions() }: { language?: string | null; read?: string } = {},
	) => {
		const given = { video_id, transcript: read, started_by, network };
		const by = { view: LIVE, now, salt: newToken() };
		const earlier = {
			transcript_source: "member" as const,
			captions_read_by: "browser" as const,
			language,
		};
		const answer = await admitTranscript(database().open(), given, earlier, by);
		return typeof answer === "string" ? answer : answer.captions_read_by;
	};

	it.each<[string, string | null, string, string]>([
		["in the original's language", "en-GB", captions(), "two_browsers"],
		["if the original's language is unknown", null, captions(), "browser"],
		["if their own is not named", "en", captions().replace(/^Language.*$/m, ""), "browser"],
		["in another language", "en", captions({ ...TRACK, language: "es" }), "dubbed"],
	])("%s count as they should", async (_, language, read, expected) => {
		const db = database().open();
		const video_id = await publishedIn(language);
		const [first, second] = [
			await addMember(db, { created_at: day(0) }),
			await addMember(db, { created_at: day(0) }),
		];
		await sent(video_id, first, "192.0.2.1", day(10), { language, read });
		expect(await sent(video_id, second, "192.0.2.2", day(11), { language, read })).toBe(expected);
	});

	it("are confirmed at the first time at which the account was old enough", async () => {
		const db = database().open();
		const video_id = await publishedIn("en");
		const [new_one, old_one] = [
			await addMember(db, { created_at: day(9.5) }),
			await addMember(db, { created_at: day(0) }),
		];
		expect(await sent(video_id, new_one, "192.0.2.1", day(10))).toBe("browser");
		expect(await sent(video_id, old_one, "192.0.2.2", day(11))).toBe("browser");
		// The new account is a day old by now: its first sending does not count, this one does.
		expect(await sent(video_id, new_one, "192.0.2.1", day(11.5))).toBe("browser");
		// Sending again does not begin the day anew.
		expect(await sent(video_id, new_one, "192.0.2.1", day(11.9))).toBe("browser");
		expect(await sent(video_id, old_one, "192.0.2.2", day(12.5))).toBe("two_browsers");
	});

	it("are confirmed however many accounts of one network sent them before", async () => {
		const db = database().open();
		const video_id = await publishedIn("en");
		for (let n = 0; n < 60; n++) {
			const one = await addMember(db, { created_at: day(0) });
			await sent(video_id, one, "192.0.2.1", day(10));
		}
		const other = await addMember(db, { created_at: day(0) });
		expect(await sent(video_id, other, "192.0.2.2", day(11))).toBe("two_browsers");
	});

	it("confirm nothing once their network is deleted", async () => {
		const db = database().open();
		const video_id = await publishedIn("en");
		const first = await addMember(db, { created_at: day(0) });
		await sent(video_id, first, "192.0.2.1", day(10));
		await forgetNetworks(db, day(10));
		const networks = () =>
			db
				.select({ network: transcriptProposals.network })
				.from(transcriptProposals)
				.where(eq(transcriptProposals.video_id, video_id));
		expect(await networks()).toMatchObject([{ network: expect.any(String) }]);
		await forgetNetworks(db, day(10.1));
		expect(await networks()).toEqual([{ network: null }]);
		const second = await addMember(db, { created_at: day(0) });
		expect(await sent(video_id, second, "192.0.2.2", day(20))).toBe("browser");
	});
});
