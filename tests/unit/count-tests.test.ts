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

	it("counts a failed file without failed tests as one failure", () => {
		const report = {
			testResults: [file("failed"), file("failed", "passed")],
		};
		expect(countTests(report)).toEqual({ passed: 1, failed: 2 });
	});

	it.each([null, {}, { testResults: "none" }])(
		"counts %j, which is not a report, as a failure",
		(report) => {
			expect(countTests(report)).toEqual({ passed: 0, failed: 1 });
		},
	);
});

describe("wantedProjects", () => {
	it("selects all projects of the tier unless some are named, and adds them to the arguments", () => {
		expect(wantedProjects(["-t", "a name"], "test")).toEqual({
			projects: ["unit", "web", "worker", "e2e"],
			args: [
				...["-t", "a name", "--project=unit"],
				...["--project=web", "--project=worker", "--project=e2e"],
			],
		});
		expect(wantedProjects([], "system")).toEqual({
			projects: ["growth", "screens", "system", "libsql"],
			args: [
				...["--project=growth", "--project=screens"],
				...["--project=system", "--project=libsql"],
			],
		});
		const args = ["--project", "unit", "--project=web"];
		expect(wantedProjects(args, "test")).toEqual({
			projects: ["unit", "web"],
			args,
		});
	});

	it("selects every project if the name is a pattern", () => {
		const args = ["--project", "!web"];
		const { projects, args: given } = wantedProjects(args, "test");
		expect(projects).toHaveLength(8);
		expect(given).toEqual(args);
	});
});
