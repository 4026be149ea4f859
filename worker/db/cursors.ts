import * as z from "zod";
import { Instant, VideoId } from "#contract/ids.ts";

/**
 * The position at the end of a page: an instant, and an id that orders rows of the same instant.
 */
export type Place = { at: string; key: string };

const Pair = z.tuple([Instant, z.string().min(1).max(100)]);
/** Longer than any cursor that this site creates. */
const MAX_CURSOR_CHARS = 200;

export function encodePlace({ at, key }: Place): string {
	return btoa(JSON.stringify([at, key]))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/**
 * Cuts rows that were read with one more than `limit`. `next_cursor` is the place of the last row of
 * the page, null on the last page.
 */
export function cutPage<Row>(
	rows: Row[],
	limit: number,
	placeOf: (row: Row) => Place,
): { page: Row[]; next_cursor: string | null } {
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	const next = last !== undefined && rows.length > limit;
	return { page, next_cursor: next ? encodePlace(placeOf(last)) : null };
}

/** null if the text is not a valid cursor. */
export function decodePlace(text: string): Place | null {
	if (text.length > MAX_CURSOR_CHARS) return null;
	try {
		const pair = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
		const [at, key] = Pair.parse(JSON.parse(pair));
		return { at, key };
	} catch {
		return null;
	}
}

/** The position at the end of a page of results. */
export type ListCursor = { first_completed_at: string; id: string };

export function encodeCursor(cursor: ListCursor): string {
	return encodePlace({ at: cursor.first_completed_at, key: cursor.id });
}

/** null if the text is not a valid cursor. */
export function decodeCursor(text: string): ListCursor | null {
	const place = decodePlace(text);
	const id = VideoId.safeParse(place?.key);
	return place && id.success ? { first_completed_at: place.at, id: id.data } : null;
}
