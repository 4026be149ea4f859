import { createHash } from "node:crypto";
import { Hono } from "hono";
import { type EmbedTheme, embedCard } from "#domain/card/embed-card.ts";
import { EMBED_STYLE } from "#domain/card/embed-style.ts";
import { answerDocument, cardAnswer } from "../answer-document.ts";
import type { AppEnv } from "../app-env.ts";
import { cardOf } from "../card-of.ts";

const STYLE_HASH = createHash("sha256").update(EMBED_STYLE).digest("base64");

/** Whoever likes may frame it; inside, only its own style counts and links open beside. */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${STYLE_HASH}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors *",
	"sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Mounted at /embed. */
export const embed = new Hono<AppEnv>().get("/:id", async (c) => {
	const { card } = await cardOf(c, c.req.param("id"));
	const origin = c.get("deps").site.originOf(c.req.url);
	c.header("content-security-policy", POLICY);
	return answerDocument(c, {
		...cardAnswer(card),
		body: embedCard(card, origin, themeOf(c.req.query("theme"))),
		content_type: "text/html; charset=utf-8",
	});
});

function themeOf(asked: string | undefined): EmbedTheme {
	return asked === "light" || asked === "dark" ? asked : "system";
}
