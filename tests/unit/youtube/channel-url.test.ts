import { describe, expect, it } from "vitest";
import { channelKey, linkedName, parseChannelUrl } from "#features/youtube/channel-url.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";

const ID = "UCharbourtalks0123456789";
const VIDEO = "abcdefghijk";
const NEITHER = /^This YouTube link leads to neither a channel nor a video\./;

function linkOf(text: string) {
	const parsed = parseChannelUrl(text);
	return parsed.ok ? parsed.link : parsed.message;
}

describe("link to a channel", () => {
	it.each([
		`https://www.youtube.com/channel/${ID}`,
		`http://youtube.com/channel/${ID}/videos?view=0`,
		`m.youtube.com/channel/${ID}`,
		`https://music.youtube.com/channel/${ID}`,
		`https://studio.youtube.com/channel/${ID}/analytics`,
		`  <https://www.youtube.com/channel/${ID}>. `,
		`**https://www.youtube.com/channel/${ID}**`,
		`https://www.youtube.com./channel/${ID}`,
	])("is read by its id from %j", (text) => {
		expect(linkOf(text)).toEqual({ kind: "channel", channel_id: ID });
	});

	it.each([
		["https://www.youtube.com/@HarbourTalks", "handle", "HarbourTalks"],
		["youtube.com/@HarbourTalks/featured", "handle", "HarbourTalks"],
		["https://m.youtube.com/@Caf%C3%A9.Talks", "handle", "Café.Talks"],
		["https://www.youtube.com/@こんにちは", "handle", "こんにちは"],
		["https://www.youtube.com/c/HarbourTalks", "custom", "HarbourTalks"],
		["https://www.youtube.com/HarbourTalks", "custom", "HarbourTalks"],
		["https://www.youtube.com/user/harbour/playlists", "user", "harbour"],
		["Our channel: https://youtube.com/@harbour", "handle", "harbour"],
	])("is read by its name from %j", (text, kind, name) => {
		expect(linkOf(text)).toEqual({ kind, name });
	});

	it.each([
		`https://www.youtube.com/watch?v=${VIDEO}`,
		`https://youtu.be/${VIDEO}?t=10`,
		`youtube.com/shorts/${VIDEO}`,
		`https://www.youtube.com/embed/${VIDEO}`,
		`https://www.youtube-nocookie.com/embed/${VIDEO}`,
		`https://www.youtube.com/user/harbour#p/a/u/1/${VIDEO}`,
		`https://studio.youtube.com/video/${VIDEO}/edit`,
	])("is read through one of its videos from %j", (text) => {
		expect(linkOf(text)).toEqual({ kind: "video", video_id: VIDEO });
	});
});

describe("text that is not a link to a channel", () => {
	it.each(["", "   ", "\u200b"])("asks for a link if it is empty: %j", (text) => {
		expect(linkOf(text)).toBe("Please enter a YouTube URL");
	});

	it.each([
		"https://example.com/@harbour",
		"https://youtube.com.evil.example/@harbour",
		"https://youtube.com@evil.example/channel/UCharbourtalks0123456789",
		"https://notyoutube.com/@harbour",
		"https://youtube.com:8443/@harbour",
		"javascript:alert('youtube.com/@harbour')",
		"harbour talks",
	])("is refused if it is not on YouTube: %j", (text) => {
		expect(linkOf(text)).toBe("Please enter a valid YouTube URL");
	});

	it.each([
		"https://www.youtube.com/",
		"https://www.youtube.com/playlist?list=PL0123456789",
		"https://www.youtube.com/feed/subscriptions",
		"https://www.youtube.com/results?search_query=harbour",
		"https://www.youtube.com/channel/UCshort",
		"https://www.youtube.com/channel/UCharbourtalks0123456789x",
		"https://www.youtube.com/@",
		"https://www.youtube.com/c/",
		"https://www.youtube.com/user/%F0%9F%98%80",
		"https://www.youtube.com/robots.txt",
		"https://youtu.be/@harbour",
		`https://www.youtube.com/@${"x".repeat(61)}`,
	])("is refused if it names neither a channel nor a video: %j", (text) => {
		expect(linkOf(text)).toMatch(NEITHER);
	});

	it("is read in linear time", () => {
		const started = cpuTime();
		for (const text of [
			`https://youtube.com/@${"a.".repeat(100_000)}`,
			`https://youtube.com/${"%E3%81%82".repeat(20_000)}`,
			"youtube.com/@".repeat(20_000),
			"/".repeat(200_000),
		])
			parseChannelUrl(text);
		expect(cpuTime() - started).toBeLessThan(10_000);
	});
});

describe("links to channels", () => {
	it("have equal keys if they mean the same channel", () => {
		const keys = ["https://www.youtube.com/@HarbourTalks", "youtube.com/@harbourtalks/videos"].map(
			(text) => {
				const parsed = parseChannelUrl(text);
				return parsed.ok && channelKey(parsed.link);
			},
		);
		expect(keys).toEqual(["handle:harbourtalks", "handle:harbourtalks"]);
	});

	it("have different keys if the same name means different channels", () => {
		const kinds = ["@harbour", "c/harbour", "user/harbour"];
		const links = kinds.map((path) => parseChannelUrl(`youtube.com/${path}`));
		const keys = links.map((parsed) => parsed.ok && channelKey(parsed.link));
		expect(new Set(keys).size).toBe(3);
		expect(keys).not.toContain(false);
	});

	it("give the channel the name that they contain", () => {
		expect(linkedName({ kind: "handle", name: "harbour" })).toBe("@harbour");
		expect(linkedName({ kind: "user", name: "harbour" })).toBe("harbour");
		expect(linkedName({ kind: "channel", channel_id: ID })).toBe(ID);
	});
});

describe("a channel without a link", () => {
	const ID = "UCabcdefghijklmnopqrstuv";

	it.each([
		["@harbour", { kind: "handle", name: "harbour" }],
		[" @Harbour.Talks\u200b\n", { kind: "handle", name: "Harbour.Talks" }],
		["＠ｈａｒｂｏｕｒ", { kind: "handle", name: "harbour" }],
		["@港の話", { kind: "handle", name: "港の話" }],
		[ID, { kind: "channel", channel_id: ID }],
		[`\ufeff${ID} `, { kind: "channel", channel_id: ID }],
	])("is read from %j", (text, link) => {
		expect(parseChannelUrl(text)).toEqual({ ok: true, link });
	});

	it.each(["@", "@a b", "UCshort", "harbour", "name@example.org"])(
		"is not read from %j",
		(text) => {
			expect(parseChannelUrl(text).ok).toBe(false);
		},
	);

	it.each(["feeds/videos.xml", "profile", "feeds", "Profile/about"])(
		"is no page of YouTube: %s",
		(path) => {
			expect(parseChannelUrl(`https://www.youtube.com/${path}`).ok).toBe(false);
		},
	);
});
