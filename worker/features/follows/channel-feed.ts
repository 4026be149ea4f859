import { Parser } from "htmlparser2";
import { VideoId } from "#contract/ids.ts";
import { asWritten } from "#contract/written-text.ts";
import { parseInstant } from "#features/youtube/metadata-sources.ts";
import { cutAtWord } from "#text/clean.ts";
import { parseInPieces } from "#text/parse-in-pieces.ts";

/** One video in a channel's feed. */
export type FeedUpload = {
	video_id: VideoId;
	title: string;
	/** ISO 8601 in UTC with milliseconds. */
	published_at: string;
};

export type ChannelFeed = {
	title: string;
	/** Newest first. */
	uploads: FeedUpload[];
};

/** The platform's feeds have 15 entries. */
const MAX_ENTRIES = 50;
/** An entry's statistics are five levels deep. */
const MAX_DEPTH = 16;
const MAX_FIELD_CHARS = 1_000;
/** The longest title that the platform allows. */
const MAX_TITLE_CHARS = 100;
const FIELDS = new Set(["title", "yt:videoId", "yt:channelId", "published"]);

type Fields = Partial<Record<string, string>>;

/** Collects the fields of the feed and of its entries. Descriptions are not collected. */
class FeedCollector {
	readonly feed: Fields = {};
	readonly entries: Fields[] = [];
	is_feed = false;
	stopped = false;
	readonly #open: string[] = [];

	onopentag(name: string): void {
		if (this.#open.length === 0) {
			this.is_feed = name === "feed";
			this.stopped = !this.is_feed;
		}
		this.#open.push(name);
		if (this.#open.length > MAX_DEPTH) this.stopped = true;
		if (name !== "entry" || this.#open.length !== 2) return;
		if (this.entries.length >= MAX_ENTRIES) this.stopped = true;
		else this.entries.push({});
	}

	ontext(text: string): void {
		const name = this.#open.at(-1) ?? "";
		if (this.stopped || !FIELDS.has(name)) return;
		const into = this.#fieldsAt();
		if (into) into[name] = ((into[name] ?? "") + text).slice(0, MAX_FIELD_CHARS);
	}

	/** A field is directly in the feed or in an entry: the author has a name of its own. */
	#fieldsAt(): Fields | undefined {
		if (this.#open.length === 2) return this.feed;
		return this.#open.length === 3 && this.#open[1] === "entry" ? this.entries.at(-1) : undefined;
	}

	onclosetag(): void {
		this.#open.pop();
	}
}

/**
 * The public feed of a channel (Atom with the platform's `yt` elements); null if the text is not
 * one, or is another channel's. Entities that the document declares itself are not expanded.
 */
export function readChannelFeed(xml: string, channel_id: string): ChannelFeed | null {
	const collector = new FeedCollector();
	const parser = new Parser(
		{
			onopentag: (name) => collector.onopentag(name),
			onclosetag: () => collector.onclosetag(),
			ontext: (text) => collector.ontext(text),
		},
		{ xmlMode: true },
	);
	parseInPieces(parser, xml, () => collector.stopped);
	const { feed, entries, is_feed } = collector;
	// The feed's own id lacks the prefix.
	const own = feed["yt:channelId"]?.trim();
	if (!is_feed || (own && own !== channel_id && `UC${own}` !== channel_id)) return null;
	const foreign = entries.some(
		(entry) => (entry["yt:channelId"]?.trim() ?? channel_id) !== channel_id,
	);
	if (foreign) return null;
	const uploads = entries.flatMap(readUpload);
	// A text without a usable entry is a feed only if it says whose.
	if (uploads.length === 0 && (entries.length > 0 || !own)) return null;
	uploads.sort((a, b) => (a.published_at < b.published_at ? 1 : -1));
	return { title: readTitle(feed.title), uploads };
}

function readUpload(entry: Fields): FeedUpload[] {
	const video_id = VideoId.safeParse(entry["yt:videoId"]?.trim());
	const published_at = parseInstant(entry.published?.trim() ?? "");
	if (!video_id.success || published_at === null) return [];
	return [{ video_id: video_id.data, title: readTitle(entry.title), published_at }];
}

function readTitle(title = ""): string {
	return cutAtWord(asWritten(title), MAX_TITLE_CHARS);
}
