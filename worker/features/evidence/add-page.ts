import { Hono } from "hono";
import type { User } from "#contract/account.ts";
import { AddedPageAnswer, AddPageRequest } from "#contract/evidence.ts";
import { StatementId } from "#contract/ids.ts";
import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { json, type Operations, statementPath } from "#http/operation.ts";
import { type ProblemError, problem } from "#http/problems.ts";
import { quota } from "#identity/quota.ts";
import { requireMember } from "#identity/require.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { addedHit } from "./added-page.ts";
import { readStatementForPage, storeAddedPage } from "./added-page-queries.ts";
import type { ReadAnswer } from "./find-pages.ts";
import { openSources } from "./open-sources.ts";
import { createSourceCalls } from "./source-calls.ts";

/** A member adds a page to the statement in the path. */
export const addedPages = new Hono<AppEnv>().post("/", async (c) => {
	const member = requireMember(c, "not_signed_in/page");
	const { url } = await readJson(c, AddPageRequest);
	const statement_id = StatementId.safeParse(c.req.param("id"));
	if (!statement_id.success) throw problem("statement_not_found");
	const answer = await addPage(c.get("context"), {
		...{ member, url, statement_id: statement_id.data },
	});
	return c.json(answer, 201);
});

/** Opens the page at once, so that the member sees what is on it, and keeps it for the next analysis. */
async function addPage(
	context: Context,
	request: { member: User; url: string; statement_id: StatementId },
): Promise<AddedPageAnswer> {
	const { db, view, settings, providers, objects, now } = context;
	const { member, statement_id } = request;
	const statement = await readStatementForPage(db.primary, statement_id, view);
	if (statement === null) throw problem("statement_not_found");
	if (statement.retired) throw problem("statement_retired/page");
	if (openSources(settings, providers.mode).length === 0)
		throw problem("pages_not_read");
	const url = readAddress(request.url);
	await countPage(context, member);
	const at = now().toISOString();
	const { video_id, content, channel_name } = statement;
	const read = await createSourceCalls(objects.PROVIDER_CALLER, video_id).read({
		hit: addedHit({ url, title: "" }),
		wanted: [{ statement: 0, queries: [content] }],
		today: at.slice(0, "2026-01-31".length),
		channel_name,
	});
	if (!read.ok) throw notOpened(read);
	const { final_url, title, published_at } = read.facts;
	const page = { url, final_url, title, published_at };
	await storeAddedPage(db.primary, {
		...{ ...page, statement_id, member_id: member.id, created_at: at },
	});
	const ranked = read.by_statement[0]?.passages ?? [];
	const passages = ranked.flatMap((place) => read.passages[place] ?? []);
	return {
		page: { ...page, passages: passages.map(({ text }) => ({ text })) },
	};
}

/** Without its fragment, which no server sees. Whether it may be opened is judged before each request. */
function readAddress(text: string): string {
	const url = parseUrl(text);
	if (!url || !/^https?:$/.test(url.protocol))
		throw problem("page_not_opened/address", { pointer: "/url" });
	url.hash = "";
	return url.href;
}

async function countPage(context: Context, member: User): Promise<void> {
	const { LIMIT_PAGES } = context.settings;
	const granted = await quota(
		context,
		`added-pages:${member.id}`,
		LIMIT_PAGES,
		HOUR_MS,
	).consume();
	if (!granted.ok) throw problem("too_many_requests/added_pages", granted);
}

function notOpened({
	reason,
	status,
}: Extract<ReadAnswer, { ok: false }>): ProblemError {
	const words = PAGE_PROBLEM_WORDS[reason];
	return problem("page_not_opened", {
		pointer: "/url",
		values: {
			reason: status === null ? words : `${words.slice(0, -1)} (${status}).`,
		},
	});
}

/** Adding pages in the API description. */
export const addedPageOperations = (): Operations => ({
	"POST /api/statements/{id}/pages": {
		id: "addPage",
		summary: "Add a page that the next analysis reads",
		detail:
			"The page is opened at once, under the rules that hold for every page, and the answer says what was found on it. The next analysis of the video gives its passages to the models with those of other pages; it never decides alone. Adding it again changes nothing.",
		access: "member",
		path: statementPath,
		body: { schema: AddPageRequest },
		answers: { 201: json("What was found on the page.", AddedPageAnswer) },
		problems: {
			404: "There is no such statement.",
			409: "A later analysis no longer holds the statement, or the site rates without sources.",
			422: "The page cannot be opened, or may not be; `detail` says why.",
			429: "Too many pages; `Retry-After` says when the next counts.",
		},
	},
});
