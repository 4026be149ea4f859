import { describe, expect, it } from "vitest";
import { type Measured, prometheusText, siteMetrics } from "#features/operations/site-metrics.ts";

const MEASURED: Measured = {
	figures: [],
	backlog: {
		runs: 0,
		oldest_run_at: null,
		messages: 2,
		oldest_message_at: "2026-01-01T00:00:00.000Z",
		webhooks: 0,
		oldest_webhook_at: null,
	},
	jobs: [],
	provider_calls: { used: 5, limit: 0 },
	database: { replica_lag_s: 2.5, regions: [{ copy: "replica", region: "APAC" }] },
	now: "2026-01-01T00:01:30.000Z",
};

describe("metrics", () => {
	it("contain ages in seconds and omit what was not measured", () => {
		const text = prometheusText(siteMetrics(MEASURED));
		expect(text).toContain("bsdetector_outbox_messages 2\n");
		expect(text).toContain("bsdetector_outbox_age_seconds 90\n");
		expect(text).toContain("bsdetector_oldest_run_age_seconds 0\n");
		expect(text).toContain("bsdetector_provider_calls_limit 0\n");
		expect(text).toContain("bsdetector_replica_lag_seconds 2.5\n");
		expect(text).toContain('bsdetector_database_region{copy="replica",region="APAC"} 1\n');
		for (const absent of ["calls_today", "figures_age", "job_", "votes"])
			expect(text).not.toContain(absent);
	});

	it("name each metric once, with its help and type above its samples", () => {
		const figures = ["a", "b"].map((label) => ({
			name: "votes",
			label,
			value: 1,
			counted_at: MEASURED.now,
		}));
		const lines = prometheusText(siteMetrics({ ...MEASURED, figures })).split("\n");
		const at = lines.indexOf("# HELP bsdetector_votes Current votes, by type.");
		expect(lines.slice(at + 1, at + 4)).toEqual([
			"# TYPE bsdetector_votes gauge",
			'bsdetector_votes{type="a"} 1',
			'bsdetector_votes{type="b"} 1',
		]);
		const types = lines.filter((line) => line.startsWith("# TYPE"));
		expect(new Set(types).size).toBe(types.length);
	});

	it("escape values that would break a line", () => {
		const labels = { of: 'a"b\\c\nd' };
		const samples = [{ labels, value: 1 }];
		expect(prometheusText([{ name: "x", help: "h\nh", type: "gauge", samples }])).toBe(
			'# HELP bsdetector_x h\\nh\n# TYPE bsdetector_x gauge\nbsdetector_x{of="a\\"b\\\\c\\nd"} 1\n',
		);
	});
});
