import { type SQL, sql } from "drizzle-orm";
import { HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";

/** What `countFinding` counts, in SQL; the statements are named `s`. */
const KEYS = {
	holds: `s.verdict = 'supported' or s.verdict is null and s.ai_score < ${MODERATE_FROM}`,
	outdated: "s.verdict = 'outdated'",
	lacks_context: `s.verdict = 'missing_context' or s.verdict is null and s.ai_score >= ${MODERATE_FROM} and s.ai_score < ${HIGH_FROM}`,
	sources_disagree: "s.verdict = 'conflicting'",
	refuted: `s.verdict = 'refuted' or s.verdict is null and s.ai_score >= ${HIGH_FROM}`,
};

const COUNTS = [
	...Object.entries(KEYS).map(
		([key, is]) => `'${key}', count(case when s.ai_score is not null and (${is}) then 1 end)`,
	),
	"'unverified', count(case when s.ai_score is null then 1 end)",
].join(", ");

/** Counts the live statements of the row of `videos` that are part of its score. */
export const COUNTED_FINDING: SQL = sql.raw(
	`(select json_object(${COUNTS}) from statements s where s.video_id = "videos"."id" and s.retired_at is null and s.on_request = 0)`,
);

/**
 * The finding of a row of `videos` as JSON. It is counted here if it is not stored for the version:
 * other software published it, or the migration left it out. Names are written out, because a query of one table drops the
 * table's name from columns.
 */
export const FINDING =
	sql<string>`case when "videos"."finding_version" = "videos"."version" then "videos"."finding" else ${COUNTED_FINDING} end`.as(
		"finding",
	);
