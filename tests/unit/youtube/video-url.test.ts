import { describe, expect, it } from "vitest";
import { watchUrl } from "#contract/addresses.ts";
import { VideoId } from "#contract/ids.ts";
import { parseVideoUrl } from "#features/youtube/video-url.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";

const ID = "Abc_123-xYz";
const BLANK = "Please enter a YouTube URL";
const NOT_THE_PLATFORM = "Please enter a valid YouTube URL";
const NO_ID = "Invalid YouTube URL - could not extract video ID";
const CHANNEL = "^This link leads to a channel. Open one of its videos";
const PLAYLIST = "^This link leads to a playlist. Open one of its videos";
const VIDEO = "^Open the video on YouTube";

describe("parseVideoUrl", () => {
	it.each([
		`https://www.youtube.com/watch?v=${ID}`,
		`http://youtube.com/watch?v=${ID}`,
		`HTTPS://WWW.YouTube.com/watch?v=${ID}`,
		`//m.youtube.com/watch?v=${ID}`,
		`www.youtube.com/watch?v=${ID}`,
		`youtu.be/${ID}`,
		`https://youtu.be/${ID}/`,
		`https://youtu.be/${ID}?si=AbCdEfGhIjKlMnOp`,
		`https://youtu.be/${ID}&feature=channel`,
		`https://music.youtube.com/watch?v=${ID}&list=RDAMVM`,
		`https://gaming.youtube.com/watch?v=${ID}`,
		`https://www.youtubekids.com/watch?v=${ID}`,
		`https://www.youtube.com/watch?si=AbCdEfGhIjK&v=${ID}`,
		`https://www.youtube.com/watch?&v=${ID}`,
		`https://www.youtube.com/watch?vi=${ID}`,
		`https://www.youtube.com/?v=${ID}`,
		`https://www.youtube.com/watch?v=${ID}&v=otherID0000`,
		`https://www.youtube.com/watch?v=${ID}?t=2`,
		`https://www.youtube.com/watch?feature=x&amp;amp;v=${ID}`,
		`https://www.youtube.com/watch?v=${ID}&amp`,
		`https://www.youtube.com/watch_popup?v=${ID}`,
		`https://www.youtube.com/ytscreeningroom?v=${ID}`,
		`https://www.youtube.com/watch/${ID}/`,
		`https://www.youtube.com/embed/${ID}?list=PL0`,
		`https://www.youtube-nocookie.com/embed/${ID}`,
		`https://youtube.googleapis.com/v/${ID}`,
		`https://www.youtube.com/v/${ID}/otherID0000`,
		`https://www.youtube.com/vi/${ID}&feature=channel`,
		`https://www.youtube.com/e/${ID}`,
		`https://www.youtube.com/shorts/${ID}?feature=share`,
		`https://www.youtube.com/live/${ID}?si=abc`,
		`https://www.youtube.com/u/1/${ID}`,
		`https://www.youtube.com/user/SomeBody#p/a/u/1/${ID}`,
		`https://www.youtube.com/attribution_link?a=otherID0000&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
		`https://www.youtube.com/attribution_link?u=/watch?v=${ID}&a=x`,
		`https://www.youtube.com/watch?v=${ID}#requiredSegment=00000000000`,
		`https://i.ytimg.com/vi/${ID}/hqdefault.jpg`,
		`https://www.youtube.com/watch?v%3D${ID}`,
		`https://www.youtube.com./watch?v=${ID}`,
		`https://m.youtube.com/#/watch?v=${ID}`,
		`https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&gl=DE`,
		`https://consent.youtube.com/m?gl=DE&continue=https://youtu.be/${ID}`,
		`https://www.google.com/url?sa=t&q=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&usg=x`,
		`https://www.google.co.uk/url?url=https://youtu.be/${ID}&rct=j`,
		`https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2F${ID}&h=x`,
		`https://www.youtube.com/tv#/watch?v=${ID}`,
		`https://www.youtube.com/tv#/watch/video/control?v=${ID}&resume`,
		`https:/www.youtube.com/watch?v=${ID}`,
		`https//youtu.be/${ID}`,
		`https:youtu.be/${ID}`,
		`[A talk](https:/youtu.be/${ID})`,
		`[A talk](https://www.youtube.com/watch?v=${ID})`,
		`[A talk](<https://youtu.be/${ID}> "its title")`,
		`![](https://i.ytimg.com/vi/${ID}/0.jpg)`,
	])("finds the id in %s", (link) => {
		expect(parseVideoUrl(link)).toMatchObject({ ok: true, id: ID });
	});

	it("accepts the ids of the samples", () => {
		for (const id of ["sample-fact", "sample-half", "sample-myth"])
			expect(parseVideoUrl(watchUrl(VideoId.parse(id)))).toMatchObject({ ok: true, id });
	});
});

