import { describe, expect, it } from "vitest";
import { ApiLimited } from "#features/evidence/ask-api.ts";
import { openSources, readerContact } from "#features/evidence/open-sources.ts";
import { createSourceGrants } from "#features/evidence/source-limit.ts";
import { createPermit } from "#features/evidence/source-permit.ts";
import { parseVariables } from "#worker/env.ts";

const LIMIT = { at_once: 2, requests: 3, window_ms: 1_000 };

describe("the limit of a source", () => {
	it("holds for what is at once, and for a window of time", () => {
		const grants = createSourceGrants();
		expect(grants.take(LIMIT, 0)).toEqual({ lease: 1 });
		expect(grants.take(LIMIT, 10)).toEqual({ lease: 2 });
		expect(grants.take(LIMIT, 20)).toEqual({ wait_ms: 100 });
		grants.giveBack(1);
		expect(grants.take(LIMIT, 30)).toEqual({ lease: 3 });
		grants.giveBack(2);
		grants.giveBack(3);
		expect(grants.take(LIMIT, 40)).toEqual({ wait_ms: 960 });
		expect(grants.take(LIMIT, 1_000)).toEqual({ lease: 4 });
		expect(grants.take(LIMIT, 1_005)).toEqual({ wait_ms: 5 });
	});

	it("forgets who never came back", () => {
		const grants = createSourceGrants();
		grants.take(LIMIT, 0);
		grants.take(LIMIT, 0);
		expect(grants.take(LIMIT, 14_999)).toEqual({ wait_ms: 100 });
		expect(grants.take(LIMIT, 15_000)).toEqual({ lease: 3 });
	});

	it("is never passed, whoever waits", async () => {
		const grants = createSourceGrants();
		let clock = 0;
		let open = 0;
		const begun: number[] = [];
		const permit = createPermit({
			limiterOf: () => ({
				take: async (limit) => grants.take(limit, clock),
				giveBack: async (lease) => grants.giveBack(lease),
				pause: async (ms) => grants.pause(ms, clock),
			}),
			limits: { wikipedia: LIMIT, pubmed: null, samples: null },
			max_wait_ms: 60_000,
			now: () => clock,
			sleep: async (ms) => {
				clock += ms;
			},
		});
		const done = await Promise.all(
			Array.from({ length: 12 }, () =>
				permit("wikipedia", async () => {
					begun.push(clock);
					open += 1;
					expect(open).toBeLessThanOrEqual(LIMIT.at_once);
					await Promise.resolve();
					open -= 1;
					return true;
				}),
			),
		);
		expect(done).toEqual(Array(12).fill(true));
		begun.forEach((at, index) => {
			const earlier = begun[index - LIMIT.requests];
			if (earlier !== undefined)
				expect(at - earlier).toBeGreaterThanOrEqual(1_000);
		});
	});
});

describe("a limiter that is gone when a call ends", () => {
	const gone = async () => {
		throw new Error("The object was reset.");
	};
	const permit = createPermit({
		limiterOf: () => ({
			...{ take: async () => ({ lease: 1 }), giveBack: gone, pause: gone },
		}),
		limits: { wikipedia: LIMIT, pubmed: null, samples: null },
		...{ max_wait_ms: 0, now: () => 0, sleep: async () => {} },
	});

	it("does not lose the answer", async () => {
		expect(await permit("wikipedia", async () => "answer")).toBe("answer");
	});

	it("does not hide that the source asks to wait", async () => {
		const limited = new ApiLimited(1_000);
		await expect(
			permit("wikipedia", () => Promise.reject(limited)),
		).rejects.toBe(limited);
	});
});

describe("the sources that are asked", () => {
	const settingsOf = (variables: Record<string, string>) => {
		const parsed = parseVariables(variables);
		if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
		return parsed.settings;
	};
	const idsOf = (variables: Record<string, string>) =>
		openSources(settingsOf(variables), "live").map(({ id }) => id);

	it("are those without a key, or those that are named", () => {
		expect(idsOf({})).toEqual(["wikipedia", "pubmed"]);
		expect(idsOf({ EVIDENCE_SOURCES: " PubMed " })).toEqual(["pubmed"]);
		expect(idsOf({ EVIDENCE_SOURCES: "none" })).toEqual([]);
	});

	it.each([
		["EVIDENCE_SOURCES", "wikipedia,gossip"],
		["WIKIPEDIA_BASE_URL", "{language}.wikipedia.org"],
		["PUBMED_BASE_URL", "ftp://example.org"],
		["EVIDENCE_PAGES", "0"],
		["EVIDENCE_TRUSTED_HOSTS", "http://a"],
	])("stop the start with a bad %s", (variable, value) => {
		expect(parseVariables({ [variable]: value })).toMatchObject({
			ok: false,
			errors: [{ variable }],
		});
	});

	it("are told who asks", () => {
		const settings = settingsOf({
			...{ APP_ORIGIN: "https://facts.example.org" },
			...{ CONTACT_EMAIL: "team@example.org" },
		});
		expect(readerContact(settings)).toBe(
			"https://facts.example.org/how-it-works; team@example.org",
		);
	});
});
