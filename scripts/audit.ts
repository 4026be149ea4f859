import { spawnSync } from "node:child_process";
import { auditExceptions } from "./audit-exceptions.ts";
import { AuditReport, auditComplaints } from "./audit-rules.ts";
import { layout } from "./layout.ts";

/**
 * Asks the registry what is known against the packages in the lockfile, and fails for what is
 * grave. A registry that answers no audit, or a network that is away, is said and does not fail:
 * the same code would pass one day and not the next.
 */

const WAIT_MS = 60_000;

const { stdout } = spawnSync("npm", ["audit", "--json"], {
	cwd: layout.root,
	encoding: "utf8",
	timeout: WAIT_MS,
	maxBuffer: 64 * 1024 * 1024,
	shell: process.platform === "win32",
});
const answer = answerIn(stdout ?? "");
const report = AuditReport.safeParse(answer);
if (report.success) {
	const today = new Date().toISOString().slice(0, 10);
	const complaints = auditComplaints(report.data, auditExceptions, today);
	for (const complaint of complaints) console.error(complaint);
	console.log(`Audited the packages: ${complaints.length} grave findings.`);
	process.exitCode = complaints.length > 0 ? 1 : 0;
} else {
	console.warn(
		`NOT AUDITED: the registry gave no audit (${reasonIn(answer)}). Nothing is known of the packages' vulnerabilities.`,
	);
}

function answerIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function reasonIn(given: unknown): string {
	const said = given as { message?: unknown } | null;
	return typeof said?.message === "string" ? said.message : "no answer in time";
}
