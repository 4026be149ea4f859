import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import * as z from "zod";
import { layout } from "../layout.ts";
import { isMain } from "../server/process.ts";

/**
 * Asks the registry what is known against the packages in the lockfile, and fails for what is
 * grave. A registry that answers no audit, or a network that is away, is said and does not fail:
 * the same code would pass one day and not the next. A report that cannot be read does fail.
 */

const WAIT_MS = 60_000;

/** Grave findings that are let stand until a day, each with why it does no harm here. */
const auditExceptions: AuditException[] = [];

const Advisory = z.object({
	url: z.string(),
	title: z.string(),
	severity: z.string(),
});
const Vulnerability = z.object({
	name: z.string(),
	severity: z.string(),
	/** An advisory, or the name of the dependency that brings it. */
	via: z.array(z.union([Advisory, z.string()])),
});

/** What `npm audit --json` prints where the registry answers it. */
export const AuditReport = z.object({
	auditReportVersion: z.literal(2),
	vulnerabilities: z.record(z.string(), Vulnerability),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** A finding that stands for a while, and why. */
type AuditException = {
	/** As in the advisory's address: GHSA-xxxx-xxxx-xxxx. */
	advisory: string;
	/** The last day on which it stands: yyyy-mm-dd. */
	until: string;
	reason: string;
};

const GRAVE = new Set(["high", "critical"]);

/** The grave findings that no exception of `today` (yyyy-mm-dd) covers, a line each. */
export function auditComplaints(
	{ vulnerabilities }: AuditReport,
	exceptions: AuditException[],
	today: string,
): string[] {
	const advisories = Object.values(vulnerabilities).flatMap(({ name, via }) =>
		via.flatMap((one) =>
			typeof one === "string" || !GRAVE.has(one.severity)
				? []
				: [{ name, ...one }],
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
	/** None was had, and why. */
	| { missing: string }
	/** Something was said that is no report as we know them, nor a reason: what is wrong with it. */
	| { strange: string };

/** As npm prints it where the registry refuses, the network is away, or it cannot begin. */
const Refusal = z.union([
	z.object({ message: z.string().min(1) }).transform(({ message }) => message),
	z
		.object({ error: z.object({ summary: z.string().min(1) }) })
		.transform(({ error }) => error.summary),
]);

/** What `npm audit --json` has said, by how it ended. */
export function readAudit({
	stdout,
	error,
	status,
	signal,
}: Pick<
	SpawnSyncReturns<string | null>,
	"stdout" | "error" | "status" | "signal"
>): Audit {
	if (error)
		return {
			missing: codeOf(error) === "ETIMEDOUT" ? "no answer in time" : `${error}`,
		};
	if (!stdout?.trim())
		return { missing: `npm ended without a word: ${signal ?? status}` };
	const answer = parsed(stdout);
	const report = AuditReport.safeParse(answer);
	if (report.success) return { report: report.data };
	const refusal = Refusal.safeParse(answer);
	return refusal.success
		? { missing: refusal.data }
		: { strange: z.prettifyError(report.error) };
}

function codeOf(error: Error): string | undefined {
	return (error as NodeJS.ErrnoException).code;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

if (isMain(import.meta.url)) {
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
}
