import { expect, it } from "vitest";
import {
	codeOf,
	fromBase32,
	matchCode,
	otpauthUri,
	toBase32,
} from "#features/accounts/second-factor/totp.ts";

/** The secret of the RFC 6238 test vectors; their codes are cut to six digits here. */
const SECRET = Buffer.from("12345678901234567890");

it.each([
	[59, "287082"],
	[1_111_111_109, "081804"],
	[1_111_111_111, "050471"],
	[1_234_567_890, "005924"],
	[2_000_000_000, "279037"],
	[20_000_000_000, "353130"],
])("at second %d the code is %s, as in RFC 6238", (second, code) => {
	const step = Math.floor(second / 30);
	expect(codeOf(SECRET, step)).toBe(code);
	expect(matchCode(SECRET, code, second * 1_000, 0)).toBe(step);
});

it("codes of the previous, current and next step are accepted", () => {
	const step = 1_000_000;
	const now_ms = step * 30_000;
	const taken = [-2, -1, 0, 1, 2].map((offset) =>
		matchCode(SECRET, codeOf(SECRET, step + offset), now_ms, 0),
	);
	expect(taken).toEqual([null, step - 1, step, step + 1, null]);
});

it("a code of a used step or an earlier one is rejected", () => {
	const step = 1_000_000;
	const at = (used: number) => matchCode(SECRET, codeOf(SECRET, step), step * 30_000, used);
	expect([at(step - 1), at(step), at(step + 1)]).toEqual([step, null, null]);
});

it.each(["", "28708", "2870823", "abcdef", "２８７０８２"])("the code %j is rejected", (code) => {
	expect(matchCode(SECRET, code, 59_000, 0)).toBeNull();
});

it("a secret is encoded for authenticator apps and decoded again", () => {
	expect(toBase32(SECRET)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
	expect(fromBase32(toBase32(SECRET))).toEqual(SECRET);
	const uri = otpauthUri("ABC", { issuer: "A B", account: "a+b@example.org" });
	const { host, pathname, searchParams } = new URL(uri);
	expect([host, decodeURIComponent(pathname)]).toEqual(["totp", "/A B:a+b@example.org"]);
	expect(Object.fromEntries(searchParams)).toEqual({
		secret: "ABC",
		issuer: "A B",
		algorithm: "SHA1",
		digits: "6",
		period: "30",
	});
});
