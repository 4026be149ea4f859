import { describe, expect, it } from "vitest";
import { runFailure } from "#http/problems.ts";

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

	it("drops what it was not given, not the sentence", () => {
		expect(runFailure("metadata_failed", { status: 500 }).detail).toBe(
			"YouTube API error: 500",
		);
	});
});
