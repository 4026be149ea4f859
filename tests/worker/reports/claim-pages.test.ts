import { describe, expect, it } from "vitest";
import type { ClaimAnswer } from "#contract/claim-pages.ts";
import type { VideoId } from "#contract/ids.ts";
import type { Report } from "#contract/video.ts";
import {
	aStatement,
	aTranscript,
	freshVideoId,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

const CLAIM = "The copper roof of the market hall was finished in 1931.";

const product = opened(() => startProduct());

type Fields = Parameters<typeof published>[1];

async function aVideo(title: string, content: string, fields: Fields = {}): Promise<VideoId> {
	const video_id = freshVideoId();
	await published(product, {
		video_id,
		metadata: someMetadata({ title }),
		statements: [aStatement({ ai_score: 20, content })],
		...fields,
	});
	return video_id;
}

const statementOf = async (video_id: VideoId) => {
	const { body } = await product.visitor().get<Report>(`/api/videos/${video_id}`);
	return body.statements[0];
};
const alsoSaid = async (video_id: VideoId) => (await statementOf(video_id))?.also_said;

describe("One claim across videos", () => {
	it("has a page that names its public reports, the latest first, linked from each", async () => {
		const alone = await aVideo("Alone", CLAIM);
		expect(await alsoSaid(alone)).toBeUndefined();
		const again = await aVideo(
			"Again",
			"THE COPPER ROOF of the market hall was finished in 1931!",
			{ ended_at: instant(9) },
		);
		await aVideo("Another roof", CLAIM.replace("1931", "1932"));
		await aVideo("No roof", CLAIM.replace("was finished", "was not finished"));
		await aVideo("In German", CLAIM, { transcript: { ...aTranscript(), language: "de" } });
		// A member's text is on its own page alone, and simulated results are hidden.
		await aVideo("Pasted", CLAIM, { transcript: aTranscript("member") });
		await aVideo("Simulated", CLAIM, { simulated: true });

		const said = await alsoSaid(alone);
		expect(said).toEqual({ key: (await statementOf(alone))?.key, videos: 1 });
		expect(await alsoSaid(again)).toEqual(said);
		const visitor = product.visitor();
		const path = `/statements/${said?.key}`;
		const { status, body } = await visitor.get<ClaimAnswer>(`/api${path}`);
		expect(status).toBe(200);
		expect(body.said.map(({ video, statement }) => [video.title, statement.ai_score])).toEqual([
			["Again", 20],
			["Alone", 20],
		]);
		const page = await fetch(product.url + path);
		expect(page.status).toBe(200);
		const html = await page.text();
		expect(html).toContain(`<link rel="canonical" href="${product.url}${path}"`);
		expect(html).toContain("One claim, 2 videos");
		expect(html).toContain('content="Said in 2 videos: “Again”, “Alone”. When it was said');
		expect(html).toContain(`/results/${again}/statements/`);
	});

	it("no longer names a video whose later analysis has it no more", async () => {
		const content = "The mill by the river is 42 metres high.";
		const [kept, changed] = [await aVideo("Kept", content), await aVideo("Changed", content)];
		expect(await alsoSaid(kept)).toMatchObject({ videos: 1 });
		await published(product, {
			video_id: changed,
			ended_at: instant(30),
			statements: [aStatement({ content: "Something else is said." })],
		});
		expect(await alsoSaid(kept)).toBeUndefined();
	});

	it.each(["0123456789abcdef01234567", "abc", "..%2f"])(
		"is not found by another key: %s",
		async (key) => {
			const { status } = await product.visitor().get(`/api/statements/${key}`);
			expect(status).toBe(404);
			expect((await fetch(`${product.url}/statements/${key}`)).status).toBe(404);
		},
	);
});
