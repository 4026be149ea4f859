import { Hono } from "hono";
import { EMBED_SIZE, readReportPath } from "#contract/addresses.ts";
import { inQuotes } from "#contract/format.ts";
import { StatementId, VideoId } from "#contract/ids.ts";
import { momentsWords } from "#contract/score-standing.ts";
import { hollowPhrase, statementMark } from "#contract/verdict-words.ts";
import { findReportTakedown } from "#features/takedowns/queries.ts";
import { takenDown } from "#features/takedowns/refusal.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { problem } from "#http/problems.ts";
import { isOwnOrigin, siteOrigin } from "#http/site-address.ts";
import { escapeMarkup } from "#text/markup.ts";
import { parseUrl } from "#text/parse-url.ts";
import { PICTURE, picturePath } from "./appearance.ts";
import { type CardStatement, cardTitle, type ResultCard, readResultCard } from "./cards.ts";
import { answerDocument, BRIEF, cardAnswer } from "./documents.ts";

/** Mounted at /oembed (oembed.com). */
export const oembed = new Hono<AppEnv>().get("/", async (c) => {
	// Set before anything can throw, so that other sites can also read error responses.
	c.header("access-control-allow-origin", "*");
	if ((c.req.query("format") ?? "json") !== "json") throw problem("format_not_supported");
	const target = readTarget(c);
	const { card, statements } = await readResultCard(
		c.get("context"),
		target.video_id,
		target.statement_id,
	);
	const { statement_id } = target;
	const statement = statements.find(({ id }) => id === statement_id) ?? null;
	if (card.state === "taken_down") throw takenDown(card.takedown);
	if (card.state === "unknown" || (statement_id !== null && !statement)) {
		const takedown = await findReportTakedown(
			c.get("context").db,
			target.video_id,
			target.statement_id,
		);
		throw takedown ? takenDown(takedown) : problem("no_such_result");
	}
	const room = {
		max_width: parseSize(c.req.query("maxwidth")),
		max_height: parseSize(c.req.query("maxheight")),
	};
	const answer = oembedAnswer(card, siteOrigin(c.get("context"), c.req.url), room, statement);
	const { cache_control, version } = cardAnswer(card);
	return answerDocument(c, {
		body: JSON.stringify(answer),
		content_type: "application/json",
		cache_control: card.state === "completed" ? cache_control : BRIEF,
		version,
	});
});

function readTarget(c: RequestContext) {
	const asked = c.req.query("url");
	if (!asked) throw problem("missing_url");
	const url = parseUrl(asked);
	const own = url && isOwnOrigin(c.get("context"), c.req.url, url.origin) ? url : null;
	const target = own && embedTarget(own.pathname);
	if (!target) throw problem("no_such_result");
	return target;
}

/** Pixels; null if there is no limit. */
function parseSize(asked: string | undefined): number | null {
	return asked !== undefined && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : null;
}

/** Below this width, the card's lines wrap. */
const NARROW = 400;
const NARROW_HEIGHT = 480;
/** Seconds for which a consumer may cache an answer. */
const CACHE_AGE = { finished: 3_600, unfinished: 60 };

type EmbedTarget = { video_id: VideoId; statement_id: StatementId | null };
type Room = { max_width: number | null; max_height: number | null };

/** The result that a path of this site shows; null for any other path. */
export function embedTarget(pathname: string): EmbedTarget | null {
	const address = readReportPath(pathname.replace(/\/$/, ""));
	const video_id = VideoId.safeParse(address?.video_id);
	if (!video_id.success) return null;
	const statement = address?.statement_id ?? null;
	return {
		video_id: video_id.data,
		statement_id: statement === null ? null : StatementId.parse(statement),
	};
}

/**
 * An oEmbed 1.0 response of type rich, within the requested size. A statement has its own title and
 * picture in the card of its video.
 */
export function oembedAnswer(
	card: ResultCard,
	origin: string,
	room: Room,
	statement: CardStatement | null = null,
) {
	const width = within(EMBED_SIZE.width, room.max_width);
	const height = within(width < NARROW ? NARROW_HEIGHT : EMBED_SIZE.height, room.max_height);
	const src = `${origin}/embed/${card.video_id}`;
	const finished = card.state === "completed";
	const made_up = finished && card.simulated ? " (simulated)" : "";
	const title = statement
		? `${statementMark(statement).words}${made_up}: ${inQuotes(statement.content)}`
		: finished && card.moments !== null
			? `${cardTitle(card)} (${momentsWords(card.moments)})`
			: `BS score of ${cardTitle(card)}${outcomeOf(card)}`;
	return {
		version: "1.0",
		type: "rich",
		title,
		...(finished ? describeAuthor(card) : {}),
		provider_name: "BS Detector",
		provider_url: origin,
		cache_age: finished ? CACHE_AGE.finished : CACHE_AGE.unfinished,
		...(finished && fits(PICTURE, room)
			? {
					thumbnail_url: origin + picturePath(card.video_id, statement?.id ?? null),
					thumbnail_width: PICTURE.width,
					thumbnail_height: PICTURE.height,
				}
			: {}),
		html: `<iframe src="${escapeMarkup(src)}" width="${width}" height="${height}" title="${escapeMarkup(title)}" loading="lazy" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`,
		width,
		height,
	};
}

/** What was found; empty without a result. */
function outcomeOf(card: ResultCard): string {
	if (card.state !== "completed") return "";
	return ` (${card.score === null ? hollowPhrase(card) : card.words.short})`;
}

/** The author of the video. The rating's provider is this site. */
function describeAuthor(card: ResultCard & { state: "completed" }) {
	if (!card.channel_name) return {};
	return {
		author_name: card.channel_name,
		...(card.channel_id
			? { author_url: `https://www.youtube.com/channel/${card.channel_id}` }
			: {}),
	};
}

function within(size: number, most: number | null): number {
	return most === null ? size : Math.min(size, most);
}

function fits(size: { width: number; height: number }, room: Room): boolean {
	return (
		within(size.width, room.max_width) === size.width &&
		within(size.height, room.max_height) === size.height
	);
}
