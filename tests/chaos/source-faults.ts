import type { ServerResponse } from "node:http";
import type { UnverifiedReason } from "#contract/verdicts.ts";
import { fakePubMed } from "#tests/support/fakes/evidence-sources.ts";
import type { Site } from "#tests/support/fakes/web-sites.ts";
import { failAs } from "#tests/support/fakes/youtube.ts";
import type { FakeYoutubeFault } from "#tests/support/fakes/youtube-answers.ts";

/** The sources that are broken, one at a time. */
export type BrokenSource = "wikipedia" | "pubmed";

/**
 * The requests that find a statement's pages: the search, the page's revision and its text. A
 * PubMed paper has no revision.
 */
export type Lookup = "search" | "revision" | "text";

export type SourceFault = {
	source: BrokenSource;
	at: Lookup;
	name: string;
	answer: (response: ServerResponse) => void;
	/** The reason why the statement is then unverified. */
	leaves: UnverifiedReason;
};

type Row = [name: string, fault: FakeYoutubeFault];

/** Faults without a usable response. */
const SILENCES: Row[] = [
	["silence", "never_answers"],
	["a slow drip", "slow_drip"],
	["500", { status: 500 }],
	["502", { status: 502 }],
	["529", { status: 529 }],
	["a reset mid-body", "reset_within"],
	["a hang-up", "reset"],
];

const API_ANSWERS: Row[] = [
	["HTML", "html"],
	["truncated JSON", "not_json"],
	["an empty body", "empty"],
	["10 MB", "huge"],
	["null", { status: 200, body: "null" }],
	["wrong types", { status: 200, body: '{"pages":{"key":1},"query":[]}' }],
	["200 with an error", { status: 200, body: '{"errorKey":"down"}' }],
	["deep nesting", { status: 200, body: "[".repeat(200_000) }],
];

/** Reachable pages without anything to quote. */
const EMPTY_PAGES: Row[] = [
	["an empty body", "empty"],
	["a consent page", "html"],
	["binary", { status: 200, body: "\0\u0001\u0002".repeat(1_000) }],
	["403", { status: 403 }],
	["404", { status: 404 }],
	["410", { status: 410 }],
];

const ENTITY_BOMB = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${"x".repeat(1_000)}">]><a>${"&b;".repeat(10_000)}</a>`;

/** Responses that are not a paper's record; a real record has an abstract, however odd. */
const NO_PAPERS: Row[] = [
	["HTML", "html"],
	["an empty body", "empty"],
	["truncated JSON", "not_json"],
	["binary", { status: 200, body: "\0\u0001\u0002".repeat(1_000) }],
	["a broken-off record", { status: 200, body: "<PubmedArticle><Abstract>" }],
	["deep nesting", { status: 200, body: "<a>".repeat(200_000) }],
	["entities", { status: 200, body: ENTITY_BOMB }],
];

/** A missing or withheld paper is a valid answer. */
const NO_PAPER_THERE: Row[] = [
	["403", { status: 403 }],
	["404", { status: 404 }],
	["410", { status: 410 }],
];

/** Every fault at every request. `private_url` is reachable only from this machine. */
export function sourceFaults(private_url: string): SourceFault[] {
	const redirects: Row[] = [
		["a redirect inside", { status: 302, location: private_url }],
		["a permanent one", { status: 308, location: private_url }],
	];
	const rowsOf =
		(source: BrokenSource) =>
		(at: Lookup, given: Row[], leaves: UnverifiedReason): SourceFault[] =>
			given.map(([name, fault]) => ({
				source,
				at,
				name,
				leaves,
				answer: (response) => failAs(response, fault),
			}));
	const inWikipedia = rowsOf("wikipedia");
	const inPubMed = rowsOf("pubmed");
	const unasked = [...SILENCES, ...API_ANSWERS, ...redirects];
	return [
		...inWikipedia("search", unasked, "search_failed"),
		...inWikipedia("revision", unasked, "search_failed"),
		...inWikipedia("text", SILENCES, "search_failed"),
		...inWikipedia("text", [...EMPTY_PAGES, ...redirects], "no_evidence_found"),
		{
			source: "wikipedia",
			at: "text",
			name: "200,000 nested elements",
			leaves: "no_evidence_found",
			answer: (response) => sendHtml(response, "<div>".repeat(200_000)),
		},
		...inPubMed("search", unasked, "search_failed"),
		...inPubMed("text", [...SILENCES, ["10 MB", "huge"]], "search_failed"),
		...inPubMed("text", [...NO_PAPERS, ...redirects], "search_failed"),
		...inPubMed("text", NO_PAPER_THERE, "no_evidence_found"),
	];
}

function sendHtml(response: ServerResponse, body: string): void {
	response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
	response.end(body);
}

const FILLER =
	"The harbour's books list what was built, when and by whom, and they are kept in the town's library. ".repeat(
		6,
	);

/**
 * An article about each harbour that repeats its talk's statements; the harbour's number selects
 * the fault.
 */
export function harbourArticles(
	faultOf: (number: number) => SourceFault | undefined,
	wordsOf: (number: number) => readonly string[],
): Site {
	return (path, response) => {
		const url = new URL(path, "http://wiki.invalid");
		const asked = url.searchParams.get("q") ?? url.searchParams.get("titles") ?? url.pathname;
		const number = Number(/(?:harbour |revision\/)(\d+)/i.exec(asked)?.[1]);
		const at: Lookup = url.searchParams.has("q")
			? "search"
			: url.searchParams.has("titles")
				? "revision"
				: "text";
		const fault = faultOf(number);
		if (fault?.at === at) return fault.answer(response);
		const title = `Harbour ${number}`;
		const json = (body: unknown) =>
			response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
		if (at === "search") return json({ pages: [{ id: number, key: title, title }] });
		if (at === "revision") {
			const revision = { revid: number, timestamp: "2024-05-01T00:00:00Z" };
			return json({ query: { pages: [{ revisions: [revision] }] } });
		}
		const said = wordsOf(number).map((words) => `<p>${words}</p>`);
		sendHtml(response, `<title>${title}</title>${said.join("")}<p>${FILLER}`);
	};
}

/** A paper about each harbour, like the articles. */
export function harbourPapers(
	faultOf: (number: number) => SourceFault | undefined,
	wordsOf: (number: number) => readonly string[],
): Site {
	return (path, response) => {
		const url = new URL(path, "http://eutils.invalid");
		const searched = url.searchParams.get("term");
		const number = Number(url.searchParams.get("id") ?? /harbour (\d+)/i.exec(searched ?? "")?.[1]);
		const at: Lookup = searched === null ? "text" : "search";
		const fault = faultOf(number);
		if (fault?.at === at) return fault.answer(response);
		const abstract = [...wordsOf(number), FILLER].join(" ");
		const [title, published_at] = [`Harbour ${number}`, "2024-05-01"];
		fakePubMed([{ id: String(number), title, published_at, abstract }])(path, response);
	};
}
