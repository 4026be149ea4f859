import { and, desc, eq, isNull } from "drizzle-orm";
import { ClaimAnswer } from "#contract/claim-pages.ts";
import { ClaimKey } from "#contract/ids.ts";
import { type Databases, type Db, readSurely } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, shownIn, type View } from "#db/view.ts";
import { SUMMARY_COLUMNS, toVideoSummary } from "./queries.ts";

/** The most statements that the page lists. */
const MOST_SAID = 50;

/** null if no public report has the claim. */
export function readClaim(db: Databases, id: string, view: View): Promise<ClaimAnswer | null> {
	return readSurely(
		db,
		(on) => readClaimFrom(on, id, view),
		(found) => found === null,
	);
}

async function readClaimFrom(db: Db, id: string, view: View): Promise<ClaimAnswer | null> {
	const key = ClaimKey.safeParse(id);
	if (!key.success) return null;
	const rows = await db
		.select({ video: SUMMARY_COLUMNS, statement: statements })
		.from(statements)
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(
			and(eq(statements.claim_key, key.data), isNull(statements.retired_at), LISTED, shownIn(view)),
		)
		.orderBy(desc(statements.created_at), desc(statements.id))
		.limit(MOST_SAID);
	const [latest] = rows;
	if (!latest) return null;
	return ClaimAnswer.parse({
		key: key.data,
		content: latest.statement.content,
		said: rows.map(({ video, statement }) => ({
			video: toVideoSummary(video),
			statement,
		})),
	});
}
