import { describe, expect, it } from "vitest";
import { isCommonPassword, refuseWeakPassword } from "#features/accounts/passwords.ts";
import { ProblemError } from "#http/problems.ts";

const OWNER = { email: "Grace.Hopper@Example.test", full_name: "Amazing Grace" };

function refusal(password: string): ProblemError | null {
	try {
		refuseWeakPassword(password, OWNER);
		return null;
	} catch (error) {
		if (error instanceof ProblemError) return error;
		throw error;
	}
}

describe("refuseWeakPassword", () => {
	it.each([
		"12345678",
		"password",
		"PassWord",
		"password123",
		"qwertyuiop",
		"iloveyou1",
		"1q2w3e4r",
		"fallen_angel",
		"aaaaaaaa",
		"😀😀😀😀😀😀😀😀",
	])("rejects the common password %s", (password) => {
		expect(isCommonPassword(password)).toBe(true);
		expect(refusal(password)).toMatchObject({
			status: 400,
			code: "weak_password",
			errors: [{ pointer: "/password" }],
		});
	});

	it.each([
		"grace.hopper@example.test",
		"GRACE.HOPPER",
		" Grace.Hopper ",
		"hopper1985!",
		"amazing-grace",
		"graceHopper99x",
		"example.test",
		"bs-detector-2026",
		"YouTubeAdmin1",
	])(
		"rejects a password made of the member's address or name, or of the site's words: %s",
		(password) => {
			expect(refusal(password)?.message).toContain("name, your email address");
		},
	);

	it.each([
		"correct horse battery",
		"ä日本語!6ß日",
		"tr0ub4dor&3",
		"passwordless travel",
		"grace under fire",
		"hopper's compiler",
		"\u202f\u202f\u202fabc",
	])("accepts %s", (password) => {
		expect(refusal(password)).toBeNull();
	});
});
