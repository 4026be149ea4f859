import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AuditReport, auditComplaints, readAudit } from "#scripts/checks/audit.ts";
import { layout } from "#scripts/layout.ts";

const REPORT = { auditReportVersion: 2, vulnerabilities: {} };
/** A report whose finding lacks its severity. */
const NEWER = { ...REPORT, vulnerabilities: { bad: { name: "bad", via: [] } } };

function said(answer: unknown, error?: Error) {
	const stdout = typeof answer === "string" ? answer : JSON.stringify(answer);
	const ended = { stdout, status: 1, signal: null };
	return readAudit(error ? { ...ended, error } : ended);
}

describe("readAudit", () => {
	it("returns a valid report", () => {
		expect(said(REPORT)).toEqual({ report: REPORT });
	});

	it.each([
		["405 Method Not Allowed", { message: "405 Method Not Allowed" }],
		["needs a lockfile", { error: { summary: "It needs a lockfile" } }],
		["without a word", ""],
	])("returns npm's reason if there is no report: %s", (reason, answer) => {
		expect(said(answer)).toEqual({ missing: expect.stringContaining(reason) });
	});

	it("reports that npm cannot be run or takes too long", () => {
		const failed = (code: string) =>
			said("", Object.assign(new Error(`spawnSync npm ${code}`), { code }));
		expect(failed("ENOENT")).toEqual({ missing: expect.stringContaining("spawnSync npm ENOENT") });
		expect(failed("ETIMEDOUT")).toEqual({ missing: "no answer in time" });
	});

	it.each([
		["of another version", { ...REPORT, auditReportVersion: 3 }],
		["with an unknown form of finding", NEWER],
		["of an unknown form", { advisories: {} }],
		["that is not JSON", "found 0 vulnerabilities"],
	])("reports an unexpected format: a report %s", (_, answer) => {
		expect(said(answer)).toEqual({ strange: expect.any(String) });
	});

	it("makes the audit script fail on an unexpected format, after a warning of a model that ends", async () => {
		const folder = await mkdtemp(join(tmpdir(), "audit-"));
		try {
			const npm = join(folder, "npm");
			await writeFile(npm, `#!/bin/sh\necho '${JSON.stringify(NEWER)}'\n`);
			await chmod(npm, 0o755);
			const { status, stderr } = spawnSync(
				process.execPath,
				["--import", "tsx", "scripts/checks/audit.ts"],
				{
					cwd: layout.root,
					encoding: "utf8",
					env: { PATH: folder, OPENAI_API_KEY: "k", OPENAI_MODEL: "gpt-5-mini" },
				},
			);
			expect(stderr).toMatch(/^gpt-5-mini .*2026-12-11\. Set OPENAI_MODEL/m);
			expect(stderr).toContain("severity");
			expect(status).toBe(1);
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});

describe("auditComplaints", () => {
	const report = (severity: string): AuditReport => ({
		auditReportVersion: 2,
		vulnerabilities: {
			bad: {
				name: "bad",
				severity,
				via: [
					{ title: "It leaks", severity, url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc" },
				],
			},
			above: { name: "above", severity, via: ["bad"] },
		},
	});
	const exception = {
		advisory: "GHSA-aaaa-bbbb-cccc",
		until: "2026-06-30",
		reason: "It is used in tests alone.",
	};

	it("lists each high or critical finding once with its advisory", () => {
		for (const severity of ["high", "critical"])
			expect(auditComplaints(report(severity), [], "2026-06-01")).toEqual([
				`bad: ${severity}: It leaks (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)`,
			]);
		for (const severity of ["low", "moderate"])
			expect(auditComplaints(report(severity), [], "2026-06-01")).toEqual([]);
	});

	it("accepts an exception up to its last day", () => {
		const on = (today: string) => auditComplaints(report("high"), [exception], today);
		expect(on("2026-06-30")).toEqual([]);
		expect(on("2026-07-01")).toEqual([
			expect.stringContaining("its exception ended on 2026-06-30"),
		]);
		const other = { ...exception, advisory: "GHSA-dddd-eeee-ffff" };
		expect(auditComplaints(report("high"), [other], "2026-06-01")).toHaveLength(1);
	});
});
