import { describe, expect, it } from "vitest";
import { allowedMethods } from "#http/methods.ts";

const at = allowedMethods([
	{ method: "ALL", path: "/api/*" },
	{ method: "GET", path: "/api/things" },
	{ method: "POST", path: "/api/things" },
	{ method: "GET", path: "/api/things/newest" },
	{ method: "DELETE", path: "/api/things/:id" },
	{ method: "GET", path: "/api/list.csv" },
]);

describe("allowedMethods", () => {
	it.each([
		["/api/things", ["GET", "HEAD", "OPTIONS", "POST"]],
		["/api/things/newest", ["DELETE", "GET", "HEAD", "OPTIONS"]],
		["/api/things/other", ["DELETE", "OPTIONS"]],
		["/api/list.csv", ["GET", "HEAD", "OPTIONS"]],
	])("returns the methods of all routes that match %s", (path, methods) => {
		expect(at(path)).toEqual(methods);
	});

	it.each(["/api", "/api/", "/api/things/", "/api/things/a/b", "/api/listxcsv"])(
		"returns null if no route matches %s",
		(path) => {
			expect(at(path)).toBeNull();
		},
	);
});
