import fc from "fast-check";
import { expect, it } from "vitest";
import { isAppCode, plainCode } from "#features/accounts/second-factor/typed-code.ts";

/** Writes a number in a numbering system of the runtime. */
const writers = Intl.supportedValuesOf("numberingSystem")
	.map((numberingSystem) => {
		const format = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false });
		return (digits: string) => [...digits].map((digit) => format.format(Number(digit))).join("");
	})
	.filter((write) => /^\p{Nd}+$/u.test(write("0123456789")));

const between = fc.constantFrom(
	..." \t\u00a0\u2009\u202f\u3000-‐‑–—−ー－._·\u200b\u200e\u2066\ufeff",
);

it("reads a code in the digits, spaces and dashes of every script", () => {
	expect(writers.length).toBeGreaterThan(50);
	const code = fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }).map((it) => it.join(""));
	const separators = fc.array(fc.array(between, { maxLength: 2 }), { minLength: 7, maxLength: 7 });
	fc.assert(
		fc.property(code, fc.constantFrom(...writers), separators, (digits, write, signs) => {
			const typed = [...write(digits)].map((digit, at) => (signs[at] ?? []).join("") + digit);
			expect(plainCode(typed.join("") + (signs[6] ?? []).join(""))).toBe(digits);
		}),
		{ numRuns: 2000 },
	);
});

it.each([
	["123 456", "123456"],
	["１２３－４５６", "123456"],
	["١٢٣٤٥٦", "123456"],
	["ABCD-efgh ijkl–mnop", "abcdefghijklmnop"],
	["ＡＢＣＤ", "abcd"],
])("reads %j as %s", (typed, plain) => {
	expect(plainCode(typed)).toBe(plain);
});

it("tells an app's code from a recovery code by its six digits", () => {
	const codes = ["123456", "12345", "1234567", "12345a", "一二三四五六"];
	expect(codes.map((code) => isAppCode(plainCode(code)))).toEqual([
		true,
		false,
		false,
		false,
		false,
	]);
});
