import { describe, expect, it } from "vitest";
import { findLink, sharedLink } from "#web/features/analysis/find-link.ts";

const LINK = "https://youtu.be/abcdefghijk?si=x";

describe("the link in a text", () => {
	it.each([
		[LINK, LINK],
		[`Look at this: ${LINK}`, LINK],
		[`Title\n${LINK}\n`, LINK],
		[`“Title” (${LINK})`, LINK],
		["youtube.com/watch?v=abcdefghijk", "youtube.com/watch?v=abcdefghijk"],
		[
			"m.youtube.com/shorts/abcdefghijk now",
			"m.youtube.com/shorts/abcdefghijk",
		],
		[`https://example.com/a then ${LINK}`, LINK],
		["https://example.com/a", "https://example.com/a"],
		[
			"https://youtube.com.example.com/watch?v=abcdefghijk",
			"https://youtube.com.example.com/watch?v=abcdefghijk",
		],
	])("of %j is %j", (text, link) => {
		expect(findLink(text)).toBe(link);
	});

	it.each([
		"",
		"a sentence about something",
		"I saw it on youtube.com yesterday",
		"javascript:alert(1)",
		"notyoutube.com/watch?v=abcdefghijk",
	])("of %j is none", (text) => {
		expect(findLink(text)).toBeNull();
	});

	it("is not looked for beyond what the server takes", () => {
		expect(findLink(`${"x ".repeat(4_096)}${LINK}`)).toBeNull();
	});
});

describe("the link that an address brings", () => {
	const shared = (query: Record<string, string>) =>
		sharedLink(new URLSearchParams(query));

	it("comes from url, then text, then title", () => {
		const other = "https://youtu.be/AAAAAAAAAAA";
		const third = "https://youtu.be/BBBBBBBBBBB";
		expect(shared({ title: third, text: other, url: LINK })).toBe(LINK);
		expect(shared({ title: third, text: other })).toBe(other);
		expect(shared({ title: third })).toBe(third);
	});

	it("is found in the text where a share sheet puts it", () => {
		expect(shared({ title: "A talk", text: `A talk ${LINK}` })).toBe(LINK);
	});

	it("is the platform's, wherever another link stands", () => {
		expect(shared({ url: "https://example.com/", text: LINK })).toBe(LINK);
	});

	it("is kept where it is none of the platform's, for the server to say so", () => {
		expect(shared({ url: "https://example.com/x" })).toBe(
			"https://example.com/x",
		);
		expect(shared({ url: " something else " })).toBe("something else");
	});

	it("is empty where nothing was brought", () => {
		expect(shared({})).toBe("");
		expect(shared({ newsletter: "confirmed", title: "Hello" })).toBe("");
	});
});
