import { spawnSync } from "node:child_process";
import { auditExceptions } from "./audit-exceptions.ts";
import { auditComplaints } from "./audit-rules.ts";
import { layout } from "./layout.ts";
import { readAudit } from "./read-audit.ts";

/**
 * Asks the registry what is known against the packages in the lockfile, and fails for what is
 * grave. A registry that answers no audit, or a network that is away, is said and does not fail:
 * the same code would pass one day and not the next. A report that cannot be read does fail.
 */

const WAIT_MS = 60_000;

const audit = readAudit(
	spawnSync("npm", ["audit", "--json"], {
		cwd: layout.root,
		encoding: "utf8",
		timeout: WAIT_MS,
		maxBuffer: 64 * 1024 * 1024,
		shell: process.platform === "win32",
	}),
);
if ("report" in audit) {
	const today = new Date().toISOString().slice(0, 10);
	const complaints = auditComplaints(audit.report, auditExceptions, today);
	for (const complaint of complaints) console.error(complaint);
	console.log(`Audited the packages: ${complaints.length} grave findings.`);
	process.exitCode = complaints.length > 0 ? 1 : 0;
} else if ("missing" in audit) {
	console.warn(
		`NOT AUDITED: there was no audit (${audit.missing}). Nothing is known of the packages' vulnerabilities.`,
	);
} else {
	console.error(
		`NOT AUDITED: npm's report is none that this program reads.\n${audit.strange}`,
	);
	process.exitCode = 1;
}
