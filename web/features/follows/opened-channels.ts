import type { Subject } from "./use-follows.ts";

const KEY = "opened-channels";
/** As many as the empty page suggests. */
const REMEMBERED = 3;

/** Remembers in this browser that the member has opened a report of the channel. */
export function rememberOpened(member_id: string, channel: Subject): void {
	const others = readOpened(member_id).filter(({ id }) => id !== channel.id);
	const channels = [channel, ...others].slice(0, REMEMBERED);
	try {
		// Those of another member on this screen are replaced.
		localStorage.setItem(KEY, JSON.stringify({ member_id, channels }));
	} catch {
		// Storage is blocked or full, so there are no suggestions.
	}
}

/** The channels whose reports the member opened last here, for a member who follows nothing. */
export function readOpened(member_id: string): Subject[] {
	try {
		const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as {
			member_id?: unknown;
			channels?: unknown;
		} | null;
		if (stored?.member_id !== member_id || !Array.isArray(stored.channels)) return [];
		return stored.channels.filter(isChannel);
	} catch {
		return [];
	}
}

function isChannel(value: unknown): value is Subject {
	const { kind, id, title } = (value ?? {}) as Partial<Record<keyof Subject, unknown>>;
	return kind === "channel" && typeof id === "string" && typeof title === "string";
}
