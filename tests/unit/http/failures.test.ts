import { describe, expect, it } from "vitest";
import { problem } from "#http/problems.ts";
import { refuseRun, runFailure } from "#http/run-failures.ts";

describe("runFailure", () => {
	it("fills in the sentence and keeps the code", () => {
		expect(runFailure("metadata_failed", { status: 403, statusText: "Forbidden" })).toMatchObject({
			code: "metadata_failed",
			detail: "YouTube API error: 403 Forbidden",
			type: "/api/docs#problem-metadata_failed",
		});
	});

	it("omits a missing value from the sentence", () => {
		expect(runFailure("metadata_failed", { status: 500 }).detail).toBe("YouTube API error: 500");
	});
});

describe("refuseRun", () => {
	it("refuses a request with the text of the failure", () => {
		const { title, detail } = runFailure("provider_budget_spent");
		expect(refuseRun("provider_budget_spent", { retry_after_s: 9 })).toEqual(
			expect.objectContaining({
				status: 429,
				code: "provider_budget_spent",
				title,
				message: detail,
				retry_after_s: 9,
			}),
		);
	});
});

describe("problem", () => {
	it("takes the code from the part of the name before the slash", () => {
		expect(problem("not_json/media_type")).toMatchObject({
			status: 415,
			code: "not_json",
			title: "Unsupported media type",
			message: "Send the request body as application/json.",
			errors: null,
			retry_after_s: null,
		});
	});

	it("fills each placeholder once and leaves braces in values", () => {
		const values = { sentence: "Name: use {sentence}." };
		expect(problem("invalid_query", { values }).message).toBe("Name: use {sentence}.");
	});

	it("repeats its sentence in the error of the field concerned", () => {
		const detail = "The current password is wrong.";
		expect(problem("wrong_password", { pointer: "/current" }).errors).toEqual([
			{ pointer: "/current", detail },
		]);
	});

	it("leaves missing values blank, which is a type error", () => {
		// @ts-expect-error The sentence has a placeholder.
		expect(problem("too_large").message).toBe("The request body is larger than  KB.");
	});
});
