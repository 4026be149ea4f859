import { expect, it } from "vitest";
import type { FakeVideo, FakeYoutubeFault } from "#tests/support/fakes/youtube-answers.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** Which source is asked after which: `unit/youtube/read-metadata`. */

const KEY = "data-service-key";
const product = opened(() => startProduct({ YOUTUBE_API_KEY: KEY }));
const member = opened(() => product.member());

function allDown(videos: FakeYoutubeFault): Partial<FakeVideo> {
	return { fault: { videos, player: { status: 500 }, oembed: { status: 500 } } };
}

it("A run fails with 'Video not found' if the data API knows no such video", async () => {
	const { ending, report, analysis } = await runToEnd(
		member,
		product.newVideo({ playability: "gone" }),
	);
	expect(ending).toMatchObject({
		event: "failed",
		data: {
			code: "video_gone",
			status: 404,
			detail: expect.stringMatching(/^Video not found\. YouTube says/),
		},
	});
	// Who has its transcript can have it checked.
	expect(report.video.error?.transcript_wanted).toBe(true);
	expect(analysis?.progress).toBe(0);
});

it("A run fails with the data API's error if all sources fail, and without a key asks for one", async () => {
	const detail = "YouTube API error: 403 Forbidden";
	const quota = { status: 403, reason: "quotaExceeded", form: "new" } as const;
	const run = await runToEnd(member, product.newVideo(allDown(quota)));
	expect(run.ending).toMatchObject({
		event: "failed",
		data: { code: "metadata_failed", detail, transcript_wanted: true },
	});
	expect(run.report.video.error?.detail).toBe(detail);
	expect(JSON.stringify(run)).not.toContain(KEY);
	await product.restart();
	const keyless = await runToEnd(member, product.newVideo(allDown({ status: 500 })));
	expect(keyless.ending).toMatchObject({
		event: "failed",
		data: {
			code: "metadata_not_configured",
			detail:
				"YouTube Data API is not configured. Add YOUTUBE_API_KEY to your .env file to extract real video data.",
		},
	});
	expectNothingLeaked(run, keyless);
});
