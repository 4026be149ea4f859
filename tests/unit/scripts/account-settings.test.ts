import { describe, expect, it } from "vitest";
import { parseVariables } from "#worker/env.ts";

function badVariables(env: Record<string, string>): string[] {
	const parsed = parseVariables(env);
	return parsed.ok ? [] : parsed.errors.map(({ variable }) => variable);
}

describe("Google sign-in settings", () => {
	it("must be set together", () => {
		const id = { GOOGLE_CLIENT_ID: "id" };
		const secret = { GOOGLE_CLIENT_SECRET: "secret" };
		expect(badVariables({})).toEqual([]);
		expect(badVariables({ ...id, ...secret })).toEqual([]);
		expect(badVariables(id)).toEqual(["GOOGLE_CLIENT_SECRET"]);
		expect(badVariables(secret)).toEqual(["GOOGLE_CLIENT_ID"]);
		expect(badVariables({ ...id, GOOGLE_CLIENT_SECRET: "" })).toEqual(["GOOGLE_CLIENT_SECRET"]);
	});
});

describe("SMTP_URL", () => {
	it("requires APP_ORIGIN and names the missing variable", () => {
		const SMTP_URL = "smtp://mail.test";
		expect(badVariables({ SMTP_URL })).toEqual(["APP_ORIGIN"]);
		const APP_ORIGIN = "https://site.test";
		expect(badVariables({ SMTP_URL, APP_ORIGIN })).toEqual([]);
	});
});

describe("MAIL_FROM", () => {
	it.each(["no-reply@example.test", "The Site <no-reply@example.test>"])(
		"accepts a sender: %s",
		(MAIL_FROM) => {
			expect(badVariables({ MAIL_FROM })).toEqual([]);
		},
	);

	it.each(["nobody", "a@example.test\nBcc: b@evil.test", "a@x, b@y"])(
		"refuses anything but one address on one line: %j",
		(MAIL_FROM) => {
			expect(badVariables({ MAIL_FROM })).toEqual(["MAIL_FROM"]);
		},
	);
});
