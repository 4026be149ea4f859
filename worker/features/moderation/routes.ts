import { TakedownAnswer, TakedownRequest, Takedowns } from "#contract/takedowns.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { listTakedowns } from "#features/takedowns/queries.ts";
import { endpoint } from "#http/endpoint.ts";
import { BAD_CURSOR, badCursor, cursorQuery, json, linkNextPage } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { decide } from "./take-down.ts";

const MAX_BODY_BYTES = 16 * 1_024;
const PAGE_SIZE = 50;

/** What admins take down. */
export const moderationEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/hidden",
		id: "listHidden",
		summary: "Everything that is taken down, newest first",
		access: "admin",
		query: cursorQuery,
		answers: { 200: json("A page of it.", Takedowns) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db }, { c, query: { cursor = null } }) => {
			const page = await listTakedowns(db.primary, { cursor, limit: PAGE_SIZE });
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/admin/hidden",
		id: "hide",
		summary: "Take something down, or show it again",
		detail:
			"A video's report (`video`, its id), one of its statements (`statement`), a page that a member added (`page`: the video's id, a space and the page's address), the page and comment of a dispute (`dispute`), a creator's response (`response`), a name that a member gave a speaker (`speaker_name`: the video's id, a space and the speaker) or an account (`member`, which ends its sessions and keys). Its address then answers 410, or 451 for `copyright`, `defamation` and `legal_order`, with reason, sentence and date; no later analysis brings it back. A statement counts as if it had not been chosen. What is quoted from a page leaves at once, and its statements are checked again. The member concerned is notified, and the audit log keeps the decision.",
		access: "recent_admin",
		body: TakedownRequest,
		limit: MAX_BODY_BYTES,
		answers: { 200: json("What is taken down now.", TakedownAnswer) },
		problems: {
			404: "There is nothing of this kind with this id.",
			409: "It is your own account.",
		},
		handle: async (context, { c, member, body }) => {
			const { kind, id, hidden, reason = "other", sentence = "" } = body;
			if (kind === "member" && id === member.id) throw problem("own_account");
			const { video_id, takedown } = await decide(context, {
				kind,
				id,
				hide: hidden ? { reason, sentence } : null,
				sentence: body.sentence,
				admin_id: member.id,
			});
			if (video_id !== null) await dropReportCopy(c, video_id);
			return { hidden: takedown };
		},
	}),
];