describe("parseVideoUrl for pasted text", () => {
	it.each([
		["spaces and line breaks", `\n\t https://youtu.be/${ID}  `],
		["a zero-width space", `https://youtu.be/${ID}\u200b`],
		["a direction mark", `\u200ehttps://youtu.be/${ID}`],
		["a byte order mark", `\ufeffhttps://youtu.be/${ID}`],
		["no-break spaces", `\u00a0https://youtu.be/${ID}\u00a0`],
		["curly quotes", `“https://youtu.be/${ID}”`],
		["angle brackets", `<https://youtu.be/${ID}>`],
		["a full stop", `https://youtu.be/${ID}.`],
		["a Markdown bracket", `https://youtu.be/${ID})`],
		["slashes escaped for JSON", `https:\\/\\/youtu.be\\/${ID}`],
		["percent encoding", `https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`],
		["a sentence", `Look at this: https://youtu.be/${ID} please!`],
		[
			"embed code",
			`<iframe width="560" src="https://www.youtube.com/embed/${ID}" allowfullscreen></iframe>`,
		],
		["bold Markdown", `**https://youtu.be/${ID}**`],
		["a bold Markdown link", `**[A talk](https://youtu.be/${ID})**`],
		["italic Markdown", `_https://www.youtube.com/watch?v=${ID}_`],
		["italic Markdown with a full stop", `_https://youtu.be/${ID}._`],
		["bold Markdown with underscores", `__https://youtu.be/${ID}__`],
		["struck Markdown", `~~https://youtu.be/${ID}~~`],
		["a spoiler", `||https://youtu.be/${ID}||`],
		["code", `\`https://youtu.be/${ID}\``],
		["a table's cell", `|https://youtu.be/${ID}|`],
		["a label in italics", `*Link:* https://youtu.be/${ID}`],
		["a label without a space", `URL:https://youtu.be/${ID}`],
		["words of a script without spaces", `这个视频：https://youtu.be/${ID}`],
		["a title and a comma", `A talk,https://youtu.be/${ID}`],
		["an ellipsis", `https://youtu.be/${ID}…`],
		["a dash", `https://youtu.be/${ID}—great`],
		["full-width brackets", `【https://youtu.be/${ID}】`],
		["a dot after the host", `youtube.com./watch?v=${ID}`],
		["another link before it", `https://a.example/ https://youtu.be/${ID}`],
	])("accepts %s", (_, pasted) => {
		expect(parseVideoUrl(pasted)).toMatchObject({ ok: true, id: ID });
	});
});

it("parseVideoUrl keeps the underscores of an id in italic Markdown", () => {
	for (const id of ["_bc_123-xY_", "Abc_123-xY_"])
		for (const link of [`_https://youtu.be/${id}_`, `https://youtu.be/${id}`])
			expect(parseVideoUrl(link)).toMatchObject({ ok: true, id });
});

