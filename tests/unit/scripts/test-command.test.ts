import { describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";
import { summarize, wantedProjects } from "#scripts/test.ts";

const file = (status: string, ...tests: string[]) => ({
	name: `${layout.root}/tests/unit/a.test.ts`,
	status,
	message: status === "failed" ? "Error: no such module\n  at a.ts:1" : "",
	assertionResults: tests.map((test) => ({
		status: test,
		fullName: `is ${test}`,
		failureMessages: test === "failed" ? ["\u001b[31mError: 1 is not 2\u001b[39m\n  at a.ts"] : [],
	})),
});

describe("summarize", () => {
	it("adds up the tests of all files and names each that failed, with its message", () => {
		const report = {
			testResults: [
				file("passed", "passed", "passed", "pending"),
				file("failed", "failed", "passed"),
			],
		};
		expect(summarize(report)).toEqual({
			passed: 3,
			failures: ["tests/unit/a.test.ts | is failed | Error: 1 is not 2"],
		});
	});

	it("names a failed file without failed tests", () => {
		const report = { testResults: [file("failed"), file("failed", "passed")] };
		const line = "tests/unit/a.test.ts | Error: no such module";
		expect(summarize(report)).toEqual({ passed: 1, failures: [line, line] });
	});

	it.each([null, {}, { testResults: "none" }])(
		"reports %j, which is not a report, as a failure",
		(report) => {
			expect(summarize(report)).toEqual({ passed: 0, failures: ["vitest ended without a report"] });
		},
	);
});

describe("wantedProjects", () => {
	it("selects all projects of the tier unless some are named, and adds them to the arguments", () => {
		expect(wantedProjects(["-t", "a name"], "test")).toEqual({
			projects: ["unit", "web", "worker", "e2e"],
			args: [
				"-t",
				"a name",
				"--project=unit",
				"--project=web",
				"--project=worker",
				"--project=e2e",
			],
		});
		expect(wantedProjects([], "system")).toEqual({
			projects: ["growth", "screens", "system", "libsql"],
			args: ["--project=growth", "--project=screens", "--project=system", "--project=libsql"],
		});
		const args = ["--project", "unit", "--project=web"];
		expect(wantedProjects(args, "test")).toEqual({ projects: ["unit", "web"], args });
	});

	it("selects every project if the name is a pattern", () => {
		const args = ["--project", "!web"];
		const { projects, args: given } = wantedProjects(args, "test");
		expect(projects).toHaveLength(8);
		expect(given).toEqual(args);
	});
});
