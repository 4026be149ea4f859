import type { D1Database } from "@cloudflare/workers-types/experimental";
import { Hono } from "hono";

/**
 * What the product is measured against: routes that do the least, in the same
 * workerd, on the same database. They stand beside it under /api/_baseline/.
 */

type Env = { Bindings: { DB: D1Database } };

/** For each word a pattern, of titles and of statements. */
const likeTitles = (
	patterns: string[],
) => `select id, title, channel_name, thumbnail_url, view_count, created_at, bs_score, confidence_level, simulated
	from videos where analysis_status = 'completed' and listed = 1 and simulated = 0
	and ${patterns.map((_, at) => `(title like ?${at + 1} or channel_name like ?${at + 1})`).join(" and ")}
	order by first_completed_at desc limit 10`;
const likeStatements = (patterns: string[]) => `select s.*, v.title, v.simulated, v.panel
	from statements s join videos v on v.id = s.video_id
	where v.analysis_status = 'completed' and v.listed = 1 and v.simulated = 0 and s.retired_at is null
	and ${patterns.map(() => "s.content like ?").join(" and ")} order by s.rowid desc limit 10`;
const REPORT = [
	"select v.*, t.chars from videos v left join transcripts t on t.video_id = v.id where v.id = ?1",
	"select s.*, r.ratings from statements s join statement_details r on r.statement_id = s.id where s.video_id = ?1 and s.retired_at is null order by s.timestamp, s.id",
	"select * from responses where video_id = ?1",
	"select v.* from response_revisions v join responses r on r.id = v.response_id where r.video_id = ?1",
	"select e.*, p.* from statements s join statement_evidence e on e.statement_id = s.id join evidence_pages p on p.id = e.page_id where s.video_id = ?1 and s.retired_at is null order by e.statement_id, e.place",
	"select * from left_out_statements where video_id = ?1",
	"select * from active_runs where video_id = ?1",
];
const FOLLOWING = `select e.*, v.title as current_title, v.bs_score, v.basis, v.checkable_count, v.checked_count
	from follow_events e left join videos v on v.id = e.video_id
	where e.id in (select value from json_each(?1)) order by e.at desc, e.id desc`;
const VOTE =
	"insert into baseline_votes (user_id, statement_id, vote_type) values (?1, ?2, ?3) on conflict do update set vote_type = excluded.vote_type";

export const BASELINE_TABLE =
	"create table baseline_votes (user_id text not null, statement_id text not null, vote_type text not null, primary key (user_id, statement_id)) strict";

export const baselineApp = new Hono<Env>()
	.basePath("/api/_baseline")
	.get("/hello", (c) => c.json({ hello: "there" }))
	.get("/bytes/:count", (c) => c.text(textOf(Number(c.req.param("count")))))
	.get("/report/:id", async (c) => {
		const id = c.req.param("id");
		const { DB } = c.env;
		const found = await DB.batch(REPORT.map((query) => DB.prepare(query).bind(id)));
		return c.json(found.map(({ results }) => results));
	})
	.get("/report/:id/:count", async (c) => {
		const { id, count } = c.req.param();
		const { DB } = c.env;
		await DB.batch(REPORT.map((query) => DB.prepare(query).bind(id)));
		return c.text(textOf(Number(count)));
	})
	.get("/like", async (c) => {
		const { DB } = c.env;
		const q = c.req.query("q") ?? "";
		const words = q.split(" ").map((word) => `%${word}%`);
		const found = await DB.batch([
			DB.prepare(likeTitles(words)).bind(...words),
			DB.prepare(likeStatements(words)).bind(...words),
		]);
		c.header("x-rows-read", String(found.reduce((sum, { meta }) => sum + meta.rows_read, 0)));
		const [results, statements] = found.map((one) => one.results);
		return c.json({ results, statements });
	})
	.get("/following", async (c) => {
		const ids = JSON.stringify((c.req.query("ids") ?? "").split(","));
		const { results, meta } = await c.env.DB.prepare(FOLLOWING).bind(ids).all();
		c.header("x-rows-read", String(meta.rows_read));
		return c.json({ items: results });
	})
	.put("/vote/:member/:statement", async (c) => {
		const { member, statement } = c.req.param();
		const { vote_type } = await c.req.json<{ vote_type: string }>();
		await c.env.DB.prepare(VOTE).bind(member, statement, vote_type).run();
		return c.json({ vote_type });
	});

const texts = new Map<number, string>();

function textOf(length: number): string {
	const text = texts.get(length) ?? "x".repeat(length);
	texts.set(length, text);
	return text;
}
