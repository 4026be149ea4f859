import { RunId } from "#contract/ids.ts";

/** A place in a run's event stream; written `<run>-<seq>`. */
export type EventId = { run: RunId; seq: number };

export function formatEventId({ run, seq }: EventId): string {
	return `${run}-${seq}`;
}

/** null for anything that is not ours: the stream then starts with a snapshot. */
export function parseEventId(text: string | null | undefined): EventId | null {
	const match = /^([0-9a-z]{1,40})-(\d{1,9})$/.exec(text ?? "");
	if (!match) return null;
	const run = RunId.safeParse(match[1]);
	return run.success ? { run: run.data, seq: Number(match[2]) } : null;
}
