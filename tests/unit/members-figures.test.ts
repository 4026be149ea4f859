import { describe, expect, it } from "vitest";
import { daysActive } from "#features/accounts/activity.ts";
import { channelFigures } from "#features/channels/creator-queries.ts";

describe("days active", () => {
	it.each([
		["2026-01-01T12:00:00.000Z", "2026-01-01T23:00:00.000Z", 0],
		["2026-01-01T12:00:00.000Z", "2026-01-02T11:59:59.999Z", 0],
		["2026-01-01T12:00:00.000Z", "2026-01-02T12:00:00.000Z", 1],
		["2026-01-01T12:00:00.000Z", "2027-01-01T12:00:00.000Z", 365],
		["2026-01-01T12:00:00.000Z", "2025-12-01T12:00:00.000Z", 0],
	])("from %s to %s are %i", (created_at, now, days) => {
		expect(daysActive(created_at, now)).toBe(days);
	});
});

describe("a channel's reputation", () => {
	it.each([
		[0, 0, 100],
		[33.4, 33, 67],
		[100, 100, 0],
	])("at a mean score of %d is 100 less its rounded mean", (mean, avg, rep) => {
		expect(channelFigures(mean)).toEqual({
			avg_bs_score: avg,
			reputation_score: rep,
		});
	});

	it("is unknown where nothing was scored", () => {
		expect(channelFigures(null)).toEqual({
			avg_bs_score: null,
			reputation_score: null,
		});
	});
});
