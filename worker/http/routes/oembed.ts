import { type Context, Hono } from "hono";
import { embedTarget, oembedAnswer } from "#domain/card/oembed.ts";
import { badInput, Refusal } from "#domain/refusal.ts";
import { answerDocument, BRIEF, cardAnswer } from "../answer-document.ts";
import type { AppEnv } from "../app-env.ts";
import { cardOf } from "../card-of.ts";

/** Mounted at /oembed (oembed.com). */
export const oembed = new Hono<AppEnv>().get("/", async (c) => {
	// Set before anything can be refused: a page may read the refusal too.
	c.header("access-control-allow-origin", "*");
	if ((c.req.query("format") ?? "json") !== "json") throw notJson();
	const target = targetOf(c);
	const { card, statement_ids } = await cardOf(c, target.video_id);
	const { statement_id } = target;
	const known = statement_id === null || statement_ids.includes(statement_id);
	if (card.state === "unknown" || !known) throw noResult();
	const answer = oembedAnswer(card, c.get("deps").site.originOf(c.req.url), {
		max_width: sizeOf(c.req.query("maxwidth")),
		max_height: sizeOf(c.req.query("maxheight")),
	});
	const { cache_control, version } = cardAnswer(card);
	return answerDocument(c, {
		body: JSON.stringify(answer),
		content_type: "application/json",
		cache_control: card.state === "completed" ? cache_control : BRIEF,
		version,
	});
});

function targetOf(c: Context<AppEnv>) {
	const asked = c.req.query("url");
	if (!asked)
		throw badInput("missing_url", "Say which result with the parameter url.");
	const url = URL.canParse(asked) ? new URL(asked) : null;
	const own =
		url && c.get("deps").site.isOwnOrigin(url.origin, c.req.url) ? url : null;
	const target = own && embedTarget(own.pathname);
	if (!target) throw noResult();
	return target;
}

/** Pixels; null for what sets no bound. */
function sizeOf(asked: string | undefined): number | null {
	return asked !== undefined && /^[1-9]\d{0,5}$/.test(asked)
		? Number(asked)
		: null;
}

function noResult(): Refusal {
	return new Refusal({
		status: 404,
		code: "no_such_result",
		title: "No such result",
		detail: "The address is not that of a result on this site.",
	});
}

function notJson(): Refusal {
	return new Refusal({
		status: 501,
		code: "format_not_supported",
		title: "Format not supported",
		detail: "Answers come in the format json only.",
	});
}
