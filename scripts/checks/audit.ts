import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import * as z from "zod";
import { retirementWarnings } from "#features/raters/panel.ts";
import { answerHelp } from "../command-line.ts";
import { layout } from "../layout.ts";
import { mergeEnvironment, readEnvFile, workerSettings } from "../server/environment.ts";
import { isMain } from "../server/process.ts";

/**
 * Asks the registry for known vulnerabilities of the packages in the lockfile, and fails for high
 * and critical ones. If the registry has no audit or cannot be reached, it prints a warning and
 * does not fail, because the result must not depend on the network. A malformed report fails.
 */

const WAIT_MS = 60_000;

/** High and critical findings that are accepted until a date, each with the reason. */
const auditExceptions: AuditException[] = [];

const Advisory = z.object({ url: z.string(), title: z.string(), severity: z.string() });
const Vulnerability = z.object({
	name: z.string(),
	severity: z.string(),
	/** An advisory, or the name of the dependency that has one. */
	via: z.array(z.union([Advisory, z.string()])),
});

/** What `npm audit --json` prints if the registry answers. */
export const AuditReport = z.object({
	auditReportVersion: z.literal(2),
	vulnerabilities: z.record(z.string(), Vulnerability),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** A finding that is accepted temporarily, and why. */
type AuditException = {
	/** The identifier in the advisory's address: GHSA-xxxx-xxxx-xxxx. */
	advisory: string;
	/** The last day of the exception: yyyy-mm-dd. */
	until: string;
	reason: string;
};

const GRAVE = new Set(["high", "critical"]);

/**
 * The high and critical findings that no exception covers on `today` (yyyy-mm-dd), one line each.
 */
export function auditComplaints(
	{ vulnerabilities }: AuditReport,
	exceptions: AuditException[],
	today: string,
): string[] {
	const advisories = Object.values(vulnerabilities).flatMap(({ name, via }) =>
		via.flatMap((one) =>
			typeof one === "string" || !GRAVE.has(one.severity) ? [] : [{ name, ...one }],
		),
	);
	return advisories.flatMap(({ name, url, title, severity }) => {
		const known = exceptions.find(({ advisory }) => url.endsWith(advisory));
		if (known && today <= known.until) return [];
		const over = known ? `; its exception ended on ${known.until}` : "";
		return [`${name}: ${severity}: ${title} (${url})${over}`];
	});
}

type Audit =
	| { report: AuditReport }
	/** There is no report, for the given reason. */
	| { missing: string }
	/** The output is neither a report nor a known error. */
	| { strange: string };

/** The error output of npm if the registry refuses, the network is down, or npm cannot start. */
const Refusal = z.union([
	z.object({ message: z.string().min(1) }).transform(({ message }) => message),
	z
		.object({ error: z.object({ summary: z.string().min(1) }) })
		.transform(({ error }) => error.summary),
]);

/** Interprets the output of `npm audit --json`, depending on how it ended. */
export function readAudit({
	stdout,
	error,
	status,
	signal,
}: Pick<SpawnSyncReturns<string | null>, "stdout" | "error" | "status" | "signal">): Audit {
	if (error)
		return { missing: errorCode(error) === "ETIMEDOUT" ? "no answer in time" : `${error}` };
	if (!stdout?.trim()) return { missing: `npm ended without a word: ${signal ?? status}` };
	const answer = parsed(stdout);
	const report = AuditReport.safeParse(answer);
	if (report.success) return { report: report.data };
	const refusal = Refusal.safeParse(answer);
	return refusal.success ? { missing: refusal.data } : { strange: z.prettifyError(report.error) };
}

function errorCode(error: Error): string | undefined {
	return (error as NodeJS.ErrnoException).code;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

const USAGE = `npm run audit

Asks npm's registry for known vulnerabilities of the packages in the lockfile. Exit code 1: there
are high or critical ones. Warns 30 days before the vendor of a configured model retires it.`;

if (isMain(import.meta.url)) {
	answerHelp(USAGE);
	const today = new Date().toISOString().slice(0, 10);
	const settings = workerSettings(mergeEnvironment(readEnvFile(layout.envFile), process.env));
	for (const warning of retirementWarnings(settings, today)) console.warn(warning);
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
		const complaints = auditComplaints(audit.report, auditExceptions, today);
		for (const complaint of complaints) console.error(complaint);
		console.log(`Audited the packages: ${complaints.length} high or critical findings.`);
		process.exitCode = complaints.length > 0 ? 1 : 0;
	} else if ("missing" in audit) {
		console.warn(
			`NOT AUDITED: there is no report (${audit.missing}), so vulnerabilities of the packages are unknown.`,
		);
	} else {
		console.error(`NOT AUDITED: npm's report has an unknown format.\n${audit.strange}`);
		process.exitCode = 1;
	}
}
