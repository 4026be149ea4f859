import { describe, expect, it } from "vitest";
import { ApiLimited, createPermit } from "#features/evidence/ask-api.ts";
import {
	createSourceContext,
	openSources,
	readerContact,
} from "#features/evidence/open-sources.ts";
import {
	createGrantQueue,
	createSourceGrants,
	type GrantRequest,
} from "#features/evidence/source-limit.ts";
import { sourceLimits } from "#tests/support/world/source-context.ts";
import { parseVariables } from "#worker/env.ts";

const LIMIT = { at_once: 2, requests: 3, window_ms: 1_000 };
/** A limit where only the number of concurrent requests matters. */
const WIDE = { ...LIMIT, requests: 100 };

describe("createSourceGrants", () => {
	it("limits concurrent requests and requests per window", () => {
		const grants = createSourceGrants();
		expect(grants.take(LIMIT, 0)).toEqual({ lease: 1 });
		expect(grants.take(LIMIT, 10)).toEqual({ lease: 2 });
		expect(grants.take(LIMIT, 20)).toEqual({ wait_ms: 14_980, or_sooner: true });
		grants.giveBack(1);
		expect(grants.take(LIMIT, 30)).toEqual({ lease: 3 });
		grants.giveBack(2);
		grants.giveBack(3);
		expect(grants.take(LIMIT, 40)).toEqual({ wait_ms: 960, or_sooner: false });
		expect(grants.take(LIMIT, 1_000)).toEqual({ lease: 4 });
		expect(grants.take(LIMIT, 1_005)).toEqual({ wait_ms: 5, or_sooner: false });
	});

	it("frees the leases of callers that never return them", () => {
		const grants = createSourceGrants();
		grants.take(LIMIT, 0);
		grants.take(LIMIT, 0);
		expect(grants.take(LIMIT, 14_999)).toMatchObject({ wait_ms: 1 });
		expect(grants.take(LIMIT, 15_000)).toEqual({ lease: 3 });
	});
});

describe("createGrantQueue", () => {
	/** A queue whose clock the test moves. */
	function aQueue() {
		const clock = { ms: 0 };
		let timer: { at: number; call: () => void } | null = null;
		const queue = createGrantQueue({
			now: () => clock.ms,
			setTimer(call, ms) {
				const own = { at: clock.ms + ms, call };
				timer = own;
				return () => {
					if (timer === own) timer = null;
				};
			},
		});
		const until = async (ms: number) => {
			while (timer && timer.at <= ms) {
				const { at, call } = timer;
				timer = null;
				clock.ms = at;
				call();
			}
			clock.ms = ms;
			await Promise.resolve();
		};
		const granted: string[] = [];
		const take = (name: string, over: Partial<GrantRequest> = {}) =>
			queue.take({ limit: LIMIT, patience_ms: 60_000, urgent: false, ...over }).then((lease) => {
				granted.push(lease === null ? `not ${name}` : name);
				return lease;
			});
		return { queue, clock, until, granted, take };
	}

	it("grants a place as soon as one is free, to pages before searches", async () => {
		const { queue, until, granted, take } = aQueue();
		const first = await take("first");
		await take("second");
		void take("search", { limit: WIDE });
		void take("page", { limit: WIDE, urgent: true });
		await until(10);
		expect(granted).toEqual(["first", "second"]);
		queue.giveBack(first ?? 0);
		await until(10);
		expect(granted).toEqual(["first", "second", "page"]);
	});

	it("grants a place as soon as the window has room", async () => {
		const { queue, until, granted, take } = aQueue();
		for (const name of ["a", "b", "c"]) queue.giveBack((await take(name)) ?? 0);
		void take("d");
		await until(999);
		expect(granted).toEqual(["a", "b", "c"]);
		await until(1_000);
		expect(granted).toEqual(["a", "b", "c", "d"]);
	});

	it("refuses a request that would have to wait too long", async () => {
		const { queue, until, granted, take } = aQueue();
		queue.pause(5_000);
		void take("hasty", { patience_ms: 4_000 });
		void take("patient");
		await until(1);
		expect(granted).toEqual(["not hasty"]);
		await until(5_000);
		expect(granted).toEqual(["not hasty", "patient"]);
	});

	it("refuses a waiting request at its deadline if no place became free", async () => {
		const { until, granted, take } = aQueue();
		await take("first");
		await take("second");
		void take("third", { limit: WIDE, patience_ms: 3_000 });
		await until(2_999);
		expect(granted).toEqual(["first", "second"]);
		await until(3_000);
		expect(granted).toEqual(["first", "second", "not third"]);
	});

	it("never exceeds the limit", async () => {
		const { queue, clock, until } = aQueue();
		const begun: number[] = [];
		let open = 0;
		const permit = createPermit({
			limiterOf: () => ({
				take: (request) => queue.take(request),
				giveBack: async (lease) => queue.giveBack(lease),
				pause: async (ms) => queue.pause(ms),
			}),
			limits: sourceLimits({ wikipedia: LIMIT }),
			max_wait_ms: 60_000,
		});
		const done = Array.from({ length: 12 }, () =>
			permit("wikipedia", async () => {
				begun.push(clock.ms);
				open += 1;
				expect(open).toBeLessThanOrEqual(LIMIT.at_once);
				await Promise.resolve();
				open -= 1;
				return true;
			}),
		);
		for (let ms = 0; ms <= 4_000; ms += 1) await until(ms);
		expect(await Promise.all(done)).toEqual(Array(12).fill(true));
		begun.forEach((at, index) => {
			const earlier = begun[index - LIMIT.requests];
			if (earlier !== undefined) expect(at - earlier).toBeGreaterThanOrEqual(1_000);
		});
	});
});

