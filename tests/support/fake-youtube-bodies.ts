import type { Cue } from "#contract/video.ts";
import type {
	FakeChannel,
	FakeTrack,
	FakeVideo,
} from "./fake-youtube-scenario.ts";

/** What a caption address answers with fmt=json3. */
export function timedtextBody(track: FakeTrack | undefined): string {
	if (track === undefined || track.gated || track.withheld) return "";
	if (track.body !== undefined) return track.body;
	const cues = track.cues ?? [];
	const events =
		track.kind === "asr"
			? [{ tStartMs: 0, dDurationMs: 60_000, id: 1 }, ...cues.flatMap(heard)]
			: cues.map(typed);
	return JSON.stringify({ wireMagic: "pb3", pens: [{}], events });
}

function typed({ start, text }: Cue) {
	return {
		tStartMs: start * 1000,
		dDurationMs: 3000,
		segs: [{ utf8: text }],
	};
}

/** Automatic captions come word by word, overlap, and scroll by a line feed. */
function heard({ start, text }: Cue) {
	const tStartMs = start * 1000;
	const segs = text.split(" ").map((word, index) => ({
		utf8: index === 0 ? word : ` ${word}`,
		tOffsetMs: index * 200,
		acAsrConf: 240,
	}));
	const scroll = { aAppend: 1, segs: [{ utf8: "\n" }] };
	return [
		{ tStartMs, dDurationMs: 9000, wWinId: 1, segs },
		{ tStartMs: tStartMs + 2000, dDurationMs: 7000, wWinId: 1, ...scroll },
	];
}

export function oembedBody(id: string, video: FakeVideo): unknown {
	return {
		title: video.title,
		author_name: video.channel_name,
		author_url: "https://www.youtube.com/@harbourtalks",
		type: "video",
		height: 113,
		width: 200,
		version: "1.0",
		provider_name: "YouTube",
		provider_url: "https://www.youtube.com/",
		thumbnail_height: 360,
		thumbnail_width: 480,
		thumbnail_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
		html: '<iframe src="https://www.youtube.com/embed/"></iframe>',
	};
}

export function videosBody(asked: [string, FakeVideo | null][]): unknown {
	const items = asked.flatMap(([id, video]) =>
		video === null || ["private", "gone"].includes(video.playability)
			? []
			: [videoItem(id, video)],
	);
	return {
		kind: "youtube#videoListResponse",
		etag: "fake-etag",
		items,
		pageInfo: { totalResults: items.length, resultsPerPage: items.length },
	};
}

function videoItem(id: string, video: FakeVideo) {
	const minutes = Math.floor(video.duration / 60);
	const live = video.playability.startsWith("live");
	const hidden = video.view_count === null;
	return {
		kind: "youtube#video",
		etag: "fake-item-etag",
		id,
		snippet: {
			publishedAt: video.published_at,
			channelId: video.channel_id,
			title: video.title,
			description: "A talk.",
			thumbnails: {
				default: {
					url: `https://i.ytimg.com/vi/${id}/default.jpg`,
					width: 120,
				},
				maxres: {
					url: `https://i.ytimg.com/vi/${id}/maxresdefault.jpg`,
					width: 1280,
				},
			},
			channelTitle: video.channel_name,
			liveBroadcastContent: live ? "upcoming" : "none",
		},
		contentDetails: {
			duration: live ? "P0D" : `PT${minutes}M${video.duration % 60}S`,
			caption: video.tracks === null ? "false" : "true",
		},
		statistics: hidden ? {} : { viewCount: String(video.view_count) },
	};
}

/** As in reality `items` is left out where there is none. */
export function channelsBody(
	found: { id: string; channel: FakeChannel } | null,
): unknown {
	const head = { kind: "youtube#channelListResponse", etag: "fake-etag" };
	if (found === null) return { ...head, pageInfo: { totalResults: 0 } };
	const { title, description, handle } = found.channel;
	const snippet = { title, description, customUrl: handle && `@${handle}` };
	const item = { kind: "youtube#channel", id: found.id, snippet };
	return { ...head, pageInfo: { totalResults: 1 }, items: [item] };
}

/** An error of the data service, in its old form or its new one. */
export function dataApiError(
	status: number,
	reason: string,
	form: "old" | "new",
): unknown {
	const message = `Project 123456789 may not do this (${reason}).`;
	const named =
		form === "old"
			? { errors: [{ message, domain: "usageLimits", reason }] }
			: { details: [{ "@type": "fake.ErrorInfo", reason, domain: "fake" }] };
	return { error: { code: status, message, ...named } };
}
