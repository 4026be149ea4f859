import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { follow } from "#features/follows/follow-queries.ts";
import { leaveWeeklyMail, setWeeklyMail } from "#features/follows/mail-queries.ts";
import { sendWeeklyMails, weekOf } from "#features/weekly-mail/send-weekly-mails.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aCompletedRun, instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/world/mail-product.ts";
import { addMember } from "#tests/support/world/signed-in.ts";
import type { Context } from "#worker/context.ts";

const LIVE = { simulated: false };
/** The first Mondays after the fixtures' first instant, a minute after the emails begin. */
const MONDAY = new Date("2026-01-05T07:01:00.000Z");
const NEXT_MONDAY = new Date("2026-01-12T07:01:00.000Z");

describe("weekOf", () => {
	it.each([
		["2026-01-05T06:59:59.999Z", "2025-12-29T07:00:00.000Z"],
		["2026-01-05T07:00:00.000Z", "2026-01-05T07:00:00.000Z"],
		["2026-01-11T23:00:00.000Z", "2026-01-05T07:00:00.000Z"],
	])("is for %s the one of %s", (at, week) => {
		expect(weekOf(new Date(at))).toBe(week);
	});
});

describeOnBothDatabases("weekly emails", (database) => {
	let sink: SmtpSink;
	let db: Db;
	let channel_id: string;
	beforeAll(async () => {
		sink = await startSmtpSink();
	});
	afterAll(() => sink.close());
	beforeEach(async () => {
		db = database().open();
		await database().rows("delete from follow_settings");
		sink.mails.length = 0;
		channel_id = freshChannelId();
		await publish(db, aResult());
	});

	const aResult = (title = "A talk", minute = 1) => {
		const run = aCompletedRun({ ended_at: instant(minute) });
		return { ...run, metadata: { ...run.metadata, title, channel_id } };
	};
	const run = (at: Date, smtp_url = sink.url, primary = db) =>
		sendWeeklyMails(
			{
				settings: { SMTP_URL: smtp_url, APP_ORIGIN: "https://checks.example" },
				db: { near: primary, nearest: primary, primary },
				view: LIVE,
				now: () => at,
			} as unknown as Context,
			at,
		);
	/** A member who follows the channel and wants the email. */
	async function aReader(email_confirmed_at: string | null = instant(0)) {
		const member = await addMember(db, { email_confirmed_at });
		await follow(
			db,
			{ member_id: member, kind: "channel", id: channel_id },
			{ view: LIVE, limit: 0, now: instant(0) },
		);
		await db.batch([setWeeklyMail(db, member, { now: instant(0), token: `token-of-${member}` })]);
		return { member, email: `${member}@example.org` };
	}

	it("say what has happened, once, readable without pictures", async () => {
		const { member, email } = await aReader();
		await publish(db, aResult("The \u202etower <b>& bridge</b>", 3));
		await run(MONDAY);
		await run(new Date("2026-01-06T07:01:00.000Z"));
		expect(sink.mails).toHaveLength(1);
		const { mail } = await sink.next(email);
		expect(mail.subject).toBe("BS Detector: 1 thing happened to what you follow");
		expect(mail.text).toContain("The tower <b>& bridge</b>");
		expect(mail.text).toContain("https://checks.example/results/");
		expect(mail.html).toContain("The tower &lt;b&gt;&amp; bridge&lt;/b&gt;");
		expect(mail.html).not.toMatch(/<img|<script|<style|\u202e/i);
		expect(mail.text).toContain(
			"Written by AI models, rated from memory. How:\nhttps://checks.example/how-it-works",
		);
		expect(mail.html).toMatch(
			/<p>Written by AI models, rated from memory\. <a href="https:\/\/checks\.example\/how-it-works">How<\/a>/,
		);
		const stop = `https://checks.example/following#token=token-of-${member}`;
		expect(mail.text).toContain(stop);
		const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
		expect(headers.get("list-unsubscribe")).toBe(
			`<https://checks.example/api/mail/unsubscribe?token=token-of-${member}>`,
		);
		expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
	});

	it("are not sent without news, to unconfirmed addresses, or after leaving", async () => {
		await aReader(null);
		await run(MONDAY);
		const { member } = await aReader();
		await aReader();
		await publish(db, aResult("News", 60 * 24 * 6));
		expect(await leaveWeeklyMail(db, `token-of-${member}`)).toBe(true);
		expect(await leaveWeeklyMail(db, `token-of-${member}`)).toBe(true);
		expect(await leaveWeeklyMail(db, "another")).toBe(false);
		await run(NEXT_MONDAY);
		await run(new Date(NEXT_MONDAY.getTime() + 7 * 86_400_000));
		expect(sink.mails).toHaveLength(1);
	});

	/** The same mail server, which answers each recipient with this reply. */
	const replying = (responseCode: number, to = /^/) =>
		startSmtpSink({
			onRcptTo({ address }, _, done) {
				done(to.test(address) ? Object.assign(new Error("No"), { responseCode }) : null);
			},
		});

	it("are due again in an hour if the mail server is away or puts them off", async () => {
		await aReader();
		await publish(db, aResult("News", 3));
		const busy = await replying(450);
		const at = (hours: number) => new Date(MONDAY.getTime() + hours * 3_600_000);
		await expect(run(MONDAY, "smtp://127.0.0.1:1")).rejects.toThrow();
		await expect(run(at(1), busy.url)).rejects.toThrow("450");
		await busy.close();
		await run(at(1.9));
		expect(sink.mails).toHaveLength(0);
		for (const hours of [2, 4, 30]) await run(at(hours));
		expect(sink.mails).toHaveLength(1);
	});

	it("say next week what no server took this week, and nothing to who left meanwhile", async () => {
		const [{ email }, { member }] = [await aReader(), await aReader()];
		await publish(db, aResult("News", 3));
		await expect(run(MONDAY, "smtp://127.0.0.1:1")).rejects.toThrow();
		await leaveWeeklyMail(db, `token-of-${member}`);
		await run(NEXT_MONDAY);
		expect(sink.mails.flatMap(({ recipients }) => recipients)).toEqual([email]);
		expect(sink.mails[0]?.mail.text).toContain("News");
	});

	it("are lost rather than sent twice if the connection is lost on the way", async () => {
		await aReader();
		await publish(db, aResult("News", 3));
		const dropping = createServer((socket) => {
			socket.once("data", () => socket.destroy()).write("220 ready\r\n");
		});
		await once(dropping.listen(0, "127.0.0.1"), "listening");
		const { port } = dropping.address() as AddressInfo;
		await expect(run(MONDAY, `smtp://127.0.0.1:${port}`)).rejects.toThrow();
		dropping.close();
		await run(new Date(MONDAY.getTime() + 2 * 86_400_000));
		expect(sink.mails).toHaveLength(0);
		await publish(db, aResult("More news", 60 * 24 * 8));
		await run(NEXT_MONDAY);
		expect(sink.mails).toHaveLength(1);
	});

	it("wait if the server refuses three in a row", async () => {
		for (let n = 0; n < 5; n += 1) await aReader();
		await publish(db, aResult("News", 3));
		const busy = await replying(451);
		await expect(run(MONDAY, busy.url)).rejects.toThrow("451");
		await busy.close();
		const asked = await database().rows(
			"select count(*) as n from follow_settings where mail_due_at is not null",
		);
		expect(asked).toEqual([{ n: 3 }]);
	});

	it("reach the others though some addresses are refused, and put those off again after them", async () => {
		const readers: { member: MemberId; email: string }[] = [];
		for (let n = 0; n < 12; n += 1) readers.push(await aReader());
		// In this order they are asked.
		readers.sort((a, b) => (a.member < b.member ? -1 : 1));
		const refused = readers.filter((_, place) => place % 3 !== 2).map(({ email }) => email);
		const taken = readers.map(({ email }) => email).filter((it) => !refused.includes(it));
		await publish(db, aResult("News", 3));
		const strict = await replying(450, new RegExp(`^(?:${refused.join("|")})$`));
		const at = (hours: number) => new Date(MONDAY.getTime() + hours * 3_600_000);
		await expect(run(MONDAY, strict.url)).rejects.toThrow("450");
		expect(strict.mails.flatMap(({ recipients }) => recipients)).toEqual(taken);

		const late = await aReader();
		await expect(run(at(2), strict.url)).rejects.toThrow("450");
		expect(strict.mails.at(-1)?.recipients).toEqual([late.email]);
		await run(at(30));
		expect(sink.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
			refused.toSorted(),
		);
		await strict.close();
	});

	it("are lost if the server will never take them", async () => {
		await aReader();
		await publish(db, aResult("News", 3));
		const strict = await replying(550);
		await expect(run(MONDAY, strict.url)).rejects.toThrow("550");
		await strict.close();
		await run(new Date(MONDAY.getTime() + 86_400_000));
		expect(sink.mails).toHaveLength(0);
	});

	it("are sent once by runs at the same time", async () => {
		for (let n = 0; n < 5; n += 1) await aReader();
		await publish(db, aResult("News", 3));
		await Promise.all([run(MONDAY), run(MONDAY, sink.url, database().open())]);
		expect(new Set(sink.mails.flatMap(({ recipients }) => recipients)).size).toBe(5);
		expect(sink.mails).toHaveLength(5);
	});
});
