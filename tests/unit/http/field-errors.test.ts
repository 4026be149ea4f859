import { describe, expect, it } from "vitest";
import { SignUpRequest } from "#contract/account.ts";
import { AnalysisOptions } from "#contract/public-api.ts";
import { VideoQuery } from "#contract/video.ts";
import { fieldErrors, fieldSentence } from "#http/query.ts";

const GOOD = { full_name: "Ada", email: "ada@example.com", password: "a secret" };

describe("fieldErrors", () => {
	it.each([
		[
			"an email address",
			SignUpRequest,
			{ ...GOOD, email: "ada@example" },
			{ pointer: "/email", detail: "Enter an email address such as name@example.org." },
		],
		[
			"a short password",
			SignUpRequest,
			{ ...GOOD, password: "12345" },
			{ pointer: "/password", detail: "Use at least 8 characters." },
		],
		[
			"an empty name",
			SignUpRequest,
			{ ...GOOD, full_name: " " },
			{ pointer: "/full_name", detail: "Enter your full name." },
		],
		[
			"a long name",
			SignUpRequest,
			{ ...GOOD, full_name: "x".repeat(101) },
			{ pointer: "/full_name", detail: "Use at most 100 characters." },
		],
		[
			"an empty list",
			AnalysisOptions,
			{ models: [] },
			{ pointer: "/models", detail: "Use at least 1 item." },
		],
		[
			"a number above its maximum",
			VideoQuery,
			{ limit: "51" },
			{ pointer: "/limit", detail: "Use at most 50." },
		],
	])("describes the mistake in %s", (_, schema, value, wrong) => {
		const { error } = schema.safeParse(value);
		expect(error && fieldErrors(error)).toEqual([wrong]);
	});
});

describe("fieldSentence", () => {
	it.each([
		["/full_name", "Enter your full name.", "Enter your full name."],
		["/password", "Use at least 8 characters.", "Password: use at least 8 characters."],
		["/url", "Fill in this field.", "Url: fill in this field."],
	])("says in one sentence what to do about %s", (pointer, detail, sentence) => {
		expect(fieldSentence({ pointer, detail })).toBe(sentence);
	});
});
