import { Hono } from "hono";
import { AddedPageAnswer, AddPageRequest } from "#contract/evidence.ts";
import { StatementId } from "#contract/ids.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { json, type Operations, statementPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { requireMember } from "#identity/require.ts";
import { storeAddedPage } from "./added-page-queries.ts";
import { openAddedPage } from "./open-added-page.ts";

/** A member adds a page to the statement in the path. */
export const addedPages = new Hono<AppEnv>().post("/", async (c) => {
	const member = requireMember(c, "not_signed_in/page");
	const { url } = await readJson(c, AddPageRequest);
	const statement_id = StatementId.safeParse(c.req.param("id"));
	if (!statement_id.success) throw problem("statement_not_found");
	const context = c.get("context");
	const { page, passages } = await openAddedPage(context, {
		member_id: member.id,
		statement_id: statement_id.data,
		url,
		pointer: "/url",
	});
	await storeAddedPage(context.db.primary, page);
	const { final_url, title, published_at } = page;
	const answer: AddedPageAnswer = {
		page: { url: page.url, final_url, title, published_at, passages },
	};
	return c.json(answer, 201);
});

/** Adding pages in the API description. */
export const addedPageOperations = (): Operations => ({
	"POST /api/statements/{id}/pages": {
		id: "addPage",
		summary: "Add a page that the next analysis reads",
		detail:
			"Opens the page at once, under the rules for all pages, and answers with what was found on it. The next analysis of the video gives its passages to the models, along with those of other pages; it never decides a verdict alone. Adding it again changes nothing.",
		access: "member",
		path: statementPath,
		body: { schema: AddPageRequest },
		answers: { 201: json("What was found on the page.", AddedPageAnswer) },
		problems: {
			404: "There is no such statement.",
			409: "A later analysis no longer includes the statement, or the site rates without sources.",
			422: "The page cannot be opened, or is not allowed; `detail` says why.",
			429: "Too many pages; `Retry-After` says when to try again.",
		},
	},
});
