import { describe, expect, it } from "vitest";
import { SignUpRequest } from "#contract/account.ts";
import { AnalysisOptions } from "#contract/public-api.ts";
import { VideoQuery } from "#contract/video.ts";
import { fieldErrors } from "#http/query.ts";

const GOOD = {
	full_name: "Ada",
	email: "ada@example.com",
	password: "a secret",
};

describe("What is wrong with a field is said in words:", () => {
	it.each([
		[
			"an address",
			SignUpRequest,
			{ ...GOOD, email: "ada@example" },
			{ pointer: "/email", detail: "It has the wrong form." },
		],
		[
			"a short password",
			SignUpRequest,
			{ ...GOOD, password: "12345" },
			{ pointer: "/password", detail: "At least 8 characters expected." },
		],
		[
			"a long name",
			SignUpRequest,
			{ ...GOOD, full_name: "x".repeat(101) },
			{ pointer: "/full_name", detail: "At most 100 characters expected." },
		],
		[
			"an empty list",
			AnalysisOptions,
			{ models: [] },
			{ pointer: "/models", detail: "At least 1 item expected." },
		],
		[
			"a number",
			VideoQuery,
			{ limit: "51" },
			{ pointer: "/limit", detail: "At most 50 expected." },
		],
	])("%s", (_, schema, value, wrong) => {
		const { error } = schema.safeParse(value);
		expect(error && fieldErrors(error)).toEqual([wrong]);
	});
});
