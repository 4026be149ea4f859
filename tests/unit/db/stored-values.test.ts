import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "#db/cursors.ts";
import { uniqueViolation } from "#db/errors.ts";
import { cutBody, joinBody, PART_UNITS } from "#features/captions/transcript.ts";
import { storedText } from "#text/clean.ts";

describe("uniqueViolation", () => {
	it("returns the columns from the message or from a cause", () => {
		const d1 = new Error(
			"D1_ERROR: UNIQUE constraint failed: members.email_key: SQLITE_CONSTRAINT",
		);
		const libsql = new Error("Failed query: insert …", {
			cause: new Error(
				"SQLITE_CONSTRAINT: SQLite error: UNIQUE constraint failed: votes.user_id, votes.statement_id",
			),
		});
		expect(uniqueViolation(d1)).toBe("members.email_key");
		expect(uniqueViolation(libsql)).toBe("votes.user_id, votes.statement_id");
	});

	it("returns null for other errors, other values and circular causes", () => {
		const circle = new Error("a");
		circle.cause = circle;
		const others = [new Error("FOREIGN KEY constraint failed"), circle];
		for (const other of [...others, "UNIQUE constraint failed: a.b", null])
			expect(uniqueViolation(other)).toBeNull();
	});
});

describe("list cursor", () => {
	it("decodes to what was encoded, in URL-safe characters", () => {
		const place = {
			first_completed_at: "2026-01-01T00:00:00.000Z",
			id: "-_~".replace("~", "abcdefghi"),
		};
		const text = encodeCursor(place);
		expect(text).toMatch(/^[\w-]+$/);
		expect(decodeCursor(text)).toEqual(place);
	});
});

describe("storedText", () => {
	it("replaces lone surrogates and removes NUL", () => {
		expect(storedText("a😀\n\u0001é")).toBe("a😀\n\u0001é");
		expect(storedText("\ud83da\0\ude00")).toBe("\ufffda\ufffd");
	});
});

describe("transcript body", () => {
	const cues = [
		{ start: 0, text: 'say "hi"' },
		{ start: 1.25, text: "there" },
	];

	it("is joined from its parts", () => {
		expect(joinBody(cutBody({ cues, text: "" }), true)).toEqual({
			cues: cues.map((cue) => ({ ...cue, speaker: null })),
			transcript: 'say "hi" there',
		});
		expect(joinBody(cutBody({ cues: [], text: "no times" }), false)).toEqual({
			cues: [],
			transcript: "no times",
		});
		expect(joinBody([], false).transcript).toBe("");
	});

	it("is never split within a character", () => {
		const text = `x${"😀".repeat(PART_UNITS)}`;
		const parts = cutBody({ cues: [], text });
		expect(parts.length).toBeGreaterThan(1);
		for (const part of parts) {
			expect(part.length).toBeLessThanOrEqual(PART_UNITS);
			expect(storedText(part)).toBe(part);
		}
		expect(parts.join("") === text).toBe(true);
	});
});
