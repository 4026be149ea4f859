import * as z from "zod";
import { ChannelId } from "#contract/ids.ts";
import { asWritten } from "#contract/written-text.ts";
import type { OutboundBounds, OutboundFetch } from "#outbound/outbound.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { ask } from "./ask.ts";

/** One channel takes some kilobytes, because descriptions have at most 1,000 characters. */
const BOUNDS: OutboundBounds = { timeout_ms: 5_000, max_bytes: 256_000 };
/** YouTube allows at most 100 characters; limits what is stored. */
const MAX_NAME_CHARS = 300;

const Item = z.object({
	id: ChannelId,
	snippet: z.object({ title: z.string().min(1), description: z.string().catch("") }),
});
/** `items` is missing if nothing was found. */
const ChannelList = z.object({
	kind: z.literal("youtube#channelListResponse"),
	items: z.array(Item).default([]),
});

/**
 * The Data API's channels.list. `base_url` has no trailing slash. A call costs one unit of the
 * key's daily quota.
 */
export function createChannelSource(
	fetch: OutboundFetch,
	base_url: string,
	key: string,
): ChannelSource {
	return {
		channel: async (query): Promise<ChannelCall> => {
			const parameters = new URLSearchParams({ part: "snippet", ...toFilter(query), key });
			const url = `${base_url}/channels?${parameters}`;
			const asked = await ask(fetch, url, {}, BOUNDS);
			if (!asked.ok || asked.status !== 200) return { ok: false };
			const list = ChannelList.safeParse(tryParseJson(asked.body));
			if (!list.success) return { ok: false };
			const [item] = list.data.items;
			if (!item) return { ok: true, channel: null };
			const another = "id" in query && item.id !== query.id;
			return another ? { ok: false } : { ok: true, channel: toChannel(item) };
		},
	};
}

function toFilter(query: ChannelQuery): Record<string, string> {
	if ("id" in query) return { id: query.id };
	return "handle" in query ? { forHandle: `@${query.handle}` } : { forUsername: query.username };
}

function toChannel({ id, snippet }: z.infer<typeof Item>): Channel {
	return {
		channel_id: id,
		channel_name: asWritten(snippet.title).slice(0, MAX_NAME_CHARS),
		description: snippet.description,
	};
}

/** The name by which a channel is requested. */
export type ChannelQuery =
	| { id: string }
	/** Without the "@". */
	| { handle: string }
	| { username: string };

export type Channel = {
	channel_id: string;
	channel_name: string;
	/** The description as entered by its owner, with line breaks. */
	description: string;
};

/** `channel` is null if YouTube does not know it. */
export type ChannelCall = { ok: true; channel: Channel | null } | { ok: false };

/** Reads channels from the YouTube Data API; requires a key. */
export interface ChannelSource {
	channel(query: ChannelQuery): Promise<ChannelCall>;
}
