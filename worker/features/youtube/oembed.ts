import * as z from "zod";
import { watchUrl } from "#contract/addresses.ts";
import type { VideoId } from "#contract/ids.ts";
import type { OutboundBounds, OutboundFetch } from "#outbound/outbound.ts";
import { cleanText } from "#text/clean.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { ask, readRefusal } from "./ask.ts";
import {
	type Metadata,
	type OembedCall,
	type OembedRefusal,
	type OembedSource,
	pickThumbnail,
} from "./metadata-sources.ts";

/** Answers are under 1 KB. */
const BOUNDS: OutboundBounds = { timeout_ms: 5_000, max_bytes: 256_000 };

const Embed = z.object({
	title: z.string().min(1).max(1_000),
	author_name: z.string().max(1_000).catch(""),
	author_url: z.string().catch(""),
	thumbnail_url: z.string().catch(""),
	thumbnail_width: z.number().catch(0),
});

const REFUSALS: Record<number, OembedRefusal> = {
	400: "missing",
	401: "unauthorized",
	403: "forbidden",
	404: "missing",
};

/** oEmbed at `base_url`, which has no trailing slash. The response's html is never used. */
export function createOembedSource(fetch: OutboundFetch, base_url: string): OembedSource {
	return {
		oembed: async (id): Promise<OembedCall> => {
			const page = encodeURIComponent(watchUrl(id));
			const url = `${base_url}/oembed?format=json&url=${page}`;
			const asked = await ask(fetch, url, {}, BOUNDS);
			if (!asked.ok) return asked;
			const kind = REFUSALS[asked.status];
			if (kind !== undefined) return { ok: false, kind };
			// YouTube has also sent a plain "Forbidden" with status 200.
			if (asked.body.trim() === "Forbidden") return { ok: false, kind: "forbidden" };
			const refusal = readRefusal(asked);
			if (refusal !== null) return refusal;
			const embed = Embed.safeParse(tryParseJson(asked.body));
			return embed.success
				? { ok: true, metadata: toMetadata(id, embed.data) }
				: { ok: false, kind: "unreachable", answered: true };
		},
	};
}

function toMetadata(id: VideoId, embed: z.infer<typeof Embed>): Metadata {
	const { thumbnail_url: url, thumbnail_width: width } = embed;
	return {
		title: cleanText(embed.title),
		channel_name: cleanText(embed.author_name),
		channel_id: /\/channel\/(UC[\w-]{22})$/.exec(embed.author_url)?.[1] ?? null,
		thumbnail_url: pickThumbnail(id, [{ url, width }]),
		duration: null,
		view_count: null,
		published_at: null,
	};
}
