import { AddedPageAnswer, AddPageRequest } from "#contract/evidence.ts";
import { StatementId } from "#contract/ids.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, malformed } from "#http/operation.ts";
import { storeAddedPage } from "./added-page-queries.ts";
import { openAddedPage } from "./open-added-page.ts";

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
