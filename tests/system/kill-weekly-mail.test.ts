import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { follow } from "#features/follows/follow-queries.ts";
import { setWeeklyMail } from "#features/follows/mail-queries.ts";
import { isAlive } from "#scripts/server/process.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aCompletedRun, instant } from "#tests/support/fixtures/publications.ts";
import { notedRuntime } from "#tests/support/world/crashing-product.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/world/mail-product.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { addMember, databaseOf } from "#tests/support/world/signed-in.ts";

const MONDAY = Date.parse("2026-01-05T07:01:00.000Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const READERS = 3;

let sink: SmtpSink;
let product: Product;
/** What happens at the moments of a delivery; each does so once. */
let moments: { recipient?: () => Promise<void>; taken?: () => Promise<void> } = {};

async function reach(moment: keyof typeof moments): Promise<void> {
	const happens = moments[moment];
	delete moments[moment];
	await happens?.();
}

const settings = () => ({ SMTP_URL: sink.url });

beforeEach(async () => {
	sink = await startSmtpSink({
		onRcptTo(_, __, done) {
			void reach("recipient").then(() => done());
		},
		beforeReply: () => reach("taken"),
	});
	product = await startProduct(settings(), { clock: false });
});
afterEach(async () => {
	moments = {};
	await product?.stop();
	await sink?.close();
});

async function kill(): Promise<void> {
	const runtime = await notedRuntime(product.data_dir);
	if (!runtime) throw new Error("There is no runtime to kill");
	process.kill(runtime.pid, "SIGKILL");
	while (isAlive(runtime)) await sleep(5);
}

const jobsAt = (at_ms: number) => product.server.runScheduled(new Date(at_ms));

it.each([
	{ moment: "recipient", about: "before the mail server takes an email", taken: 0 },
	{ moment: "taken", about: "before the mail server's reply", taken: 1 },
] as const)("A server killed $about sends each once at most", async ({ moment, taken }) => {
	const db = await databaseOf(product);
	const channel = { kind: "channel", id: freshChannelId() } as const;
	const news = (minute: number) => {
		const run = aCompletedRun({ ended_at: instant(minute) });
		return { ...run, metadata: { ...run.metadata, channel_id: channel.id } };
	};
	await publish(db, news(1));
	for (let n = 0; n < READERS; n += 1) {
		const member_id = await addMember(db, { email_confirmed_at: instant(0) });
		const asked = { view: { simulated: false }, limit: 0, now: instant(0) };
		await follow(db, { member_id, ...channel }, asked);
		await db.batch([setWeeklyMail(db, member_id, { now: instant(0), token: member_id })]);
	}
	await publish(db, news(3));

	const killed = new Promise<void>((resolve) => {
		moments[moment] = () => kill().then(resolve);
	});
	const interrupted = jobsAt(MONDAY).catch(() => {});
	await killed;
	await interrupted;
	expect(sink.mails).toHaveLength(taken);

	await product.restart(settings());
	for (const later_ms of [0, 2 * HOUR_MS, DAY_MS]) await jobsAt(MONDAY + later_ms);
	const told = sink.mails.flatMap(({ recipients }) => recipients);
	expect(new Set(told).size).toBe(told.length);
	expect(told).toHaveLength(READERS - 1 + taken);

	await publish(await databaseOf(product), news(60 * 24 * 6));
	await jobsAt(MONDAY + 7 * DAY_MS);
	expect(sink.mails).toHaveLength(2 * READERS - 1 + taken);
});
