import { describe, expect, it } from "vitest";
import { openDatabases } from "#db/client.ts";
import { isWrite } from "#db/replicas.ts";
import { heartbeats } from "#db/tables/figures.ts";
import { finderByPath } from "#http/endpoint-rules.ts";
import { encodeSeen, mayReadReplica, parseSeen, readingAfter } from "#http/reading.ts";
import { ENDPOINTS } from "#worker/endpoints.ts";

const NOW = 1_800_000_000_000;
const BOOKMARK = "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";
const ago = (ms: number, bookmark: string | null = BOOKMARK) =>
	parseSeen(encodeSeen({ bookmark, at_ms: NOW - ms }), NOW);

describe("A reader who has written", () => {
	it("reads from the primary for ten seconds, then at the bookmark, then anywhere", () => {
		const readings = [0, 9_999, 10_000, 599_999, 600_000].map((ms) => readingAfter(ago(ms), NOW));
		const at_bookmark = { bookmark: BOOKMARK };
		expect(readings).toEqual(["primary", "primary", at_bookmark, at_bookmark, "nearest"]);
	});

	it("reads from the primary all the time if the bookmark is not known", () => {
		expect(readingAfter(ago(500_000, null), NOW)).toBe("primary");
		expect(readingAfter(ago(600_000, null), NOW)).toBe("nearest");
	});

	it("is believed about what this site writes, and nothing else", () => {
		for (const forged of [
			undefined,
			"",
			".",
			BOOKMARK,
			`${BOOKMARK}.1`,
			`${BOOKMARK}.${NOW + 600_000}`,
			`${"a".repeat(129)}.${NOW}`,
			`a b.${NOW}`,
			`${BOOKMARK}.${NOW}; path=/`,
		])
			expect(parseSeen(forged, NOW)).toBeNull();
	});
});

const declaredAt = finderByPath(ENDPOINTS);
const byReplica = (method: string, path: string) =>
	mayReadReplica(
		method,
		declaredAt(path).find((it) => it.method === method),
	);

describe("A replica may answer", () => {
	it.each([
		["GET", "/"],
		["GET", "/results/abcdefghijk"],
		["HEAD", "/embed/abcdefghijk"],
		["GET", "/feed.xml"],
		["GET", "/api/videos/abcdefghijk"],
		["GET", "/api/videos/abcdefghijk/my-votes"],
		["GET", "/api/search"],
		["GET", "/api/v1/lookup"],
	])("%s %s", (method, path) => {
		expect(byReplica(method, path)).toBe(true);
	});

	it.each([
		["PUT", "/api/statements/1/vote"],
		["POST", "/api/analyze"],
		["GET", "/api/videos/abcdefghijk/events"],
		["GET", "/api/v1/analyses/1"],
		["GET", "/api/me"],
		["GET", "/api/me/activity"],
		["GET", "/api/keys"],
		["GET", "/api/auth/google/callback"],
		["GET", "/api/admin/claims"],
		["GET", "/api/claims"],
		["GET", "/api/notifications"],
		["GET", "/api/webhooks/deliveries"],
	])("not %s %s", (method, path) => {
		expect(byReplica(method, path)).toBe(false);
	});
});

it("A statement counts as a write unless it is known to read", () => {
	for (const sql of ["select 1", " (select 1) union select 2", "WITH a as (select 1) select 2"])
		expect(isWrite({ sql })).toBe(false);
	for (const sql of [
		"insert into a values (1)",
		"update a set b = 1",
		"delete from a",
		"replace into a values (1)",
		"create table a (b)",
	])
		expect(isWrite({ sql })).toBe(true);
});

describe("A request whose replica fails", () => {
	it("sends its further reads to the primary at once", async () => {
		const asked: string[] = [];
		const connection = (name: string, raw: () => Promise<unknown[][]>) => {
			const statement = {
				bind: () => statement,
				raw: () => {
					asked.push(name);
					return raw();
				},
			};
			return { prepare: () => statement, batch: async () => [] };
		};
		const binding = {
			...connection("primary", async () => []),
			withSession: () => connection("replica", () => Promise.reject(new Error("no such table"))),
		};
		const writes = { bookmark: null, by_object: false };
		const { near } = openDatabases({ d1: binding }, "nearest", writes);
		for (let reads = 0; reads < 3; reads += 1)
			expect(await near.select().from(heartbeats)).toEqual([]);
		expect(asked).toEqual(["replica", "primary", "primary", "primary"]);
	});
});
