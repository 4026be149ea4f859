import { describe, expect, it } from "vitest";
import { safeReturnPath } from "#contract/addresses.ts";
import { csvLine } from "#features/reports/csv.ts";
import { isSecureRequest, siteOrigin } from "#http/site-address.ts";
import { isListedAdmin } from "#identity/require.ts";

describe("The path to return to after sign-in", () => {
	it.each([
		["/", "/"],
		["/results/abcdefghijk?tab=1#s-1", "/results/abcdefghijk?tab=1#s-1"],
		["/dashboard", "/dashboard"],
		["/apiary", "/apiary"],
		["/a/../dashboard", "/dashboard"],
	])("is a page of this site: %s", (wanted, path) => {
		expect(safeReturnPath(wanted)).toBe(path);
	});

	it.each([
		null,
		undefined,
		"",
		"results",
		"https://evil.test/",
		"//evil.test",
		"///evil.test",
		"/\\evil.test",
		"\\\\evil.test",
		"/\t/evil.test",
		"/\n/evil.test",
		"/.//evil.test",
		"/a/..//evil.test",
		"javascript:alert(1)",
		"/api",
		"/api/auth/google",
		"/API/me/export",
		"/a/../api/me",
		`/${"x".repeat(500)}`,
	])("is the start page instead of %j", (wanted) => {
		expect(safeReturnPath(wanted)).toBe("/");
	});
});

const siteAt = (APP_ORIGIN: string | undefined) => ({
	settings: { APP_ORIGIN },
});

describe("The site's own address", () => {
	it("is APP_ORIGIN if it is set, otherwise the request's origin", () => {
		expect(siteOrigin(siteAt(undefined), "http://a.test:8787/x")).toBe(
			"http://a.test:8787",
		);
		expect(siteOrigin(siteAt("https://b.test/"), "http://a.test/x")).toBe(
			"https://b.test",
		);
	});

	it.each([
		["https://a.test/x", undefined, true],
		["http://a.test/x", undefined, false],
		["http://a.test/x", "https://a.test", true],
		["http://localhost:8787/x", "https://a.test", false],
		["http://a.test/x", "http://a.test", false],
	])("is reached by TLS or not: %s for %s", (url, origin, secure) => {
		expect(isSecureRequest(siteAt(origin), url)).toBe(secure);
	});
});

describe("An admin's address", () => {
	it.each([
		["chief@example.test", true],
		["CHIEF@Example.Test", true],
		["other@example.test", false],
		["chief@example.test.evil.test", false],
		["", false],
	])("%s is on the list: %s", (email, listed) => {
		expect(isListedAdmin(email, ["chief@example.test"])).toBe(listed);
	});

	it("is not matched by letters of another alphabet that look the same", () => {
		expect(isListedAdmin("\u212Aim@example.test", ["kim@example.test"])).toBe(
			false,
		);
	});
});

describe("A line of CSV", () => {
	it("quotes values that would break the line", () => {
		expect(csvLine(["a", 'b "c", d', "e\nf", null])).toBe(
			'a,"b ""c"", d","e\nf",\r\n',
		);
	});

	it.each(["=1+1", "+1", "-1", "@a", "\t=1", "\r=1"])(
		"starts no formula in a spreadsheet: %j",
		(cell) => {
			expect(csvLine([cell])).toMatch(/^"?'/);
		},
	);
});
