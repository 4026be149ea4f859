import { randomBytes } from "node:crypto";
import * as z from "zod";
import { readReportPath } from "#contract/addresses.ts";
import { StatementId, VideoId } from "#contract/ids.ts";
import {
	NewNoticeAnswer,
	Notice,
	NoticeNumber,
	NoticeReply,
	NoticeRequest,
	ReviewNotice,
	ReviewNotices,
} from "#contract/notices.ts";
import { noticeAnsweredMail } from "#features/accounts/mail/mails.ts";
import { sendNotice } from "#features/accounts/mail/site-mailer.ts";
import { runInBackground } from "#http/background.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	badCursor,
	cursorQuery,
	json,
	linkNextPage,
	malformed,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { configuredOrigin, isOwnOrigin, siteOrigin } from "#http/site-address.ts";
import { readAddress } from "#identity/caller.ts";
import { addressQuota, silentQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, HOUR_MS } from "#worker/durations.ts";
import { answerNotice, findNotice, insertNotice, listNotices } from "./queries.ts";

const MAX_BODY_BYTES = 24 * 1_024;
const PAGE_SIZE = 50;
/** More than one person reports in an hour; a lawyer's list fits into a few notices. */
const NOTICES_AN_HOUR = 10;
/** More than a team can read, and few enough not to fill the database. */
const NOTICES_A_DAY = 1_000;
/** Without letters that are read as others. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const NUMBER_CHARS = 32;

/** Problems that anyone reports. */
export const noticeEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/notices",
		id: "sendNotice",
		summary: "Report a problem with a report or a statement",
		detail:
			"To the site's team, without an account. The answer has a number that nobody can guess: whoever has it reads the notice and its answer. An address is used for the answer alone, if the site sends email, and deleted 90 days after it.",
		access: "everyone",
		body: NoticeRequest,
		limit: MAX_BODY_BYTES,
		answers: { 201: json("Its number and page.", NewNoticeAnswer) },
		problems: { 422: "The address is none of this site's pages.", 429: "Too many notices." },
		handle: async (context, { c, body }) => {
			const path = readPath(context, c.req.url, body.url);
			await consumeNotice(context, readAddress(c));
			const number = newNumber();
			const { kind, text, email } = body;
			const now = context.now().toISOString();
			await insertNotice(context.db.primary, { kind, text, email, number, path, now });
			c.header("cache-control", "no-store");
			return { number, page: `/notices/${number}` };
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/notices/{number}",
		id: "readNotice",
		summary: "A notice and its answer",
		access: "everyone",
		params: { number: NoticeNumber.register(malformed, { problem: "notice_not_found" }) },
		answers: { 200: json("The notice.", Notice) },
		problems: { 404: "There is no such notice." },
		handle: async ({ db }, { c, params }) => {
			c.header("cache-control", "no-store");
			const notice = await findNotice(db.primary, params.number);
			if (notice === null) throw problem("notice_not_found");
			return notice;
		},
	}),
];

/** The team's answers. */
export const noticeReviewEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/notices",
		id: "reviewNotices",
		summary: "Notices, newest first",
		access: "admin",
		query: {
			...cursorQuery,
			state: z.enum(["waiting", "answered"]).optional().describe("`waiting` if left out."),
		},
		answers: { 200: json("A page of notices.", ReviewNotices) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db }, { c, query: { cursor = null, state } }) => {
			const asked = { waiting: state !== "answered", cursor, limit: PAGE_SIZE };
			const page = await listNotices(db.primary, asked);
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/admin/notices",
		id: "answerNotice",
		summary: "Answer a notice",
		detail:
			"The answer is on the notice's page, and is mailed to its address if the site sends email. It takes nothing down: that is `POST /api/admin/hidden`. Answering again replaces the answer.",
		access: "recent_admin",
		body: NoticeReply,
		limit: MAX_BODY_BYTES,
		answers: { 200: json("The notice.", z.object({ notice: ReviewNotice })) },
		problems: { 404: "There is no such notice." },
		handle: async (context, { c, member, body }) => {
			const now = context.now().toISOString();
			const reply = { ...body, admin_id: member.id, now };
			const notice = await answerNotice(context.db.primary, reply);
			if (notice === null) throw problem("notice_not_found");
			const { email, number } = notice;
			const link = `${configuredOrigin(context)}/notices/${number}`;
			if (email !== null)
				runInBackground(c)(() => sendNotice(context, { email }, noticeAnsweredMail(link)));
			return { notice };
		},
	}),
];

/** The path on this site. Other sites' addresses are refused. */
function readPath(context: Context, request_url: string, url: string): string {
	const given = URL.parse(url, siteOrigin(context, request_url));
	if (given === null || !isOwnOrigin(context, request_url, given.origin))
		throw problem("notice_elsewhere", { pointer: "/url" });
	const path = given.pathname.replace(/(?<=[^/])\/+$/, "");
	if (!isReport(path) && !OTHER_PAGES.test(path))
		throw problem("notice_elsewhere", { pointer: "/url" });
	return path;
}

/** Home, which the form has if no page is named, a claim's page, and a report's versions. */
const OTHER_PAGES = /^\/(?:statements\/[0-9a-f]{24}|results\/[\w-]{11}\/versions)?$/;

function isReport(path: string): boolean {
	const report = readReportPath(path);
	if (report === null || !VideoId.safeParse(report.video_id).success) return false;
	return report.statement_id === null || StatementId.safeParse(report.statement_id).success;
}

async function consumeNotice(context: Context, address: string): Promise<void> {
	const own = await addressQuota(context, {
		address,
		key: (network) => `notices:${network}`,
		limit: NOTICES_AN_HOUR,
		window_ms: HOUR_MS,
	}).consume();
	if (!own.ok) throw problem("too_many_requests/notices", own);
	const all = await silentQuota(context, "notices", NOTICES_A_DAY, DAY_MS).consume();
	if (!all.ok) throw problem("too_many_requests/notices", all);
}

function newNumber(): string {
	return Array.from(randomBytes(NUMBER_CHARS), (byte) => ALPHABET[byte % 32]).join("");
}
