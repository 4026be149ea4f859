import { describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import {
	type ChannelLookups,
	resolveChannel,
} from "#features/channels/resolve-channel.ts";
import {
	type ChannelLink,
	parseChannelUrl,
} from "#features/youtube/channel-url.ts";
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
};

function linkTo(path: string): ChannelLink {
	const parsed = parseChannelUrl(`https://www.youtube.com/${path}`);
	if (!parsed.ok) throw new Error(parsed.message);
	return parsed.link;
}

const VIDEO = linkTo("watch?v=abcdefghijk");

/** Lookups of a site without a key and without analyses, over which `fields` go. */
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

/** A data service that answers by the query's own words. */
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
	[JSON.stringify(query)]: {
		ok: true,
		channel: { ...HARBOUR, description: "" },
	},
});

describe("with a key", () => {
	it.each([
		[`channel/${ID}`, [{ id: ID }]],
		["@harbour", [{ handle: "harbour" }]],
		["user/harbour", [{ username: "harbour" }]],
		["c/harbour", [{ handle: "harbour" }]],
	])("%s is looked up by what it says", async (path, queries) => {
		const { channels, asked } = service(knows(queries[0] as ChannelQuery));
		const resolution = await resolveChannel(
			lookups({ channels }),
			linkTo(path),
		);
		expect(resolution).toEqual({ kind: "found", ...HARBOUR });
		expect(asked).toEqual(queries);
	});

	it("an old custom name is a handle, or else an old user's", async () => {
		const { channels, asked } = service(knows({ username: "harbour" }));
		expect(
			await resolveChannel(lookups({ channels }), linkTo("harbour")),
		).toMatchObject({ kind: "found" });
		expect(asked).toEqual([{ handle: "harbour" }, { username: "harbour" }]);
	});

	it.each([`channel/${ID}`, "@harbour", "c/harbour", "user/harbour"])(
		"%s is missing where the platform knows none",
		async (path) => {
			const { channels } = service({});
			expect(await resolveChannel(lookups({ channels }), linkTo(path))).toEqual(
				{ kind: "missing", what: "channel" },
			);
		},
	);

	it("a name is left to the team while the platform does not answer", async () => {
		const channels = { channel: async () => ({ ok: false }) as const };
		expect(
			await resolveChannel(lookups({ channels }), linkTo("@harbour")),
		).toEqual({
			kind: "unresolved",
			channel_name: "@harbour",
			reason: "unresolved",
		});
	});

	it("an id is one even while the platform does not answer", async () => {
		const channels = { channel: async () => ({ ok: false }) as const };
		expect(
			await resolveChannel(lookups({ channels }), linkTo(`channel/${ID}`)),
		).toEqual({ kind: "found", channel_id: ID, channel_name: ID });
	});
});

describe("without a key", () => {
	it("an id is named as stored analyses name it", async () => {
		const storedNameOf = async () => "Harbour Talks";
		expect(
			await resolveChannel(lookups({ storedNameOf }), linkTo(`channel/${ID}`)),
		).toEqual({ kind: "found", ...HARBOUR });
	});

	it("a name is left to the team, in the link's own words", async () => {
		expect(await resolveChannel(lookups(), linkTo("@harbour"))).toEqual({
			kind: "unresolved",
			channel_name: "@harbour",
			reason: "cannot_look_up",
		});
	});
});

describe("a video's link", () => {
	const readVideo = (reading: MetadataReading) => ({
		readVideo: async () => reading,
	});

	it("means the channel that its stored analysis names", async () => {
		const storedChannelOf = async (id: VideoId) =>
			id === VideoId.parse("abcdefghijk") ? HARBOUR : null;
		expect(await resolveChannel(lookups({ storedChannelOf }), VIDEO)).toEqual({
			kind: "found",
			...HARBOUR,
		});
	});

	it("means the channel that the platform names, where nothing is stored", async () => {
		const found = readVideo({ ok: true, metadata: METADATA, player: null });
		expect(await resolveChannel(lookups(found), VIDEO)).toEqual({
			kind: "found",
			...HARBOUR,
		});
	});

	it.each([null, "", "not-an-id"])(
		"is left to the team where the channel's id is %j",
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

	it("of no video is missing; of one that tells nothing is the team's", async () => {
		const gone = readVideo({ ok: false, error: runFailure("video_not_found") });
		expect(await resolveChannel(lookups(gone), VIDEO)).toEqual({
			kind: "missing",
			what: "video",
		});
		const silent = readVideo({ ok: false, error: runFailure("video_private") });
		expect(await resolveChannel(lookups(silent), VIDEO)).toMatchObject({
			kind: "unresolved",
			reason: "unresolved",
		});
	});
});
