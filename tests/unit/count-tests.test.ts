import { describe, expect, it } from "vitest";
import { countTests, wantedProjects } from "#scripts/test.ts";

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
	it("is all of the tier's unless some are named, and vitest is told so", () => {
		expect(wantedProjects(["-t", "a name"], "test")).toEqual({
			projects: ["unit", "growth", "web", "worker", "e2e"],
			args: [
				...["-t", "a name", "--project=unit", "--project=growth"],
				...["--project=web", "--project=worker", "--project=e2e"],
			],
		});
		expect(wantedProjects([], "system")).toEqual({
			projects: ["screens", "system", "libsql"],
			args: ["--project=screens", "--project=system", "--project=libsql"],
		});
		const args = ["--project", "unit", "--project=web"];
		expect(wantedProjects(args, "test")).toEqual({
			projects: ["unit", "web"],
			args,
		});
	});

	it("prepares for all when the name is a pattern", () => {
		const args = ["--project", "!web"];
		const { projects, args: given } = wantedProjects(args, "test");
		expect(projects).toHaveLength(8);
		expect(given).toEqual(args);
	});
});
