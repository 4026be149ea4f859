import { describe, expect, it } from "vitest";
import {
	isCommonPassword,
	refuseWeakPassword,
} from "#features/accounts/passwords.ts";
import { ProblemError } from "#http/problems.ts";

const EMAIL = "Grace.Hopper@Example.test";

function refusal(password: string): ProblemError | null {
	try {
		refuseWeakPassword(password, EMAIL);
		return null;
	} catch (error) {
		if (error instanceof ProblemError) return error;
		throw error;
	}
}

describe("A password", () => {
	it.each([
		"123456",
		"password",
		"PassWord",
		"password123",
		"qwerty1",
		"iloveyou!",
		"letmein",
		"1q2w3e4r",
		"dragon12",
		"aaaaaaaa",
		"😀😀😀😀😀😀",
	])("that is tried first is refused: %s", (password) => {
		expect(isCommonPassword(password)).toBe(true);
		expect(refusal(password)).toMatchObject({
			status: 400,
			code: "weak_password",
			errors: [{ pointer: "/password" }],
		});
	});

	it.each(["grace.hopper@example.test", "GRACE.HOPPER", " Grace.Hopper "])(
		"that is the member's own address is refused: %s",
		(password) => {
			expect(refusal(password)?.message).toContain("email address");
		},
	);

	it.each([
		"correct horse battery",
		"ä日本語!6",
		"tr0ub4dor&3",
		"passwordless travel",
		"hopper",
		"example.test",
		"\u202f\u202f\u202fabc",
	])("of somebody's own is taken: %s", (password) => {
		expect(refusal(password)).toBeNull();
	});
});