describe("parseVideoUrl errors", () => {
	it.each(["", "   ", "\n\t", "\u200b"])("ask for a link if there is none (%j)", (blank) => {
		expect(parseVideoUrl(blank)).toEqual({ ok: false, message: BLANK });
	});

	it.each([
		ID,
		`${ID}\n`,
		"null",
		"not a link",
		`https://youtube.com.attacker.example/watch?v=${ID}`,
		`https://notyoutube.com/watch?v=${ID}`,
		`https://attacker-youtube.com/watch?v=${ID}`,
		`https://any.youtube.com/watch?v=${ID}`,
		`https://studio.youtube.com/video/${ID}/edit`,
		`https://www.youtube.co.uk/watch?v=${ID}`,
		`https://www.youtub\u0435.com/watch?v=${ID}`,
		`https://youtu.be@evil.example/${ID}`,
		`https://someone:secret@youtu.be/${ID}`,
		`https://youtu.be:8443/${ID}`,
		`https://evil.example/?u=https://youtu.be/${ID}`,
		`https://evil.example/"https://youtu.be/${ID}"`,
		`https://google.evil.example/url?q=https://youtu.be/${ID}`,
		`https://www.google.com/search?q=https://youtu.be/${ID}`,
		`https://www.google.com/url?q=https://www.google.com/url?q=https://youtu.be/${ID}`,
		`javascript:/https://youtu.be/${ID}`,
		`javascript:alert("https://youtu.be/${ID}")`,
		`data:text/html,<a href="https://youtu.be/${ID}">`,
		`ftp://youtu.be/${ID}`,
		`vnd.youtube:${ID}`,
		"https://",
		"http://[::1",
		"https://consent.youtube.com/m?continue=https://evil.example/watch?v=abcdefghijk",
		"https://consent.youtube.com/m?continue=https://consent.youtube.com/m",
	])("reject %s as not on YouTube", (link) => {
		expect(parseVideoUrl(link)).toEqual({ ok: false, message: NOT_THE_PLATFORM });
	});

	it.each<[string, string]>([
		["https://www.youtube.com/", VIDEO],
		["https://youtu.be/", VIDEO],
		["https://youtu.be/watch?v=abcdefghijk", VIDEO],
		["https://www.youtube.com/watch", VIDEO],
		["https://www.youtube.com/watch?v=tooshort10", VIDEO],
		["https://www.youtube.com/watch?v=dozenletters", VIDEO],
		["https://www.youtube.com/watch?v=dQw4w9WgXc\u0421", VIDEO],
		["https://www.youtube.com/watch?v=asdf$%^ddf-", VIDEO],
		["https://www.youtube.com/GamersNexus", VIDEO],
		["https://www.youtube.com/@GamersNexus", CHANNEL],
		["https://www.youtube.com/c/GamersNexus", CHANNEL],
		["https://www.youtube.com/playlist?list=PL0123456789", PLAYLIST],
		["https://www.youtube.com/embed/videoseries?list=PL0", PLAYLIST],
		["https://www.youtube.com/embed/live_stream?channel=UC0", CHANNEL],
		["https://www.youtube.com/clip/UgkxeLPGsmKnMdm46DGml_0aa0aaAAAAA00a", VIDEO],
		["https://www.youtube.com/shorts/", VIDEO],
		["https://www.youtube.com/results?search_query=mustard", VIDEO],
		["https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2Fabcdefghijk", VIDEO],
		["https://www.youtube.com/attribution_link?u=https://evil.example/watch?v=abcdefghijk", VIDEO],
	])("reject %s as not a video and say what to do with it", (link, hint) => {
		expect(parseVideoUrl(link)).toEqual({
			ok: false,
			message: NO_ID,
			hint: expect.stringMatching(hint),
		});
	});
});

describe("start time of a link", () => {
	it.each([
		["t=90", 90],
		["t=90s", 90],
		["t=1m30s", 90],
		["t=1h2m3s", 3723],
		["start=45", 45],
		["v2=1#t=0m10s", 10],
		["t=0", 0],
		["feature=share", null],
		["t=soon", null],
		["t=", null],
	])("is read from %s as %s seconds", (query, start_s) => {
		const link = `https://www.youtube.com/watch?v=${ID}&${query}`;
		expect(parseVideoUrl(link)).toEqual({ ok: true, id: ID, start_s });
	});
});

it("a long hostile text is rejected in little time", () => {
	const started = cpuTime();
	for (const piece of ["https://", "%3a", "&amp;", "a.b ", "“", "((", "\u200b"]) {
		const parsed = parseVideoUrl(piece.repeat(4_000));
		expect(parsed.ok).toBe(false);
	}
	expect(cpuTime() - started).toBeLessThan(10_000);
});
