import { badInput, type Refusal } from "#domain/refusal.ts";

export function badCursor(): Refusal {
	return badInput("bad_cursor", "The cursor is none of ours.");
}
