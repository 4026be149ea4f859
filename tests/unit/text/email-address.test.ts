import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Email } from "#contract/account.ts";
import { adminKey, emailKey, emailKeys, mailboxKey } from "#text/email-address.ts";

/** Addresses of one mailbox, as different devices send them. */
const SAME: [kind: string, forms: string[]][] = [
	[
		"a domain in Unicode and in ASCII",
		["ada@münchen.example", "ada@xn--mnchen-3ya.example", "ada@MÜNCHEN.example"],
	],
	["a Japanese domain", ["taro@例え.テスト", "taro@xn--r8jz45g.xn--zckzah", "taro@例え。テスト"]],
	["an Arabic domain", ["a@مثال.إختبار", "a@xn--mgbh0fb.xn--kgbechtv", "A@مثال.إختبار"]],
	["full width", ["ada@example.org", "ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ", "ada＠example.org"]],
	[
		"composed and decomposed",
		["jos\u00e9@caf\u00e9.example", "jose\u0301@cafe\u0301.example", "josé@xn--caf-dma.example"],
	],
	["pasted along", ["ada@example.org", "\ufeffada@example.org\u200b", "<ada@example.org>"]],
];

describe("emailKey", () => {
	it.each(SAME)("is the same for %s", (_, forms) => {
		expect(new Set(forms.map(emailKey)).size).toBe(1);
	});

	it("keeps mailboxes apart", () => {
		const others = [
			"a.da@gmail.com",
			"ada@gmail.com",
			"ada+x@gmail.com",
			"ada@googlemail.com",
			"ada@faß.example",
			"ada@fass.example",
		];
		expect(new Set(others.map(emailKey)).size).toBe(others.length);
	});

	it("is its own key, for any text", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
				expect(emailKey(emailKey(text))).toBe(emailKey(text));
			}),
		);
	});
});

describe("emailKeys", () => {
	it("contains what release 1.0.0 stored, in every form that is sent", () => {
		const stored = "ada@münchen.example";
		for (const sent of ["ada@münchen.example", "ada@xn--mnchen-3ya.example", "Ada@MÜNCHEN.example"])
			expect(emailKeys(sent)).toContain(stored);
		expect(emailKeys("ada@münchen.example")[0]).toBe(stored);
		expect(emailKeys("ada@xn--mnchen-3ya.example")[0]).toBe("ada@xn--mnchen-3ya.example");
		expect(emailKeys("ａｄａ@example.org")).toContain("ａｄａ@example.org");
		expect(emailKeys("ada@example.org")).toEqual(["ada@example.org"]);
	});
});

describe("mailboxKey", () => {
	it("is one for Gmail's dots, plus signs and second name", () => {
		const forms = [
			"adalovelace@gmail.com",
			"Ada.Lovelace@gmail.com",
			"a.d.a.lovelace+votes@googlemail.com",
		];
		expect(new Set(forms.map(mailboxKey)).size).toBe(1);
	});

	it("leaves other providers' addresses as they are", () => {
		for (const email of ["a.b+c@example.org", "a.b@gmail.com.example"])
			expect(mailboxKey(email)).toBe(email);
	});
});

describe("adminKey", () => {
	it("takes the forms of a domain as one, and letters of other alphabets apart", () => {
		expect(adminKey("Chief@MÜNCHEN.example")).toBe(adminKey("chief@xn--mnchen-3ya.example"));
		expect(adminKey("\u212aelvin@example.org")).not.toBe(adminKey("kelvin@example.org"));
	});
});

describe("Email", () => {
	it.each([
		["\u202aada@example.org\u202c", "ada@example.org"],
		["ada@exa\u200bmple.org", "ada@example.org"],
		["ada\u00ad@example.org", "ada@example.org"],
		["mailto:ada@example.org", "ada@example.org"],
		["ada@example.org.", "ada@example.org"],
		["ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ", "ada@example.org"],
	])("cleans %j", (given, meant) => {
		expect(Email.parse(given)).toBe(meant);
	});

	it.each([
		"a@b..c",
		"a@.example.org",
		"a@example.org..",
		"a@-example.org",
		"a@exam_ple.org",
		"a@localhost",
		`a@${"b".repeat(64)}.org`,
		`${"a".repeat(65)}@example.org`,
		"a b@example.org",
		"a@exa mple.org",
		"a@b@example.org",
		"@example.org",
		"a@xn--\u0000.org",
	])("refuses %j with a sentence", (given) => {
		const message = Email.safeParse(given).error?.issues[0]?.message;
		expect(message).toMatch(/^[A-Z].{15,}\.$/);
	});
});
