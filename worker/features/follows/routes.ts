import * as z from "zod";
import { followingWords } from "#contract/following-words.ts";
import {
	Follow,
	Following,
	type FollowingItem,
	FollowKind,
	FollowList,
	NewFeedKey,
	SeenRequest,
} from "#contract/follows.ts";
import { ChannelId, ClaimKey, MemberId, VideoId } from "#contract/ids.ts";
import { asWritten } from "#contract/written-text.ts";
import { missingClaim, missingVideo } from "#features/takedowns/refusal.ts";
import type { RequestContext } from "#http/app-env.ts";
import { etagMatches, shortDigest } from "#http/caching.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	badCursor,
	content,
	cursorQuery,
	empty,
	json,
	linkNextPage,
	malformed,
} from "#http/operation.ts";
import { type ProblemError, problem } from "#http/problems.ts";
import { siteOrigin } from "#http/site-address.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { type AtomEntry, atomDocument } from "#text/atom.ts";
import type { Context } from "#worker/context.ts";
import {
	closeFeed,
	findFeedOwner,
	follow,
	listFollows,
	markSeen,
	type Subject,
	storeFeedKey,
	unfollow,
} from "./follow-queries.ts";
import { readFollowing } from "./following-queries.ts";

const MAX_BODY_BYTES = 1_024;
const PAGE_ITEMS = 20;
const FEED_PATH = "/api/following.atom";

const subject = {
	path: "/api/follows/{kind}/{id}",
	access: "member",
	refusal: "not_signed_in/follow",
	params: {
		kind: FollowKind.register(malformed, { problem: "not_found" }),
		id: z.string().describe("A channel's id, a claim's key or a video's id."),
	},
} as const;

