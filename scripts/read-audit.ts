import type { SpawnSyncReturns } from "node:child_process";
import * as z from "zod";
import { AuditReport } from "./audit-rules.ts";

export type Audit =
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
