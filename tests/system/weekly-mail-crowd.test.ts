import { expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { follow } from "#features/follows/follow-queries.ts";
import { sendWeeklyMails, weekOf } from "#features/weekly-mail/send-weekly-mails.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aCompletedRun, instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { startSmtpSink } from "#tests/support/world/mail-product.ts";
import type { Context } from "#worker/context.ts";

const LIVE = { simulated: false };
/** The first Monday after the fixtures' first instant, a minute after the emails begin. */
const MONDAY = new Date("2026-01-05T07:01:00.000Z");

describeOnBothDatabases("weekly emails", (database) => {
	it("reach ten thousand members within the calls of an invocation, 100 emails a run", async () => {
		const sink = await startSmtpSink();
		const db = database().open();
		const channel_id = freshChannelId();
		const publishAt = (minute: number) => {
			const run = aCompletedRun({ ended_at: instant(minute) });
			return publish(db, { ...run, metadata: { ...run.metadata, channel_id } });
		};
		await publishAt(1);
		const all = Array.from({ length: 10_000 }, (_, n) => `reader-${String(n).padStart(5, "0")}`);
		const ids = JSON.stringify(all);
		await database().rows(
			"insert into members (id, email, email_key, full_name, created_at, email_confirmed_at) select value, value || '@example.org', value || '@example.org', 'A reader', ?, ? from json_each(?)",
			instant(0),
			instant(0),
			ids,
		);
		await database().rows(
			"insert into follow_settings (member_id, told_until, mail_token) select value, ?, 'token-' || value from json_each(?)",
			instant(0),
			ids,
		);
		const readers = all.slice(4_000, 4_150);
		for (const id of readers)
			await follow(
				db,
				{ member_id: MemberId.parse(id), kind: "channel", id: channel_id },
				{ view: LIVE, limit: 0, now: instant(0) },
			);
		await publishAt(3);
		const sent: number[] = [];
		for (let runs = 0; runs < 3; runs += 1) {
			let calls = 0;
			const counting = new Proxy(db, {
				get(target, name) {
					if (["select", "update", "insert", "delete", "batch"].includes(String(name))) calls += 1;
					return Reflect.get(target, name);
				},
			});
			const before = sink.mails.length;
			await sendWeeklyMails(
				{
					settings: { SMTP_URL: sink.url, APP_ORIGIN: "https://checks.example" },
					db: { near: counting, nearest: counting, primary: counting },
					view: LIVE,
					now: () => MONDAY,
				} as unknown as Context,
				MONDAY,
			);
			sent.push(sink.mails.length - before);
			// With a connection for each email, an invocation may make a thousand calls.
			expect(calls + (sent[runs] ?? 0)).toBeLessThan(800);
		}
		expect(sent).toEqual([100, 50, 0]);
		const recipients = sink.mails.flatMap((mail) => mail.recipients);
		expect(recipients.toSorted()).toEqual(readers.map((id) => `${id}@example.org`));
		const [left] = await database().rows(
			"select count(*) as n from follow_settings where told_until < ?",
			weekOf(MONDAY),
		);
		expect(left?.n).toBe(0);
		await sink.close();
	});
});
