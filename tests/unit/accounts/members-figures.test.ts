import { describe, expect, it } from "vitest";
import { daysActive } from "#features/accounts/activity.ts";
import { channelFigures } from "#features/channels/creator-queries.ts";

describe("daysActive", () => {
	it.each([
		["2026-01-01T12:00:00.000Z", "2026-01-01T23:00:00.000Z", 0],
		["2026-01-01T12:00:00.000Z", "2026-01-02T11:59:59.999Z", 0],
		["2026-01-01T12:00:00.000Z", "2026-01-02T12:00:00.000Z", 1],
		["2026-01-01T12:00:00.000Z", "2027-01-01T12:00:00.000Z", 365],
		["2026-01-01T12:00:00.000Z", "2025-12-01T12:00:00.000Z", 0],
	])("from %s to %s is %i", (created_at, now, days) => {
		expect(daysActive(created_at, now)).toBe(days);
	});
});

describe("channelFigures", () => {
	it.each([
		[0, 0, 100],
		[33.4, 33, 67],
		[100, 100, 0],
	])("rounds a mean of %d to %i and returns a reputation of %i", (mean, avg, rep) => {
		expect(channelFigures(mean)).toEqual({ avg_bs_score: avg, reputation_score: rep });
	});

	it("returns null if nothing was scored", () => {
		expect(channelFigures(null)).toEqual({ avg_bs_score: null, reputation_score: null });
	});
});
