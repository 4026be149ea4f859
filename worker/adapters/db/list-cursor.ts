import * as z from "zod";
import { Instant, VideoId } from "#contract/ids.ts";

/** Where a page of results ended. */
export type ListCursor = { first_completed_at: string; id: string };

const Place = z.tuple([Instant, VideoId]);
/** Longer than any cursor of ours. */
const MAX_CURSOR_CHARS = 200;

export function encodeCursor(cursor: ListCursor): string {
	const place = JSON.stringify([cursor.first_completed_at, cursor.id]);
	return btoa(place)
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** null for a text that is none of our cursors. */
export function decodeCursor(text: string): ListCursor | null {
	if (text.length > MAX_CURSOR_CHARS) return null;
	try {
		const place = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
		const [first_completed_at, id] = Place.parse(JSON.parse(place));
		return { first_completed_at, id };
	} catch {
		return null;
	}
}
