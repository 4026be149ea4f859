import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { applyToLibsql, readMigrations } from "#scripts/data/migrations.ts";
import { layout } from "#scripts/layout.ts";
import { readStoredDatabase } from "#tests/support/world/stored-data.ts";

/** The path that the runtime gives an embedded database. */
const FILE = `d1/miniflare-D1DatabaseObject/${"0".repeat(64)}.sqlite`;

const PUBLISHED =
	"INSERT INTO publications (run_id, video_id, outcome, simulated, applied, started_at, ended_at, last_seq, calls, requests, input_tokens, output_tokens, cost_usd, unpriced_calls) VALUES";

/** One video with one statement, rated 10, 20 and 60, and one vote. */
const SOUND = [
	"PRAGMA foreign_keys = OFF",
	`INSERT INTO videos (id, id_hash, basis, scope, checkable_count, checked_count, evidence_sources, url, title, channel_name, thumbnail_url, bs_score, confidence_level, analysis_status, panel, simulated, listed, version, run_id, last_seq, claims_count, upvotes, downvotes, created_at, updated_at)
	VALUES ('video', '', 'memory', 'full', 1, 0, '[]', '', '', '', '', 30, 80, 'completed', '[]', 0, 1, 1, 'run', 9, 1, 1, 0, '', '')`,
	`INSERT INTO statements (id, claim_key, aimed_at_raters, on_request, basis, independent_sources, video_id, content, quote, quote_key, timestamp, timestamp_source, ai_score, confidence_level, explanation, sources, upvotes, downvotes, created_at)
	VALUES ('statement', '', 0, 0, 'memory', 0, 'video', '', '', '', 0, 'cue', 30, 80, '', '[]', 1, 0, '')`,
	`INSERT INTO statement_details (statement_id, ratings, context, fact_checks, passages) VALUES ('statement', '[{"provider":"openai","score":10},{"provider":"claude","score":20},{"provider":"gemini","score":60}]', '{}', '[]', '[]')`,
	"INSERT INTO votes (user_id, statement_id, vote_type, created_at) VALUES ('member', 'statement', 'upvote', '')",
	`${PUBLISHED} ('run', 'video', 'completed', 0, 1, '', '', 9, 0, 0, 0, 0, 0, 0)`,
	"INSERT INTO search_docs (video_id, title_key, channel_key) VALUES ('video', '', '')",
	"INSERT INTO statement_docs (statement_id, content_key) VALUES ('statement', '')",
	"UPDATE site_counters SET total_videos = 1, total_claims = 1 WHERE simulated = 0",
];

let sound: string;
let data_dir: string;

beforeAll(async () => {
	sound = await mkdtemp(join(tmpdir(), "laws-"));
	await mkdir(join(sound, FILE, ".."), { recursive: true });
	const client = createClient({ url: `file:${join(sound, FILE)}` });
	await applyToLibsql(client, readMigrations(layout.migrations));
	for (const statement of SOUND) await client.execute(statement);
	client.close();
});
afterAll(() => rm(sound, { recursive: true }));

beforeEach(async () => {
	data_dir = await mkdtemp(join(tmpdir(), "laws-"));
	await cp(sound, data_dir, { recursive: true });
});
afterEach(() => rm(data_dir, { recursive: true }));

it("a consistent database violates no invariant, and its votes are returned", async () => {
	expect(await readStoredDatabase(data_dir)).toEqual({
		broken: [],
		votes: [{ user_id: "member", statement_id: "statement", vote_type: "upvote" }],
	});
});

it.each([
	["DELETE FROM votes", "a statement's counters are its votes"],
	["UPDATE videos SET upvotes = 2", "a video's counters are its statements'"],
	["UPDATE videos SET claims_count = 2", "a video has as many statements as it says"],
	["UPDATE videos SET bs_score = 31", "a video's score is the rounded mean of its statements'"],
	[
		"UPDATE statements SET ai_score = 29",
		"a statement's score is the rounded mean of its ratings'",
	],
	[
		"UPDATE statements SET ai_score = NULL, confidence_level = NULL, verdict = 'unverified'",
		"a rating has a score if its statement has one, and otherwise none",
	],
	["DELETE FROM statement_details", "every statement has one result of each provider"],
	[
		`UPDATE statement_details SET ratings = '[{"provider":"openai","score":30},{"provider":"openai","score":30},{"provider":"gemini","score":30}]'`,
		"every statement has one result of each provider",
	],
	[
		"PRAGMA foreign_keys = OFF; DROP INDEX votes_one_each; INSERT INTO votes (user_id, statement_id, vote_type, created_at) VALUES ('member', 'statement', 'upvote', '')",
		"a member has one vote on a statement",
	],
	[
		`${PUBLISHED} ('run2', 'video', 'completed', 0, 1, '', '', 9, 0, 0, 0, 0, 0, 0)`,
		"a video that was analysed once is published once",
	],
	[
		"UPDATE site_counters SET total_claims = 2 WHERE simulated = 0",
		"the site's totals are those of its videos",
	],
	["DELETE FROM search_docs", "a result can be found, and what is found is a result"],
	["DELETE FROM statement_docs", "every statement that is not retired can be found, and no other"],
	[
		"UPDATE statements SET retired_at = ''",
		"every statement that is not retired can be found, and no other",
	],
])("%s is detected", async (sabotage, law) => {
	const client = createClient({ url: `file:${join(data_dir, FILE)}` });
	await client.executeMultiple(sabotage);
	client.close();
	const { broken } = await readStoredDatabase(data_dir);
	expect(broken.map((it) => it.split(": not")[0])).toContain(law);
});
