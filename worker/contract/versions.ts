import * as z from "zod";
import { Dispute } from "./disputes.ts";
import { Basis, Coverage, Finding, Lean, SourceId } from "./evidence.ts";
import { Instant, Provider, StatementId } from "./ids.ts";
import { STANCES, VERDICTS } from "./verdicts.ts";
import { Scope } from "./video.ts";

const Percent = z.int().min(0).max(100);
const Count = z.int().min(0);

/** A page that a version cites for a statement. */
export const VersionPage = z.object({
	url: z.string(),
	title: z.string(),
	stance: z.enum(STANCES),
});
export type VersionPage = z.infer<typeof VersionPage>;

/** A statement as one version has it. */
export const VersionStatement = z.object({
	id: StatementId,
	content: z.string(),
	timestamp: z.number(),
	on_request: z.boolean(),
	ai_score: Percent.nullable(),
	lean: Lean.nullable(),
	verdict: z.enum(VERDICTS).nullable(),
	basis: Basis,
});
export type VersionStatement = z.infer<typeof VersionStatement>;

/** A statement of both versions that differs. */
export const ChangedStatement = z.object({
	before: VersionStatement,
	after: VersionStatement,
	pages: z.object({
		added: z.array(VersionPage),
		removed: z.array(VersionPage),
		/** Cited in both versions, but the page's text is another one. */
		changed: z.array(VersionPage),
	}),
});
export type ChangedStatement = z.infer<typeof ChangedStatement>;

const moved = <T extends z.ZodType>(item: T) =>
	z.object({ added: z.array(item), removed: z.array(item) });

/** What one version has that an earlier one has not. */
export const VersionChanges = z.object({
	/** By time. */
	added: z.array(VersionStatement),
	retired: z.array(VersionStatement),
	changed: z.array(ChangedStatement),
	panel: moved(Provider),
	models: moved(z.string()),
	sources: moved(SourceId),
});
export type VersionChanges = z.infer<typeof VersionChanges>;

export const Version = z.object({
	version: Count,
	published_at: Instant,
	simulated: z.boolean(),
	bs_score: Percent.nullable(),
	lean: Lean.nullable(),
	basis: Basis,
	scope: Scope,
	coverage: Coverage,
	finding: Finding,
	panel: z.array(Provider),
	claims_count: Count,
	/** What changed since the version before; null for the earliest that is known. */
	summary: z
		.object({
			added: Count,
			retired: Count,
			verdicts_moved: Count,
			/** Statements of both versions whose pages differ. */
			pages_changed: Count,
		})
		.nullable(),
	/** The disputes that it settled, the newest five; left out if there is none. */
	disputes: z.array(Dispute).optional(),
});
export type Version = z.infer<typeof Version>;

export const VersionList = z.object({
	versions: z.array(Version),
	next_cursor: z.string().nullable(),
});
export type VersionList = z.infer<typeof VersionList>;

export const ComparisonQuery = z.object({ from: z.coerce.number().int().min(1).optional() });

export const VersionComparison = z.object({
	version: Version,
	/** null if there is no earlier version. */
	from: Version.nullable(),
	changes: VersionChanges.nullable(),
});
export type VersionComparison = z.infer<typeof VersionComparison>;
