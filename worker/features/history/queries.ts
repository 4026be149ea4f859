import { and, desc, eq, getTableColumns, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Dispute } from "#contract/disputes.ts";
import type { VideoId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { resultVersions, videos } from "#db/tables/videos.ts";
import { isSimulated, shownIn, type View } from "#db/view.ts";
import { toHiddenPages } from "#features/takedowns/hidden-pages.ts";
import { readHiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import { readHiddenStatements, toHiddenWords } from "#features/takedowns/queries.ts";
import { readDisputesColumn, VERSION_DISPUTES_COLUMN } from "#features/votes/dispute-queries.ts";
import { VersionContent, withoutHidden, withoutPages } from "./compare-versions.ts";

/**
 * The content of the result that the row of `videos` shows, as one JSON text. `json` around each
 * list keeps it a list: a subquery gives text.
 */
const CONTENT = sql.raw(`json_object(
	'bs_score', v.bs_score,
	'lean', json(v.lean),
	'basis', v.basis,
	'scope', v.scope,
	'checkable', v.checkable_count,
	'checked', v.checked_count,
	'panel', json(v.panel),
	'sources', json(v.evidence_sources),
	'models', json((
		select json_group_array(distinct json_extract(r.value, '$.provider') || ' ' || json_extract(r.value, '$.model'))
		from statements s
		inner join statement_details sr on sr.statement_id = s.id
		inner join json_each(sr.ratings) r
		where s.video_id = v.id and s.retired_at is null and json_extract(r.value, '$.status') <> 'failed'
	)),
	'statements', json((
		select json_group_array(json_object(
			'id', s.id,
			'content', s.content,
			'quote_key', s.quote_key,
			'timestamp', s.timestamp,
			'on_request', json(iif(s.on_request, 'true', 'false')),
			'ai_score', s.ai_score,
			'lean', json(s.lean),
			'verdict', s.verdict,
			'basis', s.basis,
			'pages', json((
				select json_group_array(json_object('url', p.final_url, 'title', p.title, 'stance', e.stance, 'content_hash', p.content_hash, 'canonical_version', p.canonical_version))
				from statement_evidence e
				inner join evidence_pages p on p.id = e.page_id
				where e.statement_id = s.id
			))
		))
		from statements s
		where s.video_id = v.id and s.retired_at is null
	))
)`);

/** For a publication's batch: stores the version that the tables contain at this point. */
export function keepVersion(db: Db, video_id: VideoId, condition: SQL): DbStatement {
	return db
		.insert(resultVersions)
		.select(
			sql`select v.id, v.version, v.updated_at, v.simulated, ${CONTENT} from videos v where v.id = ${video_id} and v.analysis_status = 'completed' and ${condition}`,
		)
		.onConflictDoNothing();
}

export type StoredVersion = {
	version: number;
	published_at: string;
	simulated: boolean;
	content: VersionContent;
	/** Those that it settled. */
	disputes: Dispute[] | undefined;
};

/** The versions up to `from`, newest first; null if the view shows no result of the video. */
export async function readVersions(
	db: Db,
	video_id: VideoId,
	{ view, from, limit }: { view: View; from: number | null; limit: number },
): Promise<StoredVersion[] | null> {
	const { version, published_at, simulated, content } = resultVersions;
	const { current, versions, ...hidden } = await runBatch(db, {
		current: db
			.select({ id: videos.id })
			.from(videos)
			.where(and(eq(videos.id, video_id), eq(videos.analysis_status, "completed"), shownIn(view))),
		versions: db
			.select({ version, published_at, simulated, content, ...VERSION_DISPUTES_COLUMN })
			.from(resultVersions)
			.where(
				and(
					eq(resultVersions.video_id, video_id),
					from === null ? undefined : lte(version, from),
					view.simulated ? undefined : eq(simulated, false),
				),
			)
			.orderBy(desc(version))
			.limit(limit),
		statements: readHiddenStatements(db, { video_id }),
		pages: readHiddenPages(db, { video_id }),
	});
	if (current.length === 0) return null;
	return versions.map((row) => toStoredVersion(row, hidden));
}

/** The version before `version`; null if none is stored. */
export async function readVersionBefore(
	db: Db,
	video_id: VideoId,
	{ view, version }: { view: View; version: number },
): Promise<StoredVersion | null> {
	const { found, ...hidden } = await runBatch(db, {
		found: db
			.select({ ...getTableColumns(resultVersions), ...VERSION_DISPUTES_COLUMN })
			.from(resultVersions)
			.where(
				and(
					eq(resultVersions.video_id, video_id),
					lt(resultVersions.version, version),
					view.simulated ? undefined : eq(resultVersions.simulated, false),
				),
			)
			.orderBy(desc(resultVersions.version))
			.limit(1),
		statements: readHiddenStatements(db, { video_id }),
		pages: readHiddenPages(db, { video_id }),
	});
	const [row] = found;
	return row ? toStoredVersion(row, hidden) : null;
}

function toStoredVersion(
	{
		version,
		published_at,
		simulated,
		...row
	}: Pick<
		typeof resultVersions.$inferSelect,
		"version" | "published_at" | "simulated" | "content"
	> & { disputes: string },
	taken: { statements: Parameters<typeof toHiddenWords>[0][]; pages: { address: string }[] },
): StoredVersion {
	const hidden = taken.statements.map(toHiddenWords);
	const stored = withoutPages(VersionContent.parse(row.content), toHiddenPages(taken.pages));
	const content = withoutHidden(stored, hidden);
	const { panel } = content;
	return {
		version,
		published_at,
		simulated: isSimulated({ simulated, panel }),
		content,
		disputes: readDisputesColumn(row.disputes)?.filter(
			({ statement_id }) => !hidden.some(({ id }) => id === statement_id),
		),
	};
}
