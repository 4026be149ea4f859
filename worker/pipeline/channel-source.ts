/** By which of its names a channel is asked for. */
export type ChannelQuery =
	| { id: string }
	/** Without the "@". */
	| { handle: string }
	| { username: string };

export type Channel = {
	channel_id: string;
	channel_name: string;
	/** As its owner wrote it, line breaks included. */
	description: string;
};

/** `channel` is null where the platform knows no such channel. */
export type ChannelCall = { ok: true; channel: Channel | null } | { ok: false };

/** The platform's data service, asked about channels; needs a key. */
export interface ChannelSource {
	channel(query: ChannelQuery): Promise<ChannelCall>;
}
