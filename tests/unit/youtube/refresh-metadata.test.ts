import { describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import type { MetadataSources } from "#features/youtube/metadata.ts";
import type { Metadata, OembedCall, VideosDataCall } from "#features/youtube/metadata-sources.ts";
import { readMetadataAgain } from "#features/youtube/refresh-metadata.ts";

const A = VideoId.parse("aaaaaaaaaaa");
const B = VideoId.parse("bbbbbbbbbbb");
const C = VideoId.parse("ccccccccccc");

function metadata(title: string): Metadata {
	return {
		title,
		channel_name: "Harbour Talks",
		channel_id: null,
		thumbnail_url: "",
		duration: 60,
		view_count: 3,
		published_at: null,
		description: "",
	};
}

function sources(
	answers: { videos?: VideosDataCall; oembed?: Record<string, OembedCall> },
	asked: string[] = [],
): MetadataSources {
	const { videos, oembed = {} } = answers;
	return {
		data_api: videos
			? {
					video: async () => {
						throw new Error("one at a time");
					},
					videos: async (ids) => {
						asked.push(ids.join());
						return videos;
					},
				}
			: null,
		player: { clients: [], player: async () => ({ ok: false, kind: "unreachable" }) },
		oembed: {
			oembed: async (id) => {
				asked.push(id);
				return oembed[id] ?? { ok: false, kind: "unreachable" };
			},
		},
		now: () => 0,
	};
}

describe("readMetadataAgain", () => {
	it("sends all ids to the Data API at once and reports missing videos as gone", async () => {
		const asked: string[] = [];
		const found = new Map([[A, metadata("Tides, revised")]]);
		const from = sources({ videos: { ok: true, found } }, asked);
		expect(await readMetadataAgain(from, [A, B])).toEqual(
			new Map<string, unknown>([
				[A, { state: "there", metadata: metadata("Tides, revised") }],
				[B, { state: "gone" }],
			]),
		);
		expect(asked).toEqual([`${A},${B}`]);
	});

	it("returns unknown for a spent quota without asking other sources", async () => {
		const asked: string[] = [];
		const spent: VideosDataCall = {
			ok: false,
			status: 403,
			status_text: "Forbidden",
			reason: "quotaExceeded",
		};
		expect(await readMetadataAgain(sources({ videos: spent }, asked), [A, B])).toEqual(
			new Map([A, B].map((id) => [id, { state: "unknown" }])),
		);
		expect(asked).toHaveLength(1);
	});

	it("asks oEmbed for one video after another and stops when it does not answer", async () => {
		const asked: string[] = [];
		const oembed: Record<string, OembedCall> = {
			[A]: { ok: true, metadata: metadata("Tides") },
			[B]: { ok: false, kind: "unreachable" },
			[C]: { ok: true, metadata: metadata("Never asked") },
		};
		expect(await readMetadataAgain(sources({ oembed }, asked), [A, B, C])).toEqual(
			new Map<string, unknown>([
				[A, { state: "there", metadata: metadata("Tides") }],
				[B, { state: "unknown" }],
			]),
		);
		expect(asked).toEqual([A, B]);
	});

	it.each([
		["missing", "gone"],
		["forbidden", "gone"],
		["unauthorized", "unknown"],
		["blocked", "unknown"],
		["unreachable", "unknown"],
	] as const)("maps an oEmbed answer of %s to %s", async (kind, state) => {
		const oembed: Record<string, OembedCall> = { [A]: { ok: false, kind } };
		const seen = await readMetadataAgain(sources({ oembed }), [A]);
		expect(seen.get(A)).toEqual({ state });
	});
});
