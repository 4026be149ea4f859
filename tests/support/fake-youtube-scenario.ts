import type { Cue } from "#contract/video.ts";

/** Which door was knocked at. */
export type FakeYoutubeKind =
	| "player"
	| "timedtext"
	| "oembed"
	| "videos"
	| "channels";

export type FakeTrack = {
	language: string;
	kind?: "manual" | "asr";
	/** Spoken in it; served as json3 with the platform's own quirks. */
	cues?: Cue[];
	/** Served instead of the cues, as it is. */
	body?: string;
	/** The address asks for a proof of origin, and its answer is empty. */
	gated?: boolean;
	/** The address looks like any other, and its answer is empty all the same. */
	withheld?: boolean;
};

export type FakePlayability =
	| "ok"
	| "bot_check"
	| "age_restricted"
	| "private"
	| "gone"
	| "live_offline"
	| "live_now"
	| "members_only";

/** How a call ends instead of well. */
export type FakeYoutubeFault =
	| {
			status: number;
			body?: string;
			reason?: string;
			form?: "old" | "new";
			/** Where a redirect points. */
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
	playability: FakePlayability;
	/** null: the player answer has no place for captions. */
	tracks: FakeTrack[] | null;
	embeddable: boolean;
	/** Stands in for the rest when this app asks. */
	as_client: Record<string, Partial<FakeVideo>>;
	delay_ms: Partial<Record<FakeYoutubeKind, number>>;
	fault: Partial<Record<FakeYoutubeKind, FakeYoutubeFault>>;
};

export type FakeChannel = {
	title: string;
	description: string;
	/** Without the "@"; null where it has none. */
	handle: string | null;
	/** Its oldest name; null where it has none. */
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

/** A plain talk with a person's captions and automatic ones. */
export const PLAIN_VIDEO: FakeVideo = {
	title: "An evening at the lighthouse",
	channel_name: "Harbour Talks",
	channel_id: "UCharbourtalks0123456789",
	duration: 20,
	view_count: 1234,
	published_at: "2025-05-04T18:30:00Z",
	playability: "ok",
	tracks: [
		{ language: "en", cues: TALK },
		{ language: "en", kind: "asr", cues: TALK },
	],
	embeddable: true,
	as_client: {},
	delay_ms: {},
	fault: {},
};
