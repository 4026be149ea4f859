import type { Following } from "#contract/follows.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";
import { onBenchProduct } from "./bench-product.ts";
import { byTurns, median, shown, timesShown } from "./figures.ts";
import { load } from "./load/load.ts";
import { openSessions } from "./open-sessions.ts";
import type { Cells, Outcome, Size } from "./outcome.ts";

/** A member's page of what happened to the channels they follow, against a plain query of its rows. */

const SIZES = {
	short: { rounds: 1, duration_ms: 20, follows: 100, events: [5, 20] },
	usual: { rounds: 3, duration_ms: 500, follows: 200, events: [10, 100, 1_000] },
	large: { rounds: 3, duration_ms: 3_000, follows: 200, events: [10, 100, 1_000, 5_000] },
};
const CONNECTIONS = 2;
/** Apart from the voters of another part on the same product, whose ids have their own time. */
const LONG_AGO = "2019-01-01T00:00:00.000Z";
/** The newest event of each subject, and a few for each place of the page, however many there are. */
const rowsMost = (follows: number) => 6 * follows + 500;

export function measureFollowing(size: Size): Promise<Outcome> {
	return onBenchProduct((product) => followingOn(product, size));
}

export async function followingOn(product: EnteredProduct, size: Size): Promise<Outcome> {
	const { rounds, duration_ms, follows, events } = SIZES[size];
	const [member] = await openSessions(product, 1, LONG_AGO);
	if (!member) throw new Error("There is no member");
	const table: Record<string, Cells> = {};
	const missed: string[] = [];
	let seeded = 0;
	for (const count of events) {
		await seed(product, member.id, { follows, from: seeded, to: count });
		seeded = count;
		const headers = { cookie: member.cookie };
		const asked = await fetch(`${product.url}/api/following`, {
			headers: { ...headers, "x-count-rows": "1" },
		});
		const ids = ((await asked.json()) as Following).items.map(({ id }) => id);
		const plain = `/api/_baseline/following?ids=${ids.join()}`;
		const counted = await fetch(product.url + plain);
		const [rows, plain_rows] = [asked, counted].map((it) => Number(it.headers.get("x-rows-read")));
		const measure = (path: string) => () =>
			load({
				origin: product.url,
				pid: product.runtime_pid,
				connections: CONNECTIONS,
				duration_ms,
				next: () => ({ path, headers }),
			});
		const [ours = [], theirs = []] = await byTurns(rounds, [
			measure("/api/following"),
			measure(plain),
		]);
		const p50_ms = median(ours.map((it) => it.p50_ms));
		const plain_ms = median(theirs.map((it) => it.p50_ms));
		const name = `${follows} channels of ${count} events`;
		table[name] = {
			"rows read": rows ?? 0,
			"plain query's": plain_rows ?? 0,
			"p50 ms": shown(p50_ms),
			"plain query's p50 ms": shown(plain_ms),
			"p99 ms": shown(median(ours.map((it) => it.p99_ms))),
			"p50 of the plain query's": timesShown(p50_ms / plain_ms),
			items: ids.length,
			failed: ours.reduce((sum, it) => sum + it.failed, 0),
		};
		if ((rows ?? 0) > rowsMost(follows))
			missed.push(`${name}: reads ${rows} rows, aim ${rowsMost(follows)}`);
	}
	return { baseline: "a plain query of the same rows by id, in the same workerd", table, missed };
}

/** Events of each channel, in turns; a channel's later ones come on top of its earlier ones. */
async function seed(
	{ d1 }: EnteredProduct,
	member_id: string,
	{ follows, from, to }: { follows: number; from: number; to: number },
): Promise<void> {
	const channels = `with recursive channel (n) as (select 0 union all select n + 1 from channel where n < ${follows - 1})`;
	const events = `${channels}, event (n) as (select ${from} union all select n + 1 from event where n < ${to - 1})`;
	const id = "'e' || event.n || '-' || channel.n";
	const channel_id = "printf('UC%022d', channel.n)";
	const at = `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + event.n * ${follows} + channel.n, 'unixepoch')`;
	await d1.batch([
		d1
			.prepare(
				`insert or ignore into follows (member_id, kind, subject, title, since) ${channels} select ?1, 'channel', ${channel_id}, 'A channel', ?2 from channel`,
			)
			.bind(member_id, LONG_AGO),
		d1.prepare(
			`insert into follow_events (id, kind, at, video_id, title, channel_id, channel_name, published_at) ${events} select ${id}, 'upload', ${at}, printf('u%05d%05d', event.n, channel.n), 'A talk about harbours', ${channel_id}, 'A channel', ${at} from event, channel`,
		),
		d1.prepare(
			`insert into follow_event_subjects (kind, subject, at, event_id, simulated) ${events} select 'channel', ${channel_id}, ${at}, ${id}, 0 from event, channel`,
		),
	]);
}
