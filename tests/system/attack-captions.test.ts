import { describe, expect, it } from "vitest";
import { browserCaptions } from "#contract/browser-captions.ts";
import type { Report } from "#contract/video.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { PASSWORD, type SignedIn } from "#tests/support/world/signed-in.ts";

/*
 * One person with two accounts could invent a video's captions and have them listed as confirmed.
 */

const CLAIM = "The copper roof of the old market hall was finished in 1931.";

const product = opened(startProduct);

describe("captions that two accounts send", () => {
	const title = "Quagga quarter";
	const read = browserCaptions([`00:05.000 --> 00:09.000\n${CLAIM}`], {
		language: "en",
		kind: "asr",
		vss_id: "a.en",
	});
	const HOME = "203.0.113.7";
	const ELSEWHERE = "198.51.100.20";
	const DAY_MS = 24 * 3_600_000;
	const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

	/** Sends the captions from an address; returns the report. */
	async function send(by: Client, video_id: string, address: string) {
		const answer = await by.post(
			"/api/analyze",
			{ url: watchUrl(video_id), transcript: read, force: true },
			{ "cf-connecting-ip": address },
		);
		expect(answer.status, JSON.stringify(answer.body)).toBe(202);
		return by.finished(video_id);
	}

	/** Moves what was sent for the video, or an account's creation, back in time. */
	async function moveBack(what: { video_id: string } | { member: SignedIn }, to: string) {
		const d1 = await product.server.database();
		const [query, id] =
			"member" in what
				? ["update members set created_at = ? where id = ?", what.member.id]
				: ["update transcript_proposals set created_at = ? where video_id = ?", what.video_id];
		await d1.prepare(query).bind(to, id).run();
	}

	async function isListed(video_id: string): Promise<boolean> {
		const visitor = product.visitor();
		const lists = ["/api/search?q=quagga", "/api/videos", "/api/videos/recent"];
		const answers = await Promise.all(lists.map((path) => visitor.get(path)));
		const listed = answers.map(({ body }) => JSON.stringify(body).includes(video_id));
		expect(new Set(listed).size).toBe(1);
		return listed[0] ?? false;
	}

	/** YouTube lists its captions, which tells the original's language, and sends the server none. */
	const aCaptionlessVideo = () =>
		product.newVideo({ title, tracks: [{ language: "en", kind: "asr", gated: true }] });
	const signedInMember = () => product.member() as Promise<SignedIn>;

	async function expectUnconfirmed(report: Report) {
		expect(report.video).toMatchObject({
			transcript_source: "member",
			captions_read_by: "browser",
		});
		expect(await isListed(report.video.id)).toBe(false);
		const page = await product.visitor().get<string>(`/results/${report.video.id}`);
		expect(page.body).toContain("Captions sent by members");
		expect(page.body).not.toContain("two browsers");
	}

	it.each([
		["from one address within seconds", HOME],
		["from two addresses within seconds", ELSEWHERE],
	])("stay unlisted %s", async (_, second) => {
		const video_id = aCaptionlessVideo();
		await send(await product.member(), video_id, HOME);
		await expectUnconfirmed(await send(await product.member(), video_id, second));
	});

	it.each([
		["an address", HOME, HOME],
		["a /48", "2001:db8:7:1::1", "2001:db8:7:ff00::1"],
		["a household's IPv4 and IPv6", HOME, "2001:db8:7:1::1"],
		["a household's IPv6 and IPv4", "2001:db8:7:1::1", HOME],
		["a network that nobody knows", "127.0.0.1", ELSEWHERE],
	])("stay unlisted a day apart from %s", async (_, first, second) => {
		const video_id = aCaptionlessVideo();
		await send(await product.member(), video_id, first);
		await moveBack({ video_id }, ago(2 * DAY_MS));
		await expectUnconfirmed(await send(await product.member(), video_id, second));
	});

	it("stay unlisted if either account was new", async () => {
		const [first, second] = [await signedInMember(), await signedInMember()];
		const video_id = aCaptionlessVideo();
		await moveBack({ member: first }, ago(DAY_MS / 2));
		await send(first, video_id, HOME);
		await moveBack({ video_id }, ago(2 * DAY_MS));
		await expectUnconfirmed(await send(second, video_id, ELSEWHERE));

		const other_id = aCaptionlessVideo();
		await moveBack({ member: first }, ago(9 * DAY_MS));
		await send(first, other_id, HOME);
		await moveBack({ video_id: other_id }, ago(2 * DAY_MS));
		await moveBack({ member: second }, ago(DAY_MS / 2));
		await expectUnconfirmed(await send(second, other_id, ELSEWHERE));
	});

	it("stay unlisted if YouTube does not tell the original's language", async () => {
		const video_id = product.newVideo({ title, tracks: null });
		await send(await product.member(), video_id, HOME);
		await moveBack({ video_id }, ago(2 * DAY_MS));
		await expectUnconfirmed(await send(await product.member(), video_id, ELSEWHERE));
	});

	it("are listed, still marked, once they are the same from two networks, a day apart", async () => {
		const [first, second] = [await product.member(), await product.member()];
		const video_id = aCaptionlessVideo();
		await send(first, video_id, HOME);
		await moveBack({ video_id }, ago(DAY_MS));
		// Sent again at once by who sent them first: that confirms nothing and takes nothing back.
		await expectUnconfirmed(await send(first, video_id, ELSEWHERE));
		const { video } = await send(second, video_id, ELSEWHERE);
		expect(video.captions_read_by).toBe("two_browsers");
		expect(await isListed(video_id)).toBe(true);
		const page = await product.visitor().get<string>(`/results/${video_id}`);
		expect(page.body).toContain("the same from two browsers");
		// A third member with the same words changes nothing.
		const third = await send(await product.member(), video_id, HOME);
		expect(third.video.captions_read_by).toBe("two_browsers");

		// Two accounts with another text cannot take the listed one off the lists.
		for (const by of [await product.member(), await product.member()]) {
			const answer = await by.post(
				"/api/analyze",
				{ url: watchUrl(video_id), transcript: read.replace("1931", "1913"), force: true },
				{ "cf-connecting-ip": HOME },
			);
			expect(answer.body).toMatchObject({ code: "transcript_disputed" });
		}
		expect(await isListed(video_id)).toBe(true);
	});

	it.each([
		["with variation selectors", (text: string) => spread(text, "\ufe0f")],
		["at other times", (text: string) => text.replaceAll("00:0", "03:0")],
		["at no times", () => CLAIM],
	])("are not replaced by the same words %s", async (_, change) => {
		const [first, second] = [await product.member(), await product.member()];
		const video_id = aCaptionlessVideo();
		await send(first, video_id, HOME);
		await moveBack({ video_id }, ago(2 * DAY_MS));
		await send(second, video_id, ELSEWHERE);
		const answer = await (await product.member()).post(
			"/api/analyze",
			{ url: watchUrl(video_id), transcript: change(read), force: true },
			{ "cf-connecting-ip": HOME },
		);
		expect(answer.body).toMatchObject({ code: "transcript_disputed" });
	});

	it.each([
		["private characters", "\u{e000}"],
		["blank letters", "\u3164"],
	])("are the same words without %s, which no run reads", async (_, unseen) => {
		const video_id = aCaptionlessVideo();
		await send(await product.member(), video_id, HOME);
		await moveBack({ video_id }, ago(2 * DAY_MS));
		const answer = await (await product.member()).post(
			"/api/analyze",
			{ url: watchUrl(video_id), transcript: spread(read, unseen), force: true },
			{ "cf-connecting-ip": ELSEWHERE },
		);
		expect(answer.status).toBe(202);
		const visitor = product.visitor();
		const { video, statements } = await visitor.finished(video_id);
		expect(video.captions_read_by).toBe("two_browsers");
		expect(statements.map(({ quote }) => quote)).toEqual([CLAIM]);
		const { body } = await visitor.get(`/api/videos/${video_id}/transcript`);
		expect(JSON.stringify(body)).not.toContain(unseen);
	});

	const spread = (text: string, unseen: string) => text.replace(CLAIM, [...CLAIM].join(unseen));

	it("leave no address in the database, and nothing of a deleted account", async () => {
		const by = await signedInMember();
		const video_id = aCaptionlessVideo();
		await send(by, video_id, HOME);
		const d1 = await product.server.database();
		const stored = () =>
			d1.prepare("select * from transcript_proposals where member_id = ?").bind(by.id).all();
		const { results } = await stored();
		expect(results).toHaveLength(1);
		expect(results[0]?.network).toBeTruthy();
		expect(JSON.stringify(results)).not.toContain(HOME);
		await by.delete("/api/me", { password: PASSWORD });
		expect((await stored()).results).toEqual([]);
	});
});
