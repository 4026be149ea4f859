import type { Cue } from "#contract/video.ts";

/** The kind of endpoint. */
export type FakeYoutubeKind = "player" | "timedtext" | "oembed" | "videos" | "channels" | "feed";

export type FakeTrack = {
	language: string;
	kind?: "manual" | "asr";
	/** The spoken text, served as json3 with the platform's peculiarities. */
	cues?: Cue[];
	/** Served unchanged instead of the cues. */
	body?: string;
	/** The track's URL requires a proof of origin token, so its response is empty. */
	gated?: boolean;
	/** The track's URL looks normal, but its response is empty. */
	withheld?: boolean;
};

type FakePlayability =
	| "ok"
	| "bot_check"
	| "age_restricted"
	| "private"
	| "gone"
	| "live_offline"
	| "live_now"
	| "live_ended"
	| "live_post"
	| "live_not_kept"
	| "premiere"
	| "members_only";

/** How a call fails. */
export type FakeYoutubeFault =
	| {
			status: number;
			body?: string;
			reason?: string;
			form?: "old" | "new";
			/** The target of a redirect. */
			location?: string;
	  }
	| "empty"
	| "html"
	| "captcha"
	| "not_json"
	| "huge"
	| "slow_drip"
	| "never_answers"
	| "reset"
	| "reset_within"
	| "redirect";

export type FakeVideo = {
	title: string;
	channel_name: string;
	channel_id: string;
	/** Seconds. */
	duration: number;
	view_count: number | null;
	/** ISO 8601 instant. */
	published_at: string;
	description: string;
	playability: FakePlayability;
	/** null: the player's response has no captions section. */
	tracks: FakeTrack[] | null;
	/** The ids of its audio tracks, as "en.4" of the original; empty for one sound alone. */
	sounds: string[];
	/** The index of the captions that YouTube shows; null if the answer does not say. */
	shown_track: number | null;
	/** What the channel says is spoken; null if nothing. */
	audio_language: string | null;
	embeddable: boolean;
	/** Overrides by client app. */
	as_client: Record<string, Partial<FakeVideo>>;
	delay_ms: Partial<Record<FakeYoutubeKind, number>>;
	fault: Partial<Record<FakeYoutubeKind, FakeYoutubeFault>>;
};

export type FakeChannel = {
	title: string;
	description: string;
	/** Without the "@"; null if it has none. */
	handle: string | null;
	/** The legacy user name; null if it has none. */
	username: string | null;
	fault: FakeYoutubeFault | null;
};

export const PLAIN_CHANNEL: FakeChannel = {
	title: "Harbour Talks",
	description: "",
	handle: null,
	username: null,
	fault: null,
};

const TALK: Cue[] = [
	{ start: 0.5, text: "Good evening and welcome to the lighthouse." },
	{ start: 4, text: "It was built in 1874 and stands 31 metres tall." },
	{ start: 9.2, text: "Its lamp can be seen from 26 nautical miles away." },
	{ start: 14, text: "Keepers lived here until 1983." },
];

/** A plain talk with manual and automatic captions. */
export const PLAIN_VIDEO: FakeVideo = {
	title: "An evening at the lighthouse",
	channel_name: "Harbour Talks",
	channel_id: "UCharbourtalks0123456789",
	duration: 20,
	view_count: 1234,
	published_at: "2025-05-04T18:30:00Z",
	description: "A talk.",
	playability: "ok",
	tracks: [
		{ language: "en", cues: TALK },
		{ language: "en", kind: "asr", cues: TALK },
	],
	sounds: [],
	shown_track: null,
	audio_language: null,
	embeddable: true,
	as_client: {},
	delay_ms: {},
	fault: {},
};

/** The response to a caption request with fmt=json3. */
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
	return { tStartMs: start * 1000, dDurationMs: 3000, segs: [{ utf8: text }] };
}

