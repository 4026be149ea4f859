import { AddedPageAnswer, AddPageRequest } from "#contract/evidence.ts";
import { type MemberId, StatementId } from "#contract/ids.ts";
import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, malformed } from "#http/operation.ts";
import { type ProblemError, problem } from "#http/problems.ts";
import { quota } from "#identity/quota.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { readStatementForPage, type StoredPage, storeAddedPage } from "./added-page-queries.ts";
import type { ReadAnswer } from "./find-pages.ts";
import { addedHit } from "./merge-hits.ts";
import { createSourceCalls } from "./source-calls.ts";
import { openSourceIds } from "./source-ids.ts";

/** A member adds a page to the statement in the path. */
export const addedPageEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/statements/{id}/pages",
		id: "addPage",
		summary: "Add a page that the next analysis reads",
		detail:
			"Opens the page at once, under the rules for all pages, and answers with what was found on it. The next analysis of the video gives its passages to the models, along with those of other pages; it never decides a verdict alone. Adding it again changes nothing.",
		access: "member",
		refusal: "not_signed_in/page",
		params: { id: StatementId.register(malformed, { problem: "statement_not_found" }) },
		body: AddPageRequest,
		answers: { 201: json("What was found on the page.", AddedPageAnswer) },
		problems: {
			404: "There is no such statement.",
			409: "A later analysis no longer includes the statement, or the site rates without sources.",
			422: "The page cannot be opened, or is not allowed; `detail` says why.",
			429: "Too many pages; `Retry-After` says when to try again.",
		},
		handle: async (context, { member, params, body }) => {
			const { page, passages } = await openAddedPage(context, {
				member_id: member.id,
				statement_id: params.id,
				url: body.url,
				pointer: "/url",
			});
			await storeAddedPage(context.db.primary, page);
			const { url, final_url, title, published_at } = page;
			return { page: { url, final_url, title, published_at, passages } };
		},
	}),
];

type AddedPageRequest = {
	member_id: MemberId;
	statement_id: StatementId;
	url: string;
	/** The field of the request with the address, for errors. */
	pointer: string;
};

/**
 * Opens a page that a member adds to a statement, so that the member sees its passages. Returns
 * what to store for the next analysis. Throws a ProblemError if the page is refused.
 */
export async function openAddedPage(
	context: Context,
	{ member_id, statement_id, url: typed, pointer }: AddedPageRequest,
): Promise<{
	page: StoredPage;
	/** Those that seem to be about the statement, best first. */
	passages: AddedPageAnswer["page"]["passages"];
}> {
	const { db, view, settings, providers, objects, now } = context;
	const statement = await readStatementForPage(db.primary, statement_id, view);
	if (statement === null) throw problem("statement_not_found");
	if (statement.retired) throw problem("statement_retired/page");
	if (openSourceIds(settings, providers.mode).length === 0) throw problem("pages_not_read");
	const url = readAddress(typed, pointer);
	await countPage(context, member_id);
	const at = now().toISOString();
	const { video_id, content, channel_name } = statement;
	const read = await createSourceCalls(objects.PROVIDER_CALLER, video_id).read({
		hit: addedHit({ url, title: "" }),
		wanted: [{ statement: 0, queries: [content] }],
		today: at.slice(0, "2026-01-31".length),
		channel_name,
	});
	if (!read.ok) throw notOpened(read, pointer);
	const { final_url, title, published_at } = read.facts;
	const ranked = read.by_statement[0]?.passages ?? [];
	const passages = ranked.flatMap((place) => read.passages[place] ?? []);
	return {
		page: { statement_id, member_id, url, final_url, title, published_at, created_at: at },
		passages: passages.map(({ text }) => ({ text })),
	};
}

/**
 * Removes the fragment, which is never sent to a server. The address rules are applied before
 * each request.
 */
function readAddress(text: string, pointer: string): string {
	const url = parseUrl(text);
	if (!url || !/^https?:$/.test(url.protocol))
		throw problem("page_not_opened/address", { pointer });
	url.hash = "";
	return url.href;
}

async function countPage(context: Context, member_id: MemberId): Promise<void> {
	const { LIMIT_PAGES } = context.settings;
	const granted = await quota(context, `added-pages:${member_id}`, LIMIT_PAGES, HOUR_MS).consume();
	if (!granted.ok) throw problem("too_many_requests/added_pages", granted);
}

function notOpened(
	{ reason, status }: Extract<ReadAnswer, { ok: false }>,
	pointer: string,
): ProblemError {
	const words = PAGE_PROBLEM_WORDS[reason];
	return problem("page_not_opened", {
		pointer,
		values: { reason: status === null ? words : `${words.slice(0, -1)} (${status}).` },
	});
}
