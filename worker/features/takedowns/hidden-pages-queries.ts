import { sql } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { type HiddenPages, toHiddenPages } from "./hidden-pages.ts";

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