/** Automatic captions arrive word by word, overlap and scroll with line feeds. */
function heard({ start, text }: Cue) {
	const tStartMs = start * 1000;
	const segs = text
		.split(" ")
		.map((word, index) => ({
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
		video === null || ["private", "gone"].includes(video.playability) ? [] : [videoItem(id, video)],
	);
	return {
		kind: "youtube#videoListResponse",
		etag: "fake-etag",
		items,
		pageInfo: { totalResults: items.length, resultsPerPage: items.length },
	};
}

export function isUpcoming({ playability }: FakeVideo): boolean {
	return playability === "live_offline" || playability === "premiere";
}

/** Whether it has no length yet. */
export function isEndless(video: FakeVideo): boolean {
	return video.playability === "live_now" || isUpcoming(video);
}

function broadcast(video: FakeVideo): "live" | "upcoming" | "none" {
	if (isUpcoming(video)) return "upcoming";
	return video.playability === "live_now" ? "live" : "none";
}

function videoItem(id: string, video: FakeVideo) {
	const minutes = Math.floor(video.duration / 60);
	const hidden = video.view_count === null;
	return {
		kind: "youtube#video",
		etag: "fake-item-etag",
		id,
		snippet: {
			publishedAt: video.published_at,
			channelId: video.channel_id,
			title: video.title,
			description: video.description,
			thumbnails: {
				default: { url: `https://i.ytimg.com/vi/${id}/default.jpg`, width: 120 },
				maxres: { url: `https://i.ytimg.com/vi/${id}/maxresdefault.jpg`, width: 1280 },
			},
			channelTitle: video.channel_name,
			...(video.audio_language === null ? {} : { defaultAudioLanguage: video.audio_language }),
			liveBroadcastContent: broadcast(video),
		},
		contentDetails: {
			duration: isEndless(video) ? "P0D" : `PT${minutes}M${video.duration % 60}S`,
			caption: video.tracks === null ? "false" : "true",
		},
		statistics: hidden ? {} : { viewCount: String(video.view_count) },
	};
}

/** Like YouTube, omits `items` if there are none. */
export function channelsBody(found: { id: string; channel: FakeChannel } | null): unknown {
	const head = { kind: "youtube#channelListResponse", etag: "fake-etag" };
	if (found === null) return { ...head, pageInfo: { totalResults: 0 } };
	const { title, description, handle } = found.channel;
	const snippet = { title, description, customUrl: handle && `@${handle}` };
	const item = { kind: "youtube#channel", id: found.id, snippet };
	return { ...head, pageInfo: { totalResults: 1 }, items: [item] };
}

/** An error of the data API in its old or new form. */
export function dataApiError(status: number, reason: string, form: "old" | "new"): unknown {
	const message = `Project 123456789 may not do this (${reason}).`;
	const named =
		form === "old"
			? { errors: [{ message, domain: "usageLimits", reason }] }
			: { details: [{ "@type": "fake.ErrorInfo", reason, domain: "fake" }] };
	return { error: { code: status, message, ...named } };
}

/** A video in a channel's public feed; `published_at` as the feed writes it. */
export type FakeUpload = { id: string; title: string; published_at: string };

/** The public feed of a channel, with the platform's own elements. Its own id has no prefix. */
export function feedBody(
	channel_id: string,
	title: string,
	uploads: readonly FakeUpload[],
): string {
	const text = (value: string) =>
		value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
	const author = `<author><name>${text(title)}</name><uri>https://www.youtube.com/channel/${channel_id}</uri></author>`;
	const entries = uploads.map(
		(it) => ` <entry>
  <id>yt:video:${it.id}</id>
  <yt:videoId>${it.id}</yt:videoId>
  <yt:channelId>${channel_id}</yt:channelId>
  <title>${text(it.title)}</title>
  <link rel="alternate" href="https://www.youtube.com/watch?v=${it.id}"/>
  ${author}
  <published>${it.published_at}</published>
  <updated>${it.published_at}</updated>
  <media:group>
   <media:title>${text(it.title)}</media:title>
   <media:content url="https://www.youtube.com/v/${it.id}?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i1.ytimg.com/vi/${it.id}/hqdefault.jpg" width="480" height="360"/>
   <media:description>About it.</media:description>
   <media:community>
    <media:starRating count="9" average="5.00" min="1" max="5"/>
    <media:statistics views="123"/>
   </media:community>
  </media:group>
 </entry>
`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=${channel_id}"/>
 <id>yt:channel:${channel_id.slice(2)}</id>
 <yt:channelId>${channel_id.slice(2)}</yt:channelId>
 <title>${text(title)}</title>
 <link rel="alternate" href="https://www.youtube.com/channel/${channel_id}"/>
 ${author}
 <published>2015-01-01T00:00:00+00:00</published>
${entries.join("")}</feed>
`;
}
