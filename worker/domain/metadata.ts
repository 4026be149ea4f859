const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The platform lets its data be kept for 30 days, then it is read again or deleted. It is read
 * again two days early, so that a platform that does not answer gets more than one chance.
 */
export const METADATA_LIFE_MS = 28 * DAY_MS;
export const METADATA_KEPT_MS = 30 * DAY_MS;

/** What is known of a video before anyone listened to it. */
export type Metadata = {
	title: string;
	channel_name: string;
	channel_id: string | null;
	thumbnail_url: string;
	/** Seconds; null where no source tells. */
	duration: number | null;
	view_count: number | null;
	/** ISO 8601 instant, or null. */
	published_at: string | null;
};
