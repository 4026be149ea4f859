import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import type { Client } from "#tests/support/world/client.ts";
import type { Outcome } from "./outcome.ts";
import { within } from "./within.ts";

/** Reading a log from the disk takes seconds at most. */
const READ_MS = 60_000;

/** Reconnects to an ended run at different places of its log, and with ids that do not match it. */
export async function comeBackLate(
	visitor: Client,
	video_id: string,
	last_id: string,
): Promise<Outcome> {
	const [run = "", end] = last_id.split("-");
	const last = Number(end);
	const { statements } = await visitor.report(video_id);
	const read = async (last_event_id: string) => {
		const reader = await visitor.events(video_id, last_event_id);
		await within(READ_MS, reader.ended);
		return reader;
	};

	/** Expects exactly the events after `seq`. */
	async function resume(seq: number): Promise<string | null> {
		const { status, events } = await read(`${run}-${seq}`);
		const missed = Array.from({ length: last - seq }, (_, place) => `${run}-${seq + place + 1}`);
		const whole = String(events.map(({ id }) => id)) === String(missed);
		if (whole && status === (seq === last ? 204 : 200)) return null;
		return `after ${seq} of ${last} came ${events.length} events`;
	}

	/** Expects a snapshot of the result and the ending. */
	async function beginAnew(id: string): Promise<string | null> {
		const [first, ...rest] = (await read(id)).events;
		const shown = first?.data as Report | undefined;
		const names = [first, ...rest].map((it) => it?.event);
		const whole = sameIds(shown?.statements ?? [], statements);
		return whole && String(names) === "snapshot,completed"
			? null
			: `after "${id.slice(0, 20)}" came ${names}`;
	}

	const { events } = await read(`${run}-0`);
	const told = events
		.filter(({ event }) => event === "statement")
		.map(({ data }) => data as Statement);
	const laws = [sameIds(told, statements) ? null : `the log tells ${told.length} statements`];
	for (const seq of [0, 1, Math.floor(last / 2), last - 1, last]) laws.push(await resume(seq));
	for (const id of ["an-earlier-run-7", `${run}x-3`, "-1", "9".repeat(5_000)])
		laws.push(await beginAnew(id));
	const broken = laws.filter((law) => law !== null);
	return {
		part: "a full event log",
		tried: laws.length,
		survived: laws.length - broken.length,
		broken,
		notes: [`the log of ${statements.length} statements has ${last} events`],
	};
}

function sameIds(a: Statement[], b: Statement[]): boolean {
	const ids = (of: Statement[]) => String(of.map(({ id }) => id).sort());
	return ids(a) === ids(b);
}
