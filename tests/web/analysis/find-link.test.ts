import { describe, expect, it } from "vitest";
import { findLink, sharedLink } from "#web/features/analysis/find-link.ts";

const LINK = "https://youtu.be/abcdefghijk?si=x";

describe("findLink", () => {
	it.each([
		[LINK, LINK],
		[`Look at this: ${LINK}`, LINK],
		[`Title\n${LINK}\n`, LINK],
		[`“Title” (${LINK})`, LINK],
		["youtube.com/watch?v=abcdefghijk", "youtube.com/watch?v=abcdefghijk"],
		["m.youtube.com/shorts/abcdefghijk now", "m.youtube.com/shorts/abcdefghijk"],
		[`https://example.com/a then ${LINK}`, LINK],
		["https://example.com/a", "https://example.com/a"],
		[`**${LINK}**`, LINK],
		[`_${LINK}_`, LINK],
		[`~~${LINK}~~`, LINK],
		[`||${LINK}||`, LINK],
		[`~${LINK}~`, LINK],
		[`【${LINK}】`, LINK],
		[`${LINK}—great`, LINK],
		[`\`${LINK}\``, LINK],
		["https:/youtu.be/abcdefghijk", "https:/youtu.be/abcdefghijk"],
		["https://youtu.be/abcdefghi__", "https://youtu.be/abcdefghi__"],
		["youtube.com./watch?v=abcdefghijk", "youtube.com./watch?v=abcdefghijk"],
		["https://example.com/~a", "https://example.com/~a"],
		[
			"https://youtube.com.example.com/watch?v=abcdefghijk",
			"https://youtube.com.example.com/watch?v=abcdefghijk",
		],
	])("finds in %j the link %j", (text, link) => {
		expect(findLink(text)).toBe(link);
	});

	it.each([
		"",
		"a sentence about something",
		"I saw it on youtube.com yesterday",
		"javascript:alert(1)",
		"notyoutube.com/watch?v=abcdefghijk",
	])("finds no link in %j", (text) => {
		expect(findLink(text)).toBeNull();
	});

	it("ignores text beyond the length that the server accepts", () => {
		expect(findLink(`${"x ".repeat(4_096)}${LINK}`)).toBeNull();
	});
});

describe("sharedLink", () => {
	const shared = (query: Record<string, string>) => sharedLink(new URLSearchParams(query));

	it("prefers url to text and text to title", () => {
		const other = "https://youtu.be/AAAAAAAAAAA";
		const third = "https://youtu.be/BBBBBBBBBBB";
		expect(shared({ title: third, text: other, url: LINK })).toBe(LINK);
		expect(shared({ title: third, text: other })).toBe(other);
		expect(shared({ title: third })).toBe(third);
	});

	it("finds the link in the text parameter, as share sheets send it", () => {
		expect(shared({ title: "A talk", text: `A talk ${LINK}` })).toBe(LINK);
	});

	it("prefers a YouTube link, whichever parameter contains it", () => {
		expect(shared({ url: "https://example.com/", text: LINK })).toBe(LINK);
	});

	it("keeps other text, so that the server can report the error", () => {
		expect(shared({ url: "https://example.com/x" })).toBe("https://example.com/x");
		expect(shared({ url: " something else " })).toBe("something else");
	});

	it("is empty if there is no link", () => {
		expect(shared({})).toBe("");
		expect(shared({ newsletter: "confirmed", title: "Hello" })).toBe("");
	});
});
