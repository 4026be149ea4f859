import { join } from "node:path";
import type { Row } from "@libsql/client";
import { PROVIDERS } from "#contract/providers.ts";
import { rowsOf, withCopies } from "./stored-files.ts";

const DATABASES = "d1/miniflare-D1DatabaseObject";

/** Each answers nothing, or what breaks the law it is named for. */
const LAWS: [law: string, query: string][] = [
	[
		"a statement's counters are its votes",
		`SELECT s.id FROM statements s
		WHERE upvotes <> (SELECT count(*) FROM votes v WHERE v.statement_id = s.id AND vote_type = 'upvote')
		OR downvotes <> (SELECT count(*) FROM votes v WHERE v.statement_id = s.id AND vote_type = 'downvote')`,
	],
	[
		"a video's counters are its statements'",
		`SELECT id FROM videos v WHERE (upvotes, downvotes) <>
		(SELECT ifnull(sum(upvotes), 0), ifnull(sum(downvotes), 0) FROM statements s
		WHERE s.video_id = v.id AND retired_at IS NULL)`,
	],
	[
		"a video has as many statements as it says",
		`SELECT id FROM videos v WHERE claims_count <>
		(SELECT count(*) FROM statements s WHERE s.video_id = v.id AND retired_at IS NULL)`,
	],
	[
		"a video's score is the rounded mean of its statements'",
		`SELECT id FROM videos v WHERE claims_count > 0 AND bs_score <>
		(SELECT round(avg(ai_score)) FROM statements s WHERE s.video_id = v.id AND retired_at IS NULL)`,
	],
	[
		"a statement's score is the rounded mean of its ratings'",
		`SELECT s.id FROM statements s JOIN statement_ratings r ON r.statement_id = s.id
		WHERE ai_score <> (SELECT round(avg(value ->> 'score')) FROM json_each(r.ratings))`,
	],
	[
		"every statement has one result of each provider",
		`SELECT s.id FROM statements s LEFT JOIN statement_ratings r ON r.statement_id = s.id
		WHERE retired_at IS NULL AND ifnull((SELECT count(DISTINCT value ->> 'provider') FROM json_each(r.ratings)), 0)
		<> ${PROVIDERS.length} OR json_array_length(r.ratings) <> ${PROVIDERS.length}`,
	],
	[
		"a member has one vote on a statement",
		"SELECT user_id FROM votes GROUP BY user_id, statement_id HAVING count(*) > 1",
	],
	[
		"a video that was analysed once is published once",
		"SELECT video_id FROM publications GROUP BY video_id HAVING count(*) > 1",
	],
	[
		"the site's totals are those of its videos",
		`SELECT 'site' FROM site_counters WHERE simulated = 0 AND (total_videos, total_claims) <>
		(SELECT count(*), ifnull(sum(claims_count), 0) FROM videos
		WHERE simulated = 0 AND listed = 1 AND analysis_status = 'completed')`,
	],
	[
		"a result can be found, and what is found is a result",
		`SELECT id FROM videos WHERE analysis_status = 'completed' AND listed = 1
		AND id NOT IN (SELECT video_id FROM search_docs)`,
	],
];

/** One member's vote on one statement as a killed product stored it. */
export type StoredVote = {
	user_id: string;
	statement_id: string;
	vote_type: string;
};

/** What the database of a stopped product holds, and which of its laws it breaks. */
export function readStoredDatabase(
	data_dir: string,
): Promise<{ broken: string[]; votes: StoredVote[] }> {
	const folder = join(data_dir, DATABASES);
	const wanted = (name: string) => /^[0-9a-f]{64}\.sqlite$/.test(name);
	return withCopies(folder, wanted, async (files) => {
		const [file, ...more] = files.values();
		if (file === undefined || more.length > 0)
			throw new Error(`There is no single database in ${folder}.`);
		const broken: string[] = [];
		for (const [law, query] of LAWS) {
			const rows = await rowsOf(file, query);
			if (rows.length > 0) broken.push(`${law}: not ${shown(rows)}`);
		}
		const rows = await rowsOf(
			file,
			"SELECT user_id, statement_id, vote_type FROM votes",
		);
		const votes = rows.map(({ user_id, statement_id, vote_type }) => ({
			user_id: String(user_id),
			statement_id: String(statement_id),
			vote_type: String(vote_type),
		}));
		return { broken, votes };
	});
}

function shown(rows: Row[]): string {
	return rows.map((row) => String(row[0])).join(", ");
}
