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
