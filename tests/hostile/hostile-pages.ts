import type { Statement } from "#contract/statement.ts";
import { RawText } from "#tests/support/fakes/ai-answers.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import type { Site } from "#tests/support/fakes/web-sites.ts";
import { foldText } from "#text/fold.ts";
import { INVENTED, SAID } from "./hostile-videos.ts";

/** A sentence on every page, in other words than the video's, which may be quoted. */
export const WRITTEN = "A survey of the coast found the lighthouse of 1874 to be 31 metres tall.";

const FILLER =
	"The town's library keeps what was written about its buildings, and lends it to whoever asks. ".repeat(
		5,
	);
const MAX_PAGES = 3;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A fake encyclopedia with the texts in its titles, addresses, dates and pages. */
export function hostileArticles(texts: readonly string[]): Site {
	let turn = 0;
	const next = () => texts[turn++ % Math.max(1, texts.length)] ?? "";
	return (path, response) => {
		const url = new URL(path, "http://wiki.invalid");
		const json = (body: unknown) =>
			response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
		if (url.searchParams.has("q"))
			return json({
				pages: Array.from({ length: MAX_PAGES }, (_, id) => ({
					id,
					key: next() || "Lighthouse",
					title: next(),
					excerpt: next(),
					thumbnail: { url: next() },
				})),
			});
		if (url.searchParams.has("titles")) {
			const revision = { revid: 1 + (turn % 7), timestamp: next() };
			return json({ query: { pages: [{ revisions: [revision] }] } });
		}
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
		response.end(pageOf(texts, next));
	};
}

/** A page with half of the texts raw and half escaped. */
function pageOf(texts: readonly string[], next: () => string): string {
	const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const linked = JSON.stringify({ "@type": next(), datePublished: next() });
	const parts = texts.map((text, at) => `<p>${at % 2 ? text : escaped(text)}</p>`);
	return `<!doctype html><html lang="${escaped(next())}"><head><title>${next()}</title>
<meta property="article:published_time" content='${escaped(next())}'>
<script type="application/ld+json">${linked}</script></head>
<body><p>${WRITTEN}</p><time datetime='${escaped(next())}'></time>${parts.join("")}<p>${FILLER}</p></body></html>`;
}

/** Providers that search for the texts and cite invented quotes beside real ones. */
export function hostileLookups(texts: readonly string[]) {
	let turn = 0;
	const next = () => texts[turn++ % Math.max(1, texts.length)] ?? "";
	return {
		plan: ({ passages }: FakeCall) => ({
			plans: passages.map((_, at) => ({
				statement: at + 1,
				neutral: next(),
				opposing: next(),
				kind: next(),
				time_sensitive: next(),
			})),
		}),
		rate_by_evidence: ({ provider }: FakeCall) => {
			const text = next();
			return provider === "gemini" && turn % 3 === 0 ? new RawText(text) : judgementOf(text, turn);
		},
	};
}

function judgementOf(text: string, turn: number) {
	const verdicts = ["supported", "refuted", text, "missing_context"];
	return {
		verdict: verdicts[turn % verdicts.length],
		when_said: text,
		today: text,
		next_query: text,
		missing: text,
		score: turn % 5 === 0 ? text : [8, 90, 50, 45][turn % 4],
		confidence: turn % 4 === 0 ? text : 400,
		explanation: text.repeat(turn % 7 === 0 ? 40 : 1),
		citations: [
			{ passage: "P1", stance: "supports", quote: WRITTEN },
			{ passage: "P1", stance: "refutes", quote: INVENTED },
			{ passage: text, stance: text, quote: text },
			{ passage: "P1", stance: "context", quote: SAID[turn % SAID.length] },
		],
		lean: { score: text, confidence: text },
		[text]: text,
	};
}

/** Providers that agree with the video's first sentence, by the page's own. */
export function plainLookups() {
	return {
		rate_by_evidence: () => ({
			verdict: "supported",
			when_said: "supported",
			today: "same",
			score: 8,
			confidence: 90,
			next_query: "",
			missing: "",
			explanation: "The survey says the same.",
			citations: [{ passage: "P1", stance: "supports", quote: WRITTEN }],
			lean: { score: 8, confidence: 50 },
		}),
	};
}

/** What is wrong with a statement's evidence. */
export function wrongInEvidence(
	{ evidence, verdict, basis }: Statement,
	{ origin, texts }: { origin: string; texts: readonly string[] },
): string[] {
	const wrong: string[] = [];
	const written = foldText([WRITTEN, ...texts, FILLER].join("\n"));
	if (verdict !== "unverified" && evidence.length === 0) wrong.push("a verdict rests on no page");
	if ((verdict === "unverified") !== (basis === "memory"))
		wrong.push(`${verdict} has the basis ${basis}`);
	for (const { quote, final_url, published_at, title, site } of evidence) {
		if (!written.includes(foldText(quote))) wrong.push(`no page says “${quote}”`);
		if (!final_url.startsWith(`${origin}/`)) wrong.push(`a page is at ${final_url}`);
		if (published_at !== null && !DAY.test(published_at))
			wrong.push(`a page is of ${published_at}`);
		if (HIDDEN.test(title + site + quote)) wrong.push("a page hides characters");
	}
	return wrong;
}

/** Invisible and direction-changing characters. */
const HIDDEN = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u200b\u2060]/u;
