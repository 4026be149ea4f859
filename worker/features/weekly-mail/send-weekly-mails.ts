import { MemberId } from "#contract/ids.ts";
import { encodePlace } from "#db/cursors.ts";
import { smtpMailer } from "#features/accounts/mail/site-mailer.ts";
import { readFollowing } from "#features/follows/following-queries.ts";
import {
	type DueMail,
	deferMail,
	dueMails,
	recordMail,
	skipMails,
} from "#features/follows/mail-queries.ts";
import { configuredOrigin } from "#http/site-address.ts";
import { MailDeferred, type Mailer } from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, HOUR_MS } from "#worker/durations.ts";
import { weeklyMail } from "./weekly-mail.ts";

/** Emails a minute: few enough for any mail server, and for one invocation with their records. */
const MAILS_A_RUN = 100;
/** Members who are looked at together; those without news cost nothing more. */
const SLICE = 500;
const SLICES_A_RUN = 20;
/** No email is begun later in a run, so that the next minute's jobs need not wait. */
const RUN_MS = 40_000;
const ITEMS_A_MAIL = 20;
/** Any address may be refused; with as many in a row the server refuses, and the next run asks it again. */
const MAX_FAILURES_IN_A_ROW = 3;
/** Monday, 07:00 UTC; January 5, 1970 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS + 7 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** When the week of this instant begins. */
export function weekOf(at: Date): string {
	const since = at.getTime() - FIRST_MONDAY_MS;
	return new Date(FIRST_MONDAY_MS + Math.floor(since / WEEK_MS) * WEEK_MS).toISOString();
}

/**
 * When to ask the mail server again that has put an email off: after an hour, then each time after
 * half as long again as it has been due. The next week's email says what this week's did not.
 */
function retryAt(at: Date): string {
	const waited_ms = at.getTime() - Date.parse(weekOf(at));
	return new Date(at.getTime() + Math.max(HOUR_MS, waited_ms / 2)).toISOString();
}

/**
 * Sends the weekly emails that are due, some in each run. An email is recorded before it is sent: a
 * run that is cut off may lose one and never sends one twice. One that the mail server puts off is
 * due again. Throws the last failure at the end. Safe to run concurrently.
 */
export async function sendWeeklyMails(context: Context, at: Date): Promise<void> {
	const mailer = smtpMailer(context);
	if (!mailer) return;
	const { db, view, now } = context;
	const week = { week: weekOf(at), until: at.toISOString() };
	const started_at = now().getTime();
	/** Of each email in order: null, or why it was not sent. */
	const outcomes: unknown[] = [];
	const failuresInARow = () => outcomes.length - 1 - outcomes.lastIndexOf(null);
	const mayGoOn = () =>
		outcomes.length < MAILS_A_RUN &&
		failuresInARow() < MAX_FAILURES_IN_A_ROW &&
		now().getTime() - started_at < RUN_MS;
	for (let slices = 0; slices < SLICES_A_RUN && mayGoOn(); slices += 1) {
		const due = await dueMails(db.primary, { ...week, view, limit: SLICE });
		const without_news = due.filter(({ has_news }) => !has_news);
		if (without_news.length > 0)
			await skipMails(
				db.primary,
				without_news.map(({ member_id }) => member_id),
				week,
			);
		for (const mail of due.filter(({ has_news }) => has_news)) {
			if (!mayGoOn()) break;
			const sent = sendOnce(context, mailer, mail, at);
			outcomes.push(await sent.then(() => null).catch((error: unknown) => error));
		}
		if (due.length < SLICE) break;
	}
	const last = outcomes.findLast((it) => it !== null);
	if (last !== undefined) throw last;
}

async function sendOnce(context: Context, mailer: Mailer, mail: DueMail, at: Date): Promise<void> {
	const { primary } = context.db;
	const week = { week: weekOf(at), until: at.toISOString() };
	if (!(await recordMail(primary, mail.member_id, week))) return;
	try {
		await send(context, mailer, mail, at);
	} catch (error) {
		const due_at = retryAt(at);
		if (error instanceof MailDeferred) await deferMail(primary, mail, { ...week, due_at });
		throw error;
	}
}

async function send(context: Context, mailer: Mailer, mail: DueMail, at: Date): Promise<void> {
	const { db, view } = context;
	const { email: to, mail_token, told_until: after } = mail;
	// Later items belong to the next email, because the record of this one ends at this instant.
	const cursor = encodePlace({ at: at.toISOString(), key: "~" });
	const wanted = { view, after, cursor, limit: ITEMS_A_MAIL };
	const page = await readFollowing(db.primary, MemberId.parse(mail.member_id), wanted);
	if (page === "bad_cursor" || page.items.length === 0) return;
	const origin = configuredOrigin(context);
	const more = page.next_cursor !== null;
	const { leave, ...text } = weeklyMail(page.items, {
		origin,
		token: mail_token,
		more,
		simulated: view.simulated,
	});
	await mailer.send({
		to,
		...text,
		headers: {
			"list-unsubscribe": `<${leave}>`,
			"list-unsubscribe-post": "List-Unsubscribe=One-Click",
		},
	});
}
