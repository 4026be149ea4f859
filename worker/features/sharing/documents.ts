import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isLegalReason } from "#contract/takedown-words.ts";
import type { AppEnv } from "#http/app-env.ts";
import { etagMatches, shortDigest } from "#http/caching.ts";
import type { ResultCard } from "./cards.ts";

/**
 * Cached for five minutes and no longer, because a copy may show what was taken down since.
 */
export const FRESH = "public, max-age=300, must-revalidate";
/** For unknown videos and videos without a result, which may get one at any minute. */
export const BRIEF = "public, max-age=60";

type Document = {
	body: string;
	content_type: string;
	cache_control: string;
	/** The version of the result in the document. */
	version?: number;
	status?: ContentfulStatusCode;
};

/** Sends the document, or 304 if the client has the same version. */
export async function answerDocument(c: Context<AppEnv>, document: Document): Promise<Response> {
	const { body, content_type, status = 200, version = 0 } = document;
	c.header("cache-control", document.cache_control);
	if (status === 200) {
		// The tag includes a hash of the content, because a new design changes the document of the
		// same result.
		const etag = `"v${version}-${await shortDigest(body)}"`;
		c.header("etag", etag);
		if (etagMatches(c.req.header("if-none-match"), etag)) return c.body(null, 304);
	}
	return c.body(body, status, { "content-type": content_type });
}

/** The status and caching of a response that shows a card. */
export function cardAnswer(card: ResultCard): {
	status: ContentfulStatusCode;
	cache_control: string;
	version: number;
} {
	switch (card.state) {
		case "completed":
			return { status: 200, cache_control: FRESH, version: card.version };
		case "pending":
			return { status: 200, cache_control: "no-store", version: 0 };
		case "failed":
			return { status: 200, cache_control: BRIEF, version: 0 };
		case "taken_down":
			return {
				status: isLegalReason(card.takedown.reason) ? 451 : 410,
				cache_control: BRIEF,
				version: 0,
			};
		case "unknown":
			return { status: 404, cache_control: BRIEF, version: 0 };
	}
}
