import { describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import { type ChannelLookups, resolveChannel } from "#features/channels/resolve-channel.ts";
import { type ChannelLink, parseChannelUrl } from "#features/youtube/channel-url.ts";
import type { ChannelCall, ChannelQuery } from "#features/youtube/channels.ts";
import type { MetadataReading } from "#features/youtube/metadata.ts";
import { runFailure } from "#http/run-failures.ts";

const ID = "UCharbourtalks0123456789";
const HARBOUR = { channel_id: ID, channel_name: "Harbour Talks" };
const METADATA = {
	title: "A talk",
	channel_name: "Harbour Talks",
	channel_id: ID,
	thumbnail_url: "",
	duration: 20,
	view_count: null,
	published_at: null,
	description: "",
};

function linkTo(path: string): ChannelLink {
	const parsed = parseChannelUrl(`https://www.youtube.com/${path}`);
	if (!parsed.ok) throw new Error(parsed.message);
	return parsed.link;
}

const VIDEO = linkTo("watch?v=abcdefghijk");

/** Lookups of a site without a key and without analyses, overridden by `fields`. */
function lookups(fields: Partial<ChannelLookups> = {}): ChannelLookups {
	return {
		channels: null,
		readVideo: async () => {
			throw new Error("Nobody asks for a video here");
		},
		storedChannelOf: async () => null,
		storedNameOf: async () => null,
		...fields,
	};
}

/** A data service that answers each query from this map. */
function service(answers: Record<string, ChannelCall>) {
	const asked: ChannelQuery[] = [];
	return {
		asked,
		channels: {
			channel: async (query: ChannelQuery) => {
				asked.push(query);
				return answers[JSON.stringify(query)] ?? { ok: true, channel: null };
			},
		},
	};
}

const knows = (query: ChannelQuery): Record<string, ChannelCall> => ({
	[JSON.stringify(query)]: { ok: true, channel: { ...HARBOUR, description: "" } },
});

describe("resolveChannel with a key", () => {
	it.each([
		[`channel/${ID}`, [{ id: ID }]],
		["@harbour", [{ handle: "harbour" }]],
		["user/harbour", [{ username: "harbour" }]],
		["c/harbour", [{ handle: "harbour" }]],
	])("looks up %s by the link's own kind of name", async (path, queries) => {
		const { channels, asked } = service(knows(queries[0] as ChannelQuery));
		const resolution = await resolveChannel(lookups({ channels }), linkTo(path));
		expect(resolution).toEqual({ kind: "found", ...HARBOUR });
		expect(asked).toEqual(queries);
	});

	it("looks up an old custom name as a handle, then as a user name", async () => {
		const { channels, asked } = service(knows({ username: "harbour" }));
		expect(await resolveChannel(lookups({ channels }), linkTo("harbour"))).toMatchObject({
			kind: "found",
		});
		expect(asked).toEqual([{ handle: "harbour" }, { username: "harbour" }]);
	});

	it.each([`channel/${ID}`, "@harbour", "c/harbour", "user/harbour"])(
		"reports %s as missing if YouTube does not know it",
		async (path) => {
			const { channels } = service({});
			expect(await resolveChannel(lookups({ channels }), linkTo(path))).toEqual({
				kind: "missing",
				what: "channel",
			});
		},
	);

	it("leaves a name unresolved while YouTube does not answer", async () => {
		const channels = { channel: async () => ({ ok: false }) as const };
		expect(await resolveChannel(lookups({ channels }), linkTo("@harbour"))).toEqual({
			kind: "unresolved",
			channel_name: "@harbour",
			reason: "unresolved",
		});
	});

	it("accepts an id even while YouTube does not answer", async () => {
		const channels = { channel: async () => ({ ok: false }) as const };
		expect(await resolveChannel(lookups({ channels }), linkTo(`channel/${ID}`))).toEqual({
			kind: "found",
			channel_id: ID,
			channel_name: ID,
		});
	});
});

describe("resolveChannel without a key", () => {
	it("takes the name of an id from stored analyses", async () => {
		const storedNameOf = async () => "Harbour Talks";
		expect(await resolveChannel(lookups({ storedNameOf }), linkTo(`channel/${ID}`))).toEqual({
			kind: "found",
			...HARBOUR,
		});
	});

	it("leaves a name unresolved and returns it as in the link", async () => {
		expect(await resolveChannel(lookups(), linkTo("@harbour"))).toEqual({
			kind: "unresolved",
			channel_name: "@harbour",
			reason: "cannot_look_up",
		});
	});
});

describe("resolveChannel for a video link", () => {
	const readVideo = (reading: MetadataReading) => ({ readVideo: async () => reading });

	it("returns the channel of the stored analysis", async () => {
		const storedChannelOf = async (id: VideoId) =>
			id === VideoId.parse("abcdefghijk") ? HARBOUR : null;
		expect(await resolveChannel(lookups({ storedChannelOf }), VIDEO)).toEqual({
			kind: "found",
			...HARBOUR,
		});
	});

	it("returns the channel that YouTube reports if nothing is stored", async () => {
		const found = readVideo({ ok: true, metadata: METADATA, player: null });
		expect(await resolveChannel(lookups(found), VIDEO)).toEqual({ kind: "found", ...HARBOUR });
	});

	it.each([null, "", "not-an-id"])(
		"leaves it unresolved if the channel id is %j",
		async (channel_id) => {
			const metadata = { ...METADATA, channel_id };
			const found = readVideo({ ok: true, metadata, player: null });
			expect(await resolveChannel(lookups(found), VIDEO)).toEqual({
				kind: "unresolved",
				channel_name: "Harbour Talks",
				reason: "unresolved",
			});
		},
	);

	it("reports a video that does not exist as missing, and a private one as unresolved", async () => {
		const gone = readVideo({ ok: false, error: runFailure("video_not_found") });
		expect(await resolveChannel(lookups(gone), VIDEO)).toEqual({ kind: "missing", what: "video" });
		const silent = readVideo({ ok: false, error: runFailure("video_private") });
		expect(await resolveChannel(lookups(silent), VIDEO)).toMatchObject({
			kind: "unresolved",
			reason: "unresolved",
		});
	});
});
