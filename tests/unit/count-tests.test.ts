import { describe, expect, it } from "vitest";
import { countTests } from "#scripts/count-tests.ts";
import { wantedProjects } from "#scripts/wanted-projects.ts";

const file = (status: string, ...tests: string[]) => ({
	status,
	assertionResults: tests.map((test) => ({ status: test })),
});

describe("countTests", () => {
	it("adds up the tests of all files", () => {
		const report = {
			testResults: [
				file("passed", "passed", "passed", "pending"),
				file("failed", "failed", "passed"),
			],
		};
		expect(countTests(report)).toEqual({ passed: 3, failed: 1 });
	});

	it("counts a file that failed without a failed test", () => {
		const report = {
			testResults: [file("failed"), file("failed", "passed")],
		};
		expect(countTests(report)).toEqual({ passed: 1, failed: 2 });
	});

	it.each([null, {}, { testResults: "none" }])(
		"takes %j, which is no report, for a failure",
		(report) => {
			expect(countTests(report)).toEqual({ passed: 0, failed: 1 });
		},
	);
});

describe("wantedProjects", () => {
	it("is all of them unless some are named", () => {
		expect(wantedProjects(["-t", "a name"])).toHaveLength(4);
		expect(wantedProjects(["--project", "unit", "--project=web"])).toEqual([
			"unit",
			"web",
		]);
	});

	it("prepares for all when the name is a pattern", () => {
		expect(wantedProjects(["--project", "!web"])).toHaveLength(4);
	});
});