describe("permit when the limiter fails at the end of a call", () => {
	const gone = async () => {
		throw new Error("The object was reset.");
	};
	const permit = createPermit({
		limiterOf: () => ({ take: async () => 1, giveBack: gone, pause: gone }),
		limits: sourceLimits({ wikipedia: LIMIT }),
		max_wait_ms: 0,
	});

	it("keeps the answer", async () => {
		expect(await permit("wikipedia", async () => "answer")).toBe("answer");
	});

	it("still throws that the source asks to wait", async () => {
		const limited = new ApiLimited(1_000);
		await expect(permit("wikipedia", () => Promise.reject(limited))).rejects.toBe(limited);
	});
});

describe("source settings", () => {
	const settingsOf = (variables: Record<string, string>) => {
		const parsed = parseVariables(variables);
		if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
		return parsed.settings;
	};
	const idsOf = (variables: Record<string, string>) =>
		openSources(settingsOf(variables), "live").map(({ id }) => id);

	it("open the sources without a key, or those that are named", () => {
		expect(idsOf({})).toEqual(["wikipedia", "pubmed"]);
		expect(idsOf({ EVIDENCE_SOURCES: " PubMed " })).toEqual(["pubmed"]);
		expect(idsOf({ EVIDENCE_SOURCES: "none" })).toEqual([]);
	});

	it.each([
		["brave", { BRAVE_API_KEY: "key" }],
		["factcheck", { FACT_CHECK_API_KEY: "key" }],
		["searxng", { SEARXNG_BASE_URL: "http://localhost:8080" }],
	])("have %s among them once it is set up, and not before", (id, variables) => {
		expect(idsOf(variables)).toEqual(["wikipedia", "pubmed", id]);
		expect(idsOf({ ...variables, EVIDENCE_SOURCES: id })).toEqual([id]);
		expect(parseVariables({ EVIDENCE_SOURCES: id })).toMatchObject({
			ok: false,
			errors: [{ variable: Object.keys(variables)[0] }],
		});
	});

	it.each([
		["EVIDENCE_SOURCES", "wikipedia,gossip"],
		["WIKIPEDIA_BASE_URL", "{language}.wikipedia.org"],
		["PUBMED_BASE_URL", "ftp://example.org"],
		["CROSSREF_BASE_URL", "api.crossref.org"],
		["EVIDENCE_PAGES", "0"],
		["EVIDENCE_TRUSTED_HOSTS", "http://a"],
	])("reject a bad %s", (variable, value) => {
		expect(parseVariables({ [variable]: value })).toMatchObject({
			ok: false,
			errors: [{ variable }],
		});
	});

	it.each([
		["asked by default", {}, "https://api.crossref.org"],
		["asked at another address", { CROSSREF_BASE_URL: "http://a.org/" }, "http://a.org"],
		["not asked if its address is empty", { CROSSREF_BASE_URL: "" }, undefined],
		["not asked without sources", { EVIDENCE_SOURCES: "none" }, undefined],
	])("say whether the register of papers is %s", (_, variables, base_url) => {
		const limiterOf = () => ({
			take: async () => 1,
			giveBack: async () => {},
			pause: async () => {},
		});
		const context = createSourceContext(settingsOf(variables), limiterOf, {}, fetch, null);
		expect(context.crossref?.base_url).toBe(base_url);
	});

	it("provide the contact sent to sources", () => {
		const settings = settingsOf({
			APP_ORIGIN: "https://facts.example.org",
			CONTACT_EMAIL: "team@example.org",
		});
		expect(readerContact(settings)).toBe(
			"https://facts.example.org/how-it-works; team@example.org",
		);
	});
});
