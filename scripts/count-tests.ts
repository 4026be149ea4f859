import * as z from "zod";

/** The part of vitest's JSON report that says how it went. */
const Report = z.object({
	testResults: z.array(
		z.object({
			status: z.string(),
			assertionResults: z.array(z.object({ status: z.string() })),
		}),
	),
});

export type Counts = { passed: number; failed: number };

/**
 * Counts the tests of a report. A file that failed without a failed test, because it did not
 * load or clear up, counts as one failure. No report at all does too.
 */
export function countTests(report: unknown): Counts {
	const parsed = Report.safeParse(report);
	if (!parsed.success) return { passed: 0, failed: 1 };
	const counts = { passed: 0, failed: 0 };
	for (const file of parsed.data.testResults) {
		const failed = file.assertionResults.filter(
			({ status }) => status === "failed",
		).length;
		counts.passed += file.assertionResults.filter(
			({ status }) => status === "passed",
		).length;
		counts.failed += failed;
		if (file.status === "failed" && failed === 0) counts.failed += 1;
	}
	return counts;
}
