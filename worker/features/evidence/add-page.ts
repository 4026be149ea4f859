import { AddedPageAnswer, AddPageRequest } from "#contract/evidence.ts";
import { StatementId, type VideoId } from "#contract/ids.ts";
import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import type { PageStanding } from "#contract/verdicts.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, malformed } from "#http/operation.ts";
import { type ProblemError, problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { addressQuota, type CountedMember, memberQuota } from "#identity/quota.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { readStatementForPage, type StoredPage, storeAddedPage } from "./added-page-queries.ts";
import type { ReadAnswer } from "./find-pages.ts";
import { addedHit } from "./merge-hits.ts";
import { findStanding } from "./page-standing.ts";
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
			"Opens the page at once, under the rules for all pages, and answers with what was found on it. The next analysis of the video gives its passages to the models, along with those of other pages; it never decides a verdict alone. Adding it again changes nothing. With `preview` nothing is added, and `standing` says what the page could do in a [dispute](#disputes).",
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
		handle: async (context, { c, member, params, body }) => {
			const opened = await openAddedPage(context, {
				member,
				statement_id: params.id,
				url: body.url,
				pointer: "/url",
				address: readAddress(c),
			});
			const { page, passages } = opened;
			const standing = body.preview ? { standing: await opened.findStanding() } : {};
			if (!body.preview) await storeAddedPage(context.db.primary, page);
			const { url, final_url, title, published_at } = page;
			return { page: { url, final_url, title, published_at, passages, ...standing } };
		},
	}),
];

type AddedPageRequest = {
	member: CountedMember;
	statement_id: StatementId;
	url: string;
	/** The field of the request with the address, for errors. */
	pointer: string;
	/** The caller's, which limits are counted by. */
	address: string;
};

/**
 * Opens a page that a member adds to a statement, so that the member sees its passages. Returns
 * what to store for the next analysis. Throws a ProblemError if the page is refused.
 */
export async function openAddedPage(
	context: Context,
	{ member, statement_id, url: typed, pointer, address }: AddedPageRequest,
): Promise<{
	page: StoredPage;
	/** Those that seem to be about the statement, best first. */
	passages: AddedPageAnswer["page"]["passages"];
	video_id: VideoId;
	/** What the page could do to the verdict in a dispute. May ask the sources for the statement. */
	findStanding: () => Promise<PageStanding>;
}> {
	const { db, view, settings, providers, objects, now } = context;
	const member_id = member.id;
	const statement = await readStatementForPage(db.primary, statement_id, view);
	if (statement === null) throw problem("statement_not_found");
	if (statement.retired) throw problem("statement_retired/page");
	const sources = openSourceIds(settings, providers.mode);
	if (sources.length === 0) throw problem("pages_not_read");
	const url = readUrl(typed, pointer);
	await countPage(context, member, address);
	const at = now().toISOString();
	const { video_id, content, channel_name } = statement;
	const calls = createSourceCalls(objects.PROVIDER_CALLER, video_id);
	const readAs = (address: string, can_move: boolean) =>
		calls.read({
			hit: addedHit({ url: address, title: "", can_move }),
			wanted: [{ statement: 0, said: [content], queries: [] }],
			today: at.slice(0, "2026-01-31".length),
			channel_name,
			asked_by: member_id,
		});
	const read = await readAs(url, false);
	if (!read.ok) throw notOpened(read, pointer);
	const { final_url, title, published_at } = read.facts;
	const ranked = read.by_statement[0]?.passages ?? [];
	const passages = ranked.flatMap((place) => read.passages[place] ?? []);
	return {
		page: {
			statement_id,
			member_id,
			url,
			final_url,
			title,
			published_at,
			created_at: at,
			can_move: false,
		},
		passages: passages.map(({ text }) => ({ text })),
		video_id,
		findStanding: () =>
			findStanding(context, calls, {
				video_id,
				read,
				readSettled: (address) => readAs(address, true),
				url,
				statement,
				channel_name,
				sources,
			}),
	};
}

/**
 * Removes the fragment, which is never sent to a server. The address rules are applied before
 * each request.
 */
function readUrl(text: string, pointer: string): string {
	const url = parseUrl(text);
	if (!url || !/^https?:$/.test(url.protocol))
		throw problem("page_not_opened/address", { pointer });
	url.hash = "";
	return url.href;
}

/** Pages are opened for everyone behind a network address, whatever accounts they have. */
const ADDRESS_SHARE = 4;

async function countPage(context: Context, member: CountedMember, address: string): Promise<void> {
	const { LIMIT_PAGES: limit } = context.settings;
	const refusal = "too_many_requests/added_pages";
	const own = memberQuota(context, "added-pages", member, limit, HOUR_MS);
	const granted = await own.consume();
	if (!granted.ok) throw problem(refusal, granted);
	const shared = await addressQuota(context, {
		address,
		key: (network) => `added-pages-address:${network}`,
		limit: limit * ADDRESS_SHARE,
		window_ms: HOUR_MS,
	}).consume();
	if (shared.ok) return;
	await own.refund();
	throw problem(refusal, shared);
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
