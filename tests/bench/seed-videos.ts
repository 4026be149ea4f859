import type { D1Database } from "@cloudflare/workers-types/experimental";
import { publish } from "#features/analysis/publication-queries.ts";
import { aCompletedRun, aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const SYLLABLES =
	"ba co di fe gu ha ki lo ma ne pi qua ro su ta ve wi xo yu zen tra ster lin".split(" ");
/** Words that titles are made of, each about as much rarer as it comes later. */
const WORDS = Array.from({ length: 4_000 }, (_, n) => wordOf(n));
const TITLE_WORDS = 9;
/** Rows go through one parameter: so many at once stay below what a text may hold. */
const ROWS_AT_ONCE = 5_000;
const FIRST = "A rare bird of the north";
/** As a share of all: a word that everybody uses, one of few, one that only one title of all has. */
export const QUERIES = {
	"a common word": WORDS[3] ?? "",
	"a seldom word": WORDS[3_000] ?? "",
	"two words": `${WORDS[5]} ${WORDS[9]}`,
	"the oldest title": "rare bird of the north",
	"no title": "absent wordsmith",
	"two letters": "zz",
};
/** As other devices write them; LIKE is asked in the form of the titles. */
export const OTHER_FORMS = {
	"the oldest title, in another form": {
		typed: "ＮＯＲＴＨ of—the “BÍRD\u200b” (Rare)",
		plain: QUERIES["the oldest title"],
	},
	"a common word, in another form": {
		typed: [...QUERIES["a common word"].toUpperCase()].join("\u00ad\u0301"),
		plain: QUERIES["a common word"],
	},
};

/** The first result, which all others copy; it is the oldest, too. Its statement has its title's words. */
export async function seedFirst({ db }: EnteredProduct): Promise<string> {
	const run = aCompletedRun({
		metadata: someMetadata({ title: FIRST }),
		statements: [aStatement({ content: FIRST })],
	});
	await publish(db, run);
	return run.video_id;
}

/**
 * Adds results of one statement each until there are `count`: what a publication writes for search,
 * and nothing else.
 */
export async function seedVideos(
	{ d1 }: EnteredProduct,
	first: string,
	from: number,
	count: number,
): Promise<void> {
	const copied = async (table: string, changed: Record<string, string>) => {
		const columns = await columnsOf(d1, table);
		const values = columns.map((column) => changed[column] ?? `first.${column}`);
		return `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from json_each(?1) n, ${table} first`;
	};
	const videos = `${await copied("videos", CHANGED)} where first.id = ?2`;
	const statements = `${await copied("statements", SAID)} where first.video_id = ?2`;
	const random = seededRandom(from);
	for (let n = from; n < count; n += ROWS_AT_ONCE) {
		const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - n) }, (_, at) => [
			n + at,
			titleOf(random),
		]);
		const bound = (query: string, ...more: string[]) =>
			d1.prepare(query).bind(JSON.stringify(rows), ...more);
		await d1.batch([
			bound(videos, first),
			bound(statements, first),
			bound(
				"insert into search_docs (id, video_id, title_key, channel_key, folding) select 10 + (value ->> 0), printf('copy%07d', value ->> 0), ' ' || (value ->> 1) || ' ', ' bridge channel ', 2 from json_each(?1)",
			),
			bound(
				"insert into search_index (rowid, title_key, channel_key) select 10 + (value ->> 0), ' ' || (value ->> 1) || ' ', ' bridge channel ' from json_each(?1)",
			),
			bound(
				"insert into statement_docs (id, statement_id, content_key, folding) select 10 + (value ->> 0), printf('said%07d', value ->> 0), ' ' || (value ->> 1) || ' ', 2 from json_each(?1)",
			),
			bound(
				"insert into statement_index (rowid, content_key) select 10 + (value ->> 0), ' ' || (value ->> 1) || ' ' from json_each(?1)",
			),
		]);
	}
}

const CHANGED: Record<string, string> = {
	id: "printf('copy%07d', n.value ->> 0)",
	id_hash: "printf('%064d', n.value ->> 0)",
	title: "n.value ->> 1",
	run_id: "printf('run%d', n.value ->> 0)",
	first_completed_at: "strftime('%Y-%m-%dT%H:%M:%fZ', 1800000000 + (n.value ->> 0), 'unixepoch')",
};

const SAID: Record<string, string> = {
	id: "printf('said%07d', n.value ->> 0)",
	video_id: "printf('copy%07d', n.value ->> 0)",
	content: "n.value ->> 1",
};

async function columnsOf(d1: D1Database, table: string): Promise<string[]> {
	const { results } = await d1
		.prepare("select name from pragma_table_info(?)")
		.bind(table)
		.all<{ name: string }>();
	return results.map(({ name }) => name);
}

function wordOf(n: number): string {
	const base = SYLLABLES.length;
	const [a, b, c] = [n % base, Math.floor(n / base) % base, n % 7];
	return [a, b, c + Math.floor(n / base ** 2)].map((at) => SYLLABLES[at % base]).join("");
}

function titleOf(random: () => number): string {
	return Array.from(
		{ length: TITLE_WORDS },
		() => WORDS[Math.floor(WORDS.length ** random()) - 1] ?? "",
	).join(" ");
}
