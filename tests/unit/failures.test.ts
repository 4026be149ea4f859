import { describe, expect, it } from "vitest";
import { problem } from "#http/problems.ts";
import { refuseRun, runFailure } from "#http/run-failures.ts";

describe("runFailure", () => {
	it("fills the sentence and keeps the code", () => {
		expect(
			runFailure("metadata_failed", { status: 403, statusText: "Forbidden" }),
		).toMatchObject({
			code: "metadata_failed",
			detail: "YouTube API error: 403 Forbidden",
			type: "/problems/metadata_failed",
		});
	});

	it("leaves a missing value out of the sentence", () => {
		expect(runFailure("metadata_failed", { status: 500 }).detail).toBe(
			"YouTube API error: 500",
		);
	});
});

describe("refuseRun", () => {
	it("refuses a request with the words of the failure", () => {
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

	it("fills each placeholder once: braces in a value stay", () => {
		const values = { field: "{reason}", reason: "It is missing." };
		expect(problem("invalid_query", { values }).message).toBe(
			"Please check {reason}: It is missing.",
		);
	});

	it("repeats its sentence at the field that it is about", () => {
		const detail = "The current password is wrong.";
		expect(problem("wrong_password", { pointer: "/current" }).errors).toEqual([
			{ pointer: "/current", detail },
		]);
	});

	it("is wrong for a sentence whose values are missing", () => {
		// @ts-expect-error The sentence has a placeholder.
		expect(problem("too_large").message).toBe(
			"The request body is larger than  KB.",
		);
	});
});
