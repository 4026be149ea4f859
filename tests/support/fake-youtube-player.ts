import type { FakeTrack, FakeVideo } from "./fake-youtube-scenario.ts";

const VARIOUS = {
	bot_check: {
		status: "LOGIN_REQUIRED",
		reason: "Sign in to confirm you’re not a bot",
	},
	age_restricted: {
		status: "LOGIN_REQUIRED",
		reason: "This video may be inappropriate for some users.",
		desktopLegacyAgeGateReason: 1,
	},
	private: {
		status: "LOGIN_REQUIRED",
		messages: [
			"This is a private video. Please sign in to verify that you may see it.",
		],
	},
	gone: { status: "ERROR", reason: "This video is unavailable" },
	live_offline: {
		status: "LIVE_STREAM_OFFLINE",
		reason: "This live event will begin in 3 hours.",
	},
	members_only: {
		status: "UNPLAYABLE",
		reason: "Join this channel to get access to members-only content.",
	},
};

/** Playabilities that come with the video's details. */
const WITH_DETAILS = new Set([
	"ok",
	"live_now",
	"age_restricted",
	"live_offline",
	"members_only",
]);

/** What the player endpoint answers an app; null is a video that does not exist. */
export function playerBody(
	id: string,
	video: FakeVideo | null,
	client: string | null,
): unknown {
	const playability = video?.playability ?? "gone";
	const playable = playability === "ok" || playability === "live_now";
	const status = playable
		? { status: "OK", playableInEmbed: video?.embeddable }
		: VARIOUS[playability];
	const shown = video !== null && WITH_DETAILS.has(playability);
	const captions =
		playable && video?.tracks ? captionsBody(id, video.tracks, client) : {};
	return {
		responseContext: { visitorData: "CgtmYWtlLXZpc2l0b3I%3D" },
		playabilityStatus: { ...status, contextParams: "Q0FFU0FnZ0I=" },
		...captions,
		...(shown ? { videoDetails: details(id, video) } : {}),
	};
}

function details(id: string, video: FakeVideo) {
	const live = video.playability.startsWith("live");
	return {
		videoId: id,
		title: video.title,
		lengthSeconds: String(live ? 0 : video.duration),
		channelId: video.channel_id,
		shortDescription: "A talk.",
		isCrawlable: true,
		thumbnail: {
			thumbnails: [
				{ url: `https://i.ytimg.com/vi/${id}/default.jpg`, width: 120 },
				{ url: `https://i.ytimg.com/vi/${id}/sddefault.jpg`, width: 640 },
			],
		},
		...(video.view_count === null
			? {}
			: { viewCount: String(video.view_count) }),
		author: video.channel_name,
		isPrivate: false,
		isLiveContent: live,
		...(video.playability === "live_now" ? { isLive: true } : {}),
		...(video.playability === "live_offline" ? { isUpcoming: true } : {}),
	};
}

function captionsBody(id: string, tracks: FakeTrack[], client: string | null) {
	return {
		captions: {
			playerCaptionsTracklistRenderer: {
				captionTracks: tracks.map((track, index) => ({
					baseUrl: trackAddress(id, track, index, client),
					name: { runs: [{ text: track.language }] },
					vssId: `${track.kind === "asr" ? "a" : ""}.${track.language}`,
					languageCode: track.language,
					...(track.kind === "asr" ? { kind: "asr" } : {}),
					isTranslatable: true,
					trackName: "",
				})),
				audioTracks: [{ captionTrackIndices: tracks.map((_, index) => index) }],
				translationLanguages: [
					{ languageCode: "ar", languageName: { runs: [{ text: "Arabic" }] } },
				],
				defaultAudioTrackIndex: 0,
			},
		},
	};
}

/**
 * As in reality the address is the platform's own, whoever hands it out. `c` and
 * `n` let the stand-in find the scenario and the track again.
 */
function trackAddress(
	id: string,
	track: FakeTrack,
	index: number,
	client: string | null,
): string {
	const gate = track.gated ? "&exp=xpe" : "";
	const kind = track.kind === "asr" ? "&kind=asr" : "";
	return `https://www.youtube.com/api/timedtext?v=${id}&caps=asr${gate}&hl=en&ip=0.0.0.0&ipbits=0&expire=1999999999&sparams=ip,ipbits,expire,v,caps&signature=0A1B.2C3D&key=yt8&c=${client}&n=${index}${kind}&lang=${track.language}&fmt=srv3`;
}
