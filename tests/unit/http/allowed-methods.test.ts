import { describe, expect, it } from "vitest";
import { type EndpointRules, finderByPath } from "#http/endpoint-rules.ts";
import { allowedMethods } from "#http/methods.ts";

const DECLARED: Pick<EndpointRules, "method" | "path">[] = [
	{ method: "GET", path: "/api/things" },
	{ method: "POST", path: "/api/things" },
	{ method: "GET", path: "/api/things/newest" },
	{ method: "DELETE", path: "/api/things/{id}" },
	{ method: "GET", path: "/api/list.csv" },
];
const declaredAt = finderByPath(DECLARED);

describe("The declared endpoints", () => {
	it.each([
		["/api/things", ["GET", "HEAD", "OPTIONS", "POST"]],
		["/api/things/newest", ["DELETE", "GET", "HEAD", "OPTIONS"]],
		["/api/things/other", ["DELETE", "OPTIONS"]],
		["/api/list.csv", ["GET", "HEAD", "OPTIONS"]],
	])("that match %s give the allowed methods", (path, methods) => {
		expect(allowedMethods(declaredAt(path))).toEqual(methods);
	});

	it.each(["/api", "/api/", "/api/things/", "/api/things/a/b", "/api/listxcsv"])(
		"do not match %s",
		(path) => {
			expect(declaredAt(path)).toEqual([]);
		},
	);
});
