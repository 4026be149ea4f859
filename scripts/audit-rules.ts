import * as z from "zod";

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
export type AuditException = {
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
