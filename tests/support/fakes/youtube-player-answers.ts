import { type FakeTrack, type FakeVideo, isEndless, isUpcoming } from "./youtube-answers.ts";

const VARIOUS = {
	bot_check: { status: "LOGIN_REQUIRED", reason: "Sign in to confirm you’re not a bot" },
	age_restricted: {
		status: "LOGIN_REQUIRED",
		reason: "This video may be inappropriate for some users.",
		desktopLegacyAgeGateReason: 1,
	},
	private: {
		status: "LOGIN_REQUIRED",
		messages: ["This is a private video. Please sign in to verify that you may see it."],
	},
	gone: { status: "ERROR", reason: "This video is unavailable" },
	live_offline: { status: "LIVE_STREAM_OFFLINE", reason: "This live event will begin in 3 hours." },
	live_ended: { status: "LIVE_STREAM_OFFLINE", reason: "This live event has ended." },
	live_not_kept: { status: "UNPLAYABLE", reason: "This live stream recording is not available." },
	premiere: {
		status: "LIVE_STREAM_OFFLINE",
		reason: "Premieres in 2 days",
		liveStreamability: {
			liveStreamabilityRenderer: {
				offlineSlate: { liveStreamOfflineSlateRenderer: { scheduledStartTime: "1772604000" } },
			},
		},
	},
	members_only: {
		status: "UNPLAYABLE",
		reason: "Join this channel to get access to members-only content.",
	},
};

/** Playability states for which the response contains the video's details. */
const WITH_DETAILS = new Set([
	"ok",
	"live_now",
	"live_ended",
	"live_post",
	"live_not_kept",
	"premiere",
	"age_restricted",
	"live_offline",
	"members_only",
]);
/** `live_post`: an ended stream of which YouTube has not made a video yet. */
const PLAYED = new Set(["ok", "live_now", "live_post"]);

/** The player endpoint's response to an app; null is a video that does not exist. */
export function playerBody(id: string, video: FakeVideo | null, client: string | null): unknown {
	const playability = video?.playability ?? "gone";
	const playable = PLAYED.has(playability);
	const status = playable
		? { status: "OK", playableInEmbed: video?.embeddable }
		: VARIOUS[playability as keyof typeof VARIOUS];
	const shown = video !== null && WITH_DETAILS.has(playability);
	const captions = playable && video?.tracks ? captionsBody(id, video, client) : {};
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
		lengthSeconds: String(isEndless(video) ? 0 : video.duration),
		channelId: video.channel_id,
		shortDescription: video.description,
		isCrawlable: true,
		thumbnail: {
			thumbnails: [
				{ url: `https://i.ytimg.com/vi/${id}/default.jpg`, width: 120 },
				{ url: `https://i.ytimg.com/vi/${id}/sddefault.jpg`, width: 640 },
			],
		},
		...(video.view_count === null ? {} : { viewCount: String(video.view_count) }),
		author: video.channel_name,
		isPrivate: false,
		isLiveContent: live,
		...(video.playability === "live_now" ? { isLive: true } : {}),
		...(video.playability === "live_post" ? { isPostLiveDvr: true } : {}),
		...(isUpcoming(video) ? { isUpcoming: true } : {}),
	};
}

function captionsBody(
	id: string,
	{ tracks, sounds, shown_track }: FakeVideo,
	client: string | null,
) {
	const listed = tracks ?? [];
	const shown = shown_track === null ? {} : { defaultCaptionTrackIndex: shown_track };
	const captionTrackIndices = listed.map((_, index) => index);
	return {
		captions: {
			playerCaptionsTracklistRenderer: {
				captionTracks: listed.map((track, index) => ({
					baseUrl: trackAddress(id, track, index, client),
					name: { runs: [{ text: track.language }] },
					vssId: `${track.kind === "asr" ? "a" : ""}.${track.language}`,
					languageCode: track.language,
					...(track.kind === "asr" ? { kind: "asr" } : {}),
					isTranslatable: true,
					trackName: "",
				})),
				audioTracks:
					sounds.length === 0
						? [{ captionTrackIndices, ...shown }]
						: sounds.map((audioTrackId) => ({ captionTrackIndices, audioTrackId })),
				translationLanguages: [
					{ languageCode: "ar", languageName: { runs: [{ text: "Arabic" }] } },
				],
				defaultAudioTrackIndex: 0,
			},
		},
	};
}

/**
 * The URL has the platform's own host, as in reality. From `c` and `n` the fake finds the scenario
 * and the track again.
 */
function trackAddress(id: string, track: FakeTrack, index: number, client: string | null): string {
	const gate = track.gated ? "&exp=xpe" : "";
	const kind = track.kind === "asr" ? "&kind=asr" : "";
	return `https://www.youtube.com/api/timedtext?v=${id}&caps=asr${gate}&hl=en&ip=0.0.0.0&ipbits=0&expire=1999999999&sparams=ip,ipbits,expire,v,caps&signature=0A1B.2C3D&key=yt8&c=${client}&n=${index}${kind}&lang=${track.language}&fmt=srv3`;
}
