import { describe, expect, it } from "vitest";
import { Email } from "#contract/account.ts";

describe("Email", () => {
	it.each([
		"ada@example.org",
		"ada.lovelace+news@sub.example.co.uk",
		"ada@example.org.",
		"用户@例子.中国",
		"o'hara@0x.example",
		"ada@127.0.0.1.example",
	])("accepts %s", (email) => {
		expect(Email.safeParse(email).success).toBe(true);
	});

	it.each([
		"a@[127.0.0.1]",
		"a@[IPv6:::1]",
		"a@[10.0.0.1].",
		"a@127.0.0.1",
		"a@127.0.0.1.",
		"a@127.1",
		"a@0x7f.0x1",
		"a@example.0X7F",
		"a@example.1",
		"a\ue000@example.org",
		"a\ud800@example.org",
	])("refuses %j", (email) => {
		expect(Email.safeParse(email).success).toBe(false);
	});
});
