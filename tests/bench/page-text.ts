import { Parser } from "htmlparser2";
import { readHtml } from "#features/evidence/read-html.ts";
import { byTurns, median, shown, timesShown } from "./figures.ts";
import type { Cells, Outcome, Size } from "./outcome.ts";

/** How long a page's text takes, in ms for each MB, against the parser alone on the same article. */

const MB = 1_000_000;
/** What a read ends at. */
const PAGE_BYTES = 2 * MB;
const ROUNDS = 5;
/** What collecting the text may add to parsing. */
const MAX_OVER_PARSER = 3;
/** What a page may cost that was made to be slow, times an article of the same size. */
const MAX_OVER_ARTICLE = 4;

const PARAGRAPH =
	'<p>The harbour&rsquo;s <a href="/wall">wall</a> was finished in <b>1902</b>, says the <i>office</i>, and has been kept since; it is 2&nbsp;158 metres long.<sup id="c1">[1]</sup></p>\n';

const filled = (part: string, head = "") =>
	`${head}${part.repeat(Math.ceil(PAGE_BYTES / part.length))}`.slice(0, PAGE_BYTES);

const ARTICLE = filled(
	`<section class="s"><h2>Walls</h2>${PARAGRAPH.repeat(8)}<table><tr><td>1902</td><td>24.1</td></tr></table></section>\n`,
	"<!doctype html><html lang=en><head><title>Walls</title></head><body>",
);

const HOSTILE: Record<string, string> = {
	"nested elements": filled("<div>"),
	"unclosed lists": filled("<ul><li>a<b>"),
	"entities alone": filled("&amp;&#8217;&nbsp;"),
	"one word without an end": filled("a"),
	"broken tags": filled('<a href="<b '),
	attributes: filled(" data-a=1", "<p"),
	"combining marks": filled("e\u0301\u0302\u0303"),
	comments: filled("<!-- a --> <!-- > -->"),
};

export async function measurePageText(size: Size): Promise<Outcome> {
	const rounds = size === "short" ? 1 : ROUNDS;
	const pages = Object.entries({ "an article": ARTICLE, ...HOSTILE });
	const [parser = [], ...read] = await byTurns(rounds, [
		async () => timed(() => parseAlone(ARTICLE)),
		...pages.map(
			([, html]) =>
				async () =>
					timed(() => readHtml(html)),
		),
	]);
	const perMb = (times: number[]) => (median(times) * MB) / PAGE_BYTES;
	const floor = perMb(parser);
	const article = perMb(read[0] ?? []);
	const row = (times: number[], over: number | null): Cells => ({
		"ms a MB": shown(perMb(times)),
		"over the article": over === null ? "" : timesShown(perMb(times) / over),
	});
	const missed = pages.flatMap(([name], place) => {
		const best = (Math.min(...(read[place] ?? [])) * MB) / PAGE_BYTES;
		const [most, against] = place === 0 ? [MAX_OVER_PARSER, floor] : [MAX_OVER_ARTICLE, article];
		return best > most * against
			? [`${name}: ${shown(best)} ms a MB, aim ${shown(most * against)}`]
			: [];
	});
	return {
		baseline: "htmlparser2 alone on the same article, and that article's text",
		table: {
			"the parser alone, an article": row(parser, null),
			...Object.fromEntries(pages.map(([name], place) => [name, row(read[place] ?? [], article)])),
		},
		missed,
	};
}

function timed(work: () => unknown): number {
	const began = performance.now();
	work();
	return performance.now() - began;
}

function parseAlone(html: string): void {
	const parser = new Parser({});
	parser.write(html);
	parser.end();
}
