import { describe, expect, it } from "vitest";
import { judgeAddress, type PageRules } from "#outbound/open-page.ts";

describe("judgeAddress", () => {
	const rules: PageRules = {
		trusted_hosts: ["127.0.0.1:99"],
		blocked_hosts: ["tabloid.org"],
		own_hostname: "facts.example.org",
	};
	it.each([
		"http://example.org/a",
		"https://example.org:443/",
		"http://127.0.0.1:99/",
		"https://nottabloid.org/",
		"https://web.archive.org/web/2020/https://nottabloid.org/",
	])("accepts %s", (url) => {
		expect(judgeAddress(url, rules)).toBeInstanceOf(URL);
	});

	it.each([
		["ftp://example.org/", "bad_address"],
		["https://a:b@example.org/", "bad_address"],
		["example.org", "bad_address"],
		[`https://example.org/${"a".repeat(2_048)}`, "bad_address"],
		["https://example.org:8443/", "not_public"],
		["http://10.0.0.1/", "not_public"],
		["http://127.1/", "not_public"],
		["http://2130706433/", "not_public"],
		["http://0x7f000001/", "not_public"],
		["http://169.254.169.254/", "not_public"],
		["http://[::1]/", "not_public"],
		["http://[::ffff:127.0.0.1]/", "not_public"],
		["http://[64:ff9b::7f00:1]/", "not_public"],
		["http://printer.local/", "not_public"],
		["https://intranet/", "not_public"],
		["https://www.facts.example.org/", "not_public"],
		["https://www.tabloid.org/", "blocked_host"],
		["https://web.archive.org/web/2020/https://www.tabloid.org/a", "blocked_host"],
		["https://archive.ph/2020/http://facts.example.org/a", "blocked_host"],
	])("refuses %s: %s", (url, reason) => {
		expect(() => judgeAddress(url, rules)).toThrow(reason);
	});
});
