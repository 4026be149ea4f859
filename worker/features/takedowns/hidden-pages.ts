import { sql } from "drizzle-orm";
import type { DroppedQuote, Evidence, FoundPassage } from "#contract/evidence.ts";
import type { VideoId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";

/** The addresses of a video's hidden pages: as members wrote them, and where they led. */
export type HiddenPages = ReadonlySet<string>;

/** The pages of a video that admins have hidden: on their own, or with the dispute they came with. */
export const readHiddenPages = queryTemplate(["video_id"], (db, { video_id }) => {
	const hidden = sql`(select d.url as address from disputes d where d.video_id = ${video_id} and d.hidden_at is not null and d.url is not null union select t.content from takedowns t where t.kind = 'page' and t.video_id = ${video_id})`;
	// In this order, so that nothing more is read where no page is hidden.
	const led_to = sql`select p.final_url from ${hidden} h cross join statements s cross join statement_pages p where s.video_id = ${video_id} and p.statement_id = s.id and p.url = h.address`;
	return db
		.select({ address: sql<string>`address` })
		.from(sql`(select address from ${hidden} union ${led_to})`);
});

export async function hiddenPages(db: Db, video_id: VideoId): Promise<HiddenPages> {
	const { rows } = await runBatch(db, { rows: readHiddenPages(db, { video_id }) });
	return toHiddenPages(rows);
}

export function toHiddenPages(rows: readonly { address: string }[]): HiddenPages {
	return new Set(rows.map(({ address }) => address));
}

export function isHiddenPage(
	{ url, final_url }: { url: string | null; final_url?: string | null },
	hidden: HiddenPages,
): boolean {
	return [url, final_url].some((it) => it != null && hidden.has(it));
}

type Quoting = {
	evidence: Evidence[];
	passages: FoundPassage[];
	sources: string[];
	ratings: { sources: string[]; dropped: DroppedQuote[] }[];
};

/** The statement without what is quoted from hidden pages. */
export function withoutHiddenPages<S extends Quoting>(statement: S, hidden: HiddenPages): S {
	if (hidden.size === 0) return statement;
	const isShown = (it: { url: string | null; final_url?: string }) => !isHiddenPage(it, hidden);
	const named = (sources: string[]) => sources.filter((it) => !hidden.has(it));
	return {
		...statement,
		evidence: statement.evidence.filter(isShown),
		passages: statement.passages.filter(isShown),
		sources: named(statement.sources),
		ratings: statement.ratings.map((it) => ({
			...it,
			sources: named(it.sources),
			dropped: it.dropped.filter(isShown),
		})),
	};
}
