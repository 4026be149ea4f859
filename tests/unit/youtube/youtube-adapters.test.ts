import { describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import { createCaptionSource } from "#features/captions/fetch-captions.ts";
import { createVideoDataSource, dataApiReason, statusText } from "#features/youtube/data-api.ts";
import { createOembedSource } from "#features/youtube/metadata.ts";
import { createPlayerSource } from "#features/youtube/player.ts";
import { type OutboundBounds, OutboundError, type OutboundFetch } from "#outbound/outbound.ts";

const ID = VideoId.parse("Abc_123-xYz");
const TRACK = "https://www.youtube.com/api/timedtext?v=1&lang=en&fmt=srv3";

/** Answers every call the same way and records the requests. */
function answering(body: string) {
	const calls: { url: string; init: RequestInit; bounds: OutboundBounds }[] = [];
	const fetch: OutboundFetch = async (url, request, bounds) => {
		calls.push({ url, init: request, bounds });
		return new Response(body);
	};
	return { fetch, calls };
}

describe("caption track", () => {
	it.each([
		"https://youtube.com.evil.example/api/timedtext?v=1",
		"https://evil.example/api/timedtext?v=1",
		"https://notyoutube.com/api/timedtext",
		"http://www.youtube.com/api/timedtext",
		"http://127.0.0.1/api/timedtext",
		"https://www.youtube.com@evil.example/api/timedtext",
		"file:///etc/passwd",
		"nonsense",
	])("at %s is never requested", async (address) => {
		const { fetch, calls } = answering("{}");
		const source = createCaptionSource(fetch, "https://forward.example");
		expect(await source.track(address)).toEqual({ ok: false, kind: "withheld" });
		expect(calls).toEqual([]);
	});

	it("is requested at the base address, including its path", async () => {
		const { fetch, calls } = answering('{"events":[]}');
		const source = createCaptionSource(fetch, "https://forward.example/yt");
		expect(await source.track(TRACK)).toEqual({ ok: true, body: '{"events":[]}' });
		expect(calls[0]?.url).toBe("https://forward.example/yt/api/timedtext?v=1&lang=en&fmt=json3");
	});
});

describe("YouTube calls", () => {
	it("have the time and size limits of their kind", async () => {
		const { fetch, calls } = answering("{}");
		const base = "https://x.example";
		await createVideoDataSource(fetch, base, "k").video(ID);
		await createPlayerSource(fetch, base).player(ID, "IOS");
		await createCaptionSource(fetch, base).track(TRACK);
		await createOembedSource(fetch, base).oembed(ID);
		expect(calls.map((call) => call.bounds)).toEqual([
			{ timeout_ms: 5_000, max_bytes: 3_000_000 },
			{ timeout_ms: 8_000, max_bytes: 4_000_000 },
			{ timeout_ms: 10_000, max_bytes: 8_000_000 },
			{ timeout_ms: 5_000, max_bytes: 256_000 },
		]);
	});

	it("throw if they are aborted", async () => {
		const off: OutboundFetch = async () => {
			throw new OutboundError("aborted", "Called off.");
		};
		await expect(createOembedSource(off, "https://x").oembed(ID)).rejects.toThrow("Called off.");
	});
});

describe("YouTube Data API", () => {
	it("rejects an answer about another video", async () => {
		const item = { id: "other-video", snippet: { title: "T" } };
		const { fetch } = answering(JSON.stringify({ items: [item] }));
		const call = await createVideoDataSource(fetch, "https://x", "k").video(ID);
		expect(call).toMatchObject({ ok: false, reason: "another_video" });
	});

	it("leaves length and views unknown if only the snippet is there", async () => {
		const item = { id: ID, snippet: { title: "T", thumbnails: 7 } };
		const { fetch } = answering(JSON.stringify({ items: [item] }));
		const call = await createVideoDataSource(fetch, "https://x", "k").video(ID);
		expect(call).toMatchObject({
			ok: true,
			metadata: { title: "T", duration: null, view_count: null },
		});
	});

	it.each([
		['{"error":{"errors":[{"reason":"keyInvalid"}],"code":400}}', "keyInvalid"],
		[
			'{"error":{"errors":[{"reason":"badRequest"}],"details":[{"@type":"x"},{"reason":"API_KEY_INVALID"}]}}',
			"API_KEY_INVALID",
		],
		['{"error":{"details":[{"reason":"quota"}]}}', "quota"],
		['{"error":{"status":"PERMISSION_DENIED"}}', "PERMISSION_DENIED"],
		['{"error":{"errors":[{"reason":"project 12345 is bad"}]}}', null],
		['{"error":"no"}', null],
		["<html>", null],
	])("finds the reason in both forms of an error: %s", (body, reason) => {
		expect(dataApiReason(body)).toBe(reason);
	});

	it.each([
		[403, "Forbidden", "Forbidden"],
		[403, "", "Forbidden"],
		[429, "", "Too Many Requests"],
		[599, "", ""],
		[403, "<b>project 123</b>", "Forbidden"],
	])("reports status %i with %j as %j", (status, sent, told) => {
		expect(statusText(status, sent)).toBe(told);
	});
});

describe("oEmbed", () => {
	it("returns a channel's id only if its address contains one", async () => {
		const author_url = "https://www.youtube.com/channel/UCabcdefghij0123456789_-";
		const { fetch } = answering(JSON.stringify({ title: "T", author_url }));
		const call = await createOembedSource(fetch, "https://x").oembed(ID);
		expect(call).toMatchObject({
			metadata: { channel_id: "UCabcdefghij0123456789_-", channel_name: "" },
		});
	});
});
