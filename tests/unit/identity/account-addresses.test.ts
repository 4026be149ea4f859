import { describe, expect, it } from "vitest";
import { safeReturnPath } from "#contract/addresses.ts";
import { csvLine } from "#features/reports/csv.ts";
import { isOwnOrigin, isSecureRequest, siteOrigin } from "#http/site-address.ts";
import { isListedAdmin } from "#identity/require.ts";

describe("safeReturnPath", () => {
	it.each([
		["/", "/"],
		["/results/abcdefghijk?tab=1#s-1", "/results/abcdefghijk?tab=1#s-1"],
		["/dashboard", "/dashboard"],
		["/apiary", "/apiary"],
		["/a/../dashboard", "/dashboard"],
	])("accepts a path of this site: %s", (wanted, path) => {
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
	])("falls back to the start page for %j", (wanted) => {
		expect(safeReturnPath(wanted)).toBe("/");
	});
});

const siteAt = (APP_ORIGIN: string | undefined) => ({ settings: { APP_ORIGIN } });

describe("siteOrigin", () => {
	it("is APP_ORIGIN if set, otherwise the request's origin", () => {
		expect(siteOrigin(siteAt(undefined), "http://a.test:8787/x")).toBe("http://a.test:8787");
		expect(siteOrigin(siteAt("https://b.test/"), "http://a.test/x")).toBe("https://b.test");
	});

	it.each([
		["https://a.test/x", undefined, true],
		["http://a.test/x", undefined, false],
		["http://a.test/x", "https://a.test", true],
		["http://localhost:8787/x", "https://a.test", false],
		["http://a.test/x", "http://a.test", false],
	])("tells whether the site is served over TLS: %s with APP_ORIGIN %s", (url, origin, secure) => {
		expect(isSecureRequest(siteAt(origin), url)).toBe(secure);
	});
});

describe("isListedAdmin", () => {
	it.each([
		["chief@example.test", true],
		["CHIEF@Example.Test", true],
		["other@example.test", false],
		["chief@example.test.evil.test", false],
		["", false],
	])("for %s is %s", (email, listed) => {
		expect(isListedAdmin(email, ["chief@example.test"])).toBe(listed);
	});

	it("does not match look-alike letters of another alphabet", () => {
		expect(isListedAdmin("\u212Aim@example.test", ["kim@example.test"])).toBe(false);
	});
});

describe("csvLine", () => {
	it("quotes values that contain commas, quotes or line breaks", () => {
		expect(csvLine(["a", 'b "c", d', "e\nf", null])).toBe('a,"b ""c"", d","e\nf",\r\n');
	});

	it.each(["=1+1", "+1", "-1", "@a", "\t=1", "\r=1"])(
		"escapes a cell that a spreadsheet would read as a formula: %j",
		(cell) => {
			expect(csvLine([cell])).toMatch(/^"?'/);
		},
	);
});

describe("isOwnOrigin", () => {
	it.each([
		[undefined, "http://a.test:8787/x", "http://a.test:8787", true],
		[undefined, "http://a.test:8787/x", "http://a.test", false],
		["https://b.test", "http://inner:8787/x", "https://b.test", true],
		["https://b.test", "https://alias.test/x", "https://alias.test", true],
		["https://b.test", "http://localhost:8787/x", "http://localhost:8787", true],
		["https://b.test", "http://192.168.1.7:8787/x", "http://192.168.1.7:8787", true],
		["https://b.test", "http://[fd00::7]/x", "http://[fd00::7]", true],
		// Names that their owner lets lead to this server.
		["http://b.test:8787", "http://evil.test:8787/x", "http://evil.test:8787", false],
		["https://b.test", "http://127.0.0.1.evil.test/x", "http://127.0.0.1.evil.test", false],
		["https://b.test", "http://localhost.evil.test/x", "http://localhost.evil.test", false],
	])("APP_ORIGIN %s, request %s, Origin %s: %s", (APP_ORIGIN, request, origin, own) => {
		expect(isOwnOrigin(siteAt(APP_ORIGIN), request, origin)).toBe(own);
	});
});
