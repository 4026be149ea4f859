import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import { memberKey } from "#identity/quota.ts";

let made = 0;
const keyOf = (email: string) => {
	made += 1;
	return memberKey("analyses", { id: MemberId.parse(`member-${made}`), email });
};

/** A spelling of the mailbox `name`: dots and case anywhere, and what follows a plus sign. */
const spelling = (name: string) =>
	fc
		.record({
			dots: fc.array(fc.boolean(), { minLength: name.length - 1, maxLength: name.length - 1 }),
			upper: fc.boolean(),
			tag: fc.constantFrom("", "+", "+votes", "+a.b+c"),
			domain: fc.constantFrom("gmail.com", "GoogleMail.com", "ｇｍａｉｌ.com", "gmail.com."),
		})
		.map(({ dots, upper, tag, domain }) => {
			const dotted = [...name].map((letter, at) => letter + (dots[at] ? "." : "")).join("");
			return `${upper ? dotted.toUpperCase() : dotted}${tag}@${domain}`;
		});

describe("memberKey", () => {
	it("is one for all spellings of a Gmail mailbox, and names no address", () => {
		const one = keyOf("adalovelace@gmail.com");
		fc.assert(fc.property(spelling("adalovelace"), (email) => keyOf(email) === one));
		expect(one).not.toContain("ada");
	});

	it("differs for other mailboxes, and for each account elsewhere", () => {
		const keys = [
			"adalovelace@gmail.com",
			"adalovelac@gmail.com",
			"ada.lovelace@example.org",
			"adalovelace@example.org",
			"adalovelace+1@example.org",
			"adalovelace@gmail.com.example",
			"adalovelace@notgmail.com",
		].map(keyOf);
		expect(new Set(keys).size).toBe(keys.length);
	});
});
