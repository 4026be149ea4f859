import { describe, expect, it } from "vitest";
import { describeError, safeText } from "#worker/log.ts";

describe("safeText", () => {
	it.each([
		[
			'Failed query: insert into "members" ("email") values (?)\nparams: ada@example.org,secret\nmore',
			'Failed query: insert into "members" ("email") values (?)',
		],
		["Unexpected token 'h', \"he said that\"... is not valid JSON", "Not JSON"],
		["GET https://api.example.org/v3/videos?id=x&key=AIza failed", "GET [api.example.org] failed"],
		["smtp://user:pass@mail.example.org:587 refused", "[mail.example.org:587] refused"],
		["no mailbox <ada.b+c@example.org>", "no mailbox <[email]>"],
		["connect ECONNREFUSED 10.1.2.3:443", "connect ECONNREFUSED [address]:443"],
		["from 2001:db8::8a2e:370:7334", "from [address]"],
		["key bsd_0123456789abcdefABCDEF0123456789", "key [token]"],
		[`"${"words of a transcript ".repeat(3)}" is too long`, '"…" is too long'],
		[
			"D1_ERROR: no such table: votes: SQLITE_ERROR",
			"D1_ERROR: no such table: votes: SQLITE_ERROR",
		],
		["SQLITE_CONSTRAINT_FOREIGNKEY", "SQLITE_CONSTRAINT_FOREIGNKEY"],
	])("turns %j into %j", (text, safe) => {
		expect(safeText(text)).toBe(safe);
	});

	it("limits the length", () => {
		expect(safeText("a ".repeat(5_000)).length).toBeLessThan(600);
	});
});

describe("describeError", () => {
	it("contains causes and frames, without the first line of the stack", () => {
		const cause = new Error("no such table: votes");
		const error = new Error("Failed query: select 1\nparams: ada@example.org", { cause });
		const { error: told, stack } = describeError(error);
		expect(told).toBe("Error: Failed query: select 1 <- Error: no such table: votes");
		expect(stack).toMatch(/^at .+safe-log\.test\.ts/);
		expect(stack).not.toContain("ada");
	});

	it("accepts any thrown value and a circular chain of causes", () => {
		expect(describeError("plain words")).toEqual({ error: "plain words" });
		expect(describeError(null)).toEqual({ error: "" });
		const round: Error & { cause?: unknown } = new Error("round");
		round.cause = round;
		expect(describeError(round).error.split("<-")).toHaveLength(3);
	});
});
