import { Hono } from "hono";
import { badgeSvg } from "#domain/badge/badge-svg.ts";
import { answerDocument, cardAnswer } from "../answer-document.ts";
import type { AppEnv } from "../app-env.ts";
import { cardOf } from "../card-of.ts";

/** Opened by itself, an SVG is a document: in this one nothing may happen. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const NAME = /^([^.]*)\.svg$/;

/** Mounted at /badge. */
export const badge = new Hono<AppEnv>().get("/:file", async (c) => {
	const [, id] = NAME.exec(c.req.param("file")) ?? [];
	if (id === undefined) return c.notFound();
	const { card } = await cardOf(c, id);
	c.header("content-security-policy", POLICY);
	return answerDocument(c, {
		...cardAnswer(card),
		body: badgeSvg(card),
		content_type: "image/svg+xml; charset=utf-8",
	});
});