/** What a member follows, and what has happened to it. */
export const followEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/follows",
		id: "listFollows",
		summary: "What you follow",
		access: "member",
		refusal: "not_signed_in/following",
		answers: { 200: json("The latest first.", FollowList) },
		handle: ({ db }, { member }) => listFollows(db.near, member.id),
	}),
	endpoint({
		...subject,
		method: "PUT",
		id: "follow",
		summary: "Follow a channel, a claim or a video",
		detail: "Repeating it changes nothing.",
		answers: { 200: json("What you follow now.", Follow) },
		problems: { 404: "No public result has it.", 409: "You follow as many as a member can." },
		handle: (context, { member, params }) => startFollowing(context, member.id, params),
	}),
	endpoint({
		...subject,
		method: "DELETE",
		id: "unfollow",
		summary: "Stop following",
		answers: { 204: empty("You do not follow it.") },
		problems: { 404: "There is no such kind." },
		handle: async ({ db }, { member, params }) => {
			await unfollow(db.primary, { ...params, member_id: member.id });
			return null;
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/following",
		id: "listFollowing",
		summary: "What has happened to what you follow",
		detail:
			"New uploads of channels (`upload`, not checked yet), first results, verdicts that moved, evidence that was lost, and claims said again in another video.",
		access: "member",
		refusal: "not_signed_in/following",
		query: cursorQuery,
		answers: { 200: json("Newest first.", Following) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db, view }, { c, member, query: { cursor = null } }) => {
			const page = await readFollowing(db.near, member.id, { view, cursor, limit: PAGE_ITEMS });
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/following/seen",
		id: "markFollowingSeen",
		summary: "Remember the newest item that you have seen",
		detail: "An older one changes nothing.",
		access: "member",
		refusal: "not_signed_in/following",
		body: SeenRequest,
		limit: MAX_BODY_BYTES,
		answers: { 204: empty("Remembered.") },
		handle: async ({ db, now }, { member, body: { at } }) => {
			const seen_at = new Date(Math.min(Date.parse(at), now().getTime())).toISOString();
			await markSeen(db.primary, member.id, seen_at);
			return null;
		},
	}),
	endpoint({
		method: "GET",
		path: FEED_PATH,
		id: "readFollowingFeed",
		summary: "The same as an Atom feed",
		access: "everyone",
		reads: "near",
		query: { key: z.string().default("").describe("The secret from the feed's address.") },
		answers: { 200: content("The newest items.", "application/atom+xml") },
		problems: { 404: "There is no such feed, or it was closed." },
		handle: async (context, { c, query: { key } }) => {
			const owner = await findFeedOwner(context.db.near, hashToken(key));
			if (owner === null) throw problem("feed_not_found");
			const { db, view } = context;
			const member_id = MemberId.parse(owner);
			const page = await readFollowing(db.near, member_id, { view, limit: PAGE_ITEMS });
			if (page === "bad_cursor") throw badCursor();
			return answerFollowingFeed(c, page.items);
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/following/key",
		id: "openFollowingFeed",
		summary: "Create the address of your feed",
		detail:
			"`address` is shown only in this answer, and an earlier one stops working. Whoever has it can read what you follow.",
		// A stolen API key could otherwise read by the address what its scopes do not allow, also after
		// the key is deleted.
		access: "session",
		refusal: "not_signed_in/following",
		answers: { 201: json("The address.", NewFeedKey) },
		handle: async (context, { c, member }) => {
			const key = newToken();
			await storeFeedKey(context.db.primary, {
				member_id: member.id,
				key_hash: hashToken(key),
				now: context.now().toISOString(),
			});
			return { address: `${siteOrigin(context, c.req.url)}${FEED_PATH}?key=${key}` };
		},
	}),
	endpoint({
		method: "DELETE",
		path: "/api/following/key",
		id: "closeFollowingFeed",
		summary: "Close your feed",
		access: "member",
		refusal: "not_signed_in/following",
		answers: { 204: empty("Its address no longer works.") },
		handle: async ({ db }, { member }) => {
			await closeFeed(db.primary, member.id);
			return null;
		},
	}),
];

async function startFollowing(
	context: Context,
	member_id: MemberId,
	subject: Subject,
): Promise<Follow> {
	const { db, view, settings, now } = context;
	if (!ID_OF[subject.kind].safeParse(subject.id).success) throw unknownSubject(subject);
	const limit = settings.LIMIT_FOLLOWS;
	const asked = { view, limit, now: now().toISOString() };
	const followed = await follow(db.primary, { ...subject, member_id }, asked);
	if (followed === "unknown") throw await missingSubject(context, subject);
	if (followed === "too_many") throw problem("too_many_follows", { values: { limit } });
	return followed;
}

const ID_OF = { channel: ChannelId, claim: ClaimKey, video: VideoId };

/** Why the site does not know a subject with such an id. */
async function missingSubject(context: Context, subject: Subject): Promise<ProblemError> {
	const { kind, id } = subject;
	if (kind === "video") return missingVideo(context, id);
	return kind === "claim" ? missingClaim(context, id) : unknownSubject(subject);
}

function unknownSubject({ kind }: Subject) {
	if (kind === "channel") return problem("channel_unknown_here");
	return problem(kind === "claim" ? "statement_not_found" : "video_not_found");
}

/** Answers with the items as an Atom document. The feed's own link leaves the secret out. */
async function answerFollowingFeed(
	c: RequestContext,
	items: readonly FollowingItem[],
): Promise<Response> {
	const body = atomDocument({
		origin: siteOrigin(c.get("context"), c.req.url),
		path: FEED_PATH,
		title: "BS Detector: what you follow",
		subtitle: "New uploads, results and moved verdicts of what you follow.",
		page: "/following",
		entries: items.map(toEntry),
	});
	const etag = `"${await shortDigest(body)}"`;
	c.header("cache-control", "private, no-cache");
	c.header("etag", etag);
	if (etagMatches(c.req.header("if-none-match"), etag)) return c.body(null, 304);
	return c.body(body, 200, { "content-type": "application/atom+xml; charset=utf-8" });
}

function toEntry(item: FollowingItem): AtomEntry {
	const { heading, detail } = followingWords(item);
	return {
		specific: `following/${item.id}`,
		title: asWritten(heading),
		published: item.at,
		updated: item.at,
		path: item.path,
		category: null,
		summary: asWritten(detail),
	};
}
