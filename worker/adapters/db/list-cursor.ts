import { VideoId } from "#contract/ids.ts";
import { decodePlace, encodePlace } from "./place-cursor.ts";

/** Where a page of results ended. */
export type ListCursor = { first_completed_at: string; id: string };

export function encodeCursor(cursor: ListCursor): string {
	return encodePlace({ at: cursor.first_completed_at, key: cursor.id });
}

/** null for a text that is none of our cursors. */
export function decodeCursor(text: string): ListCursor | null {
	const place = decodePlace(text);
	const id = VideoId.safeParse(place?.key);
	return place && id.success
		? { first_completed_at: place.at, id: id.data }
		: null;
}
