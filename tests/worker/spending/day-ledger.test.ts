import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDayLedger } from "#features/spending/budget.ts";
import type { Amount } from "#features/spending/day.ts";
import { miniflareOptions, readBuiltConfig } from "#scripts/server/runtime.ts";
import type { Bindings } from "#worker/bindings.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const MIDNIGHT = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

let folder: string;
let miniflare: Miniflare;
let names = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "ledger-"));
	const config = await readBuiltConfig();
	const address = { host: "127.0.0.1", port: 0 };
	miniflare = new Miniflare(miniflareOptions(config, address, folder, {}));
	await miniflare.ready;
});
afterAll(async () => {
	await miniflare?.dispose();
	await rm(folder, { recursive: true, force: true });
});

/** The ledger of a site with these limits; null without limits. */
function openLedger(
	{ calls = 0, usd = 0, searches = 0 }: Partial<Amount>,
	getByName: () => unknown,
	clock: { now: number },
) {
	return openDayLedger({
		settings: {
			LIMIT_PROVIDER_CALLS: calls,
			LIMIT_SPENDING_USD: usd,
			LIMIT_SEARCH_CALLS: searches,
		},
		objects: { DAY_LEDGER: { getByName } as Bindings["DAY_LEDGER"] },
		now: () => new Date(clock.now),
	});
}

/** A separate ledger whose clock the test sets. */
async function ledgerOf(limits: Partial<Amount>) {
	const objects = await miniflare.getDurableObjectNamespace("DAY_LEDGER");
	names += 1;
	const name = `ledger${names}`;
	const clock = { now: NOON };
	const ledger = openLedger(limits, () => objects.getByName(name), clock);
	if (!ledger) throw new Error("No limit is set");
	return { ledger, clock };
}

const need = (calls: number, usd = 0, step = "rate") => [{ step, calls, usd }];

describe("day ledger", () => {
	it("grants requests up to the limit, then returns the limit's name and reset time", async () => {
		const { ledger } = await ledgerOf({ calls: 10, usd: 1 });
		expect(await ledger.reserve("a", need(10, 0.5))).toEqual({ ok: true });
		const refused = { ok: false, of: "site", lifts_at_ms: MIDNIGHT };
		expect(await ledger.reserve("b", need(1, 0.1))).toEqual({ ...refused, limit: "calls" });
		expect(await ledger.reserve("b", need(0, 0.5))).toEqual({ ok: true });
		expect(await ledger.reserve("c", need(0, 0.01))).toEqual({ ...refused, limit: "usd" });
	});

	it("grants paid searches up to a limit of their own", async () => {
		const { ledger } = await ledgerOf({ searches: 4 });
		const search = (step: string) =>
			ledger.reserve("a", [{ step, calls: 0, usd: 0.01, searches: 2 }]);
		for (const step of ["search:0", "search:0", "search:1"])
			expect(await search(step)).toEqual({ ok: true });
		expect(await search("search:2")).toMatchObject({ limit: "searches" });
		expect(await ledger.reserve("b", need(9))).toEqual({ ok: true });
		await ledger.reconcile("a", { calls: 0, usd: 0.01, searches: 1 });
		expect(await search("search:2")).toEqual({ ok: true });
	});

	it("reserves nothing when it refuses", async () => {
		const { ledger } = await ledgerOf({ calls: 10 });
		const both = [...need(4, 0, "extract"), ...need(7, 0, "rate")];
		expect(await ledger.reserve("a", both)).toMatchObject({ ok: false });
		expect(await ledger.look({ calls: 10, usd: 0 })).toMatchObject({
			taken: { calls: 0, usd: 0 },
			passed: null,
		});
	});

	it("reserves nothing twice when a run asks again after a crash", async () => {
		const { ledger } = await ledgerOf({ calls: 10 });
		for (const _ of [1, 2, 3]) expect(await ledger.reserve("a", need(9))).toEqual({ ok: true });
		expect(await ledger.reserve("a", need(2))).toEqual({ ok: true });
		expect(await ledger.reserve("b", need(2))).toMatchObject({ ok: false });
		const [exactly] = need(2);
		if (!exactly) throw new Error("There is one");
		await ledger.reserve("a", [{ ...exactly, exact: true }]);
		expect(await ledger.reserve("b", need(8))).toEqual({ ok: true });
	});

	it("replaces a run's reservation with its actual usage, exactly once", async () => {
		const { ledger } = await ledgerOf({ calls: 100, usd: 1 });
		await ledger.reserve("a", [...need(70, 0.7), ...need(9, 0.1, "extract")]);
		for (const _ of [1, 2]) await ledger.reconcile("a", { calls: 14, usd: 0.02, searches: 3 });
		expect(await ledger.look({ calls: 1, usd: 0 })).toEqual({
			day: "2026-11-21",
			lifts_at_ms: MIDNIGHT,
			taken: { calls: 14, usd: 0.02, searches: 3 },
			passed: null,
		});
	});

	it("resets at midnight and books a run on the day that it started", async () => {
		const { ledger, clock } = await ledgerOf({ calls: 10 });
		await ledger.reserve("a", need(10));
		clock.now = MIDNIGHT - 1;
		expect(await ledger.reserve("b", need(1))).toMatchObject({ ok: false });
		clock.now = MIDNIGHT;
		expect(await ledger.reserve("b", need(10))).toEqual({ ok: true });
		await ledger.reconcile("a", { calls: 10, usd: 0 });
		expect((await ledger.look({ calls: 0, usd: 0 })).taken.calls).toBe(10);
		clock.now = NOON + 10 * DAY_MS;
		expect(await ledger.reserve("c", need(10))).toEqual({ ok: true });
	});

	it("grants no more than the limit when fifty runs ask at once", async () => {
		const { ledger } = await ledgerOf({ calls: 7 });
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, n) => ledger.reserve(`r${n}`, need(1))),
		);
		expect(answers.filter(({ ok }) => ok)).toHaveLength(7);
	});

	it("treats a limit of 0 as no limit", async () => {
		const { ledger } = await ledgerOf({ usd: 1 });
		expect(await ledger.reserve("a", need(1_000_000))).toEqual({ ok: true });
		const never = () => {
			throw new Error("Nobody is asked");
		};
		expect(openLedger({}, never, { now: NOON })).toBeNull();
	});
});

describe("shares of a day", () => {
	const NONE = { calls: 0, usd: 0 };
	const of = (
		member: string,
		network: string | null,
		most: { member?: number; network?: number },
		mailbox: string | null = null,
	) => ({
		member,
		mailbox,
		network,
		is_new: false,
		shares: {
			member: { ...NONE, calls: most.member ?? 0 },
			network: { ...NONE, calls: most.network ?? 0 },
		},
	});
	const refused = { ok: false, limit: "calls", lifts_at_ms: MIDNIGHT };

	it("end for one member, whatever runs and networks they use, and not for another", async () => {
		const { ledger } = await ledgerOf({ calls: 100 });
		for (const [run, network] of [
			["a", "192.0.2.1"],
			["b", "192.0.2.2"],
		] as const)
			await ledger.admit(run, of("ada", network, { member: 10 }), need(1)[0] ?? NONE);
		await ledger.admit("c", of("grace", "192.0.2.3", { member: 10 }), NONE);
		expect(await ledger.reserve("a", need(7))).toEqual({ ok: true });
		expect(await ledger.reserve("b", need(4))).toEqual({ ...refused, of: "member" });
		expect(await ledger.reserve("c", need(10))).toEqual({ ok: true });
		await ledger.reconcile("a", { calls: 2, usd: 0 });
		expect(await ledger.reserve("b", need(8))).toEqual({ ok: true });
	});

	it("end for one mailbox, whatever accounts reach it", async () => {
		const { ledger } = await ledgerOf({ calls: 100 });
		const admit = (run: string, member: string, mailbox: string) =>
			ledger.admit(run, of(member, null, { member: 10 }, mailbox), need(1)[0] ?? NONE);
		await admit("a", "ada", "ada@gmail.com");
		await admit("b", "ada again", "ada@gmail.com");
		await admit("c", "grace", "grace@gmail.com");
		expect(await ledger.reserve("a", need(7))).toEqual({ ok: true });
		expect(await ledger.reserve("b", need(4))).toEqual({ ...refused, of: "member" });
		expect(await ledger.reserve("c", need(10))).toEqual({ ok: true });
		expect((await ledger.takers()).map(({ member }) => member)).toEqual(["grace", "ada"]);
	});

	it("end for one network, whatever accounts it has, and for no run without a payer", async () => {
		const { ledger } = await ledgerOf({ calls: 100 });
		const admit = (run: string, member: string, network: string | null) =>
			ledger.admit(run, of(member, network, { network: 10 }), { calls: 1, usd: 0 });
		for (const [run, member] of ["a", "b", "c"].map((it) => [it, `member ${it}`] as const))
			await admit(run, member, "192.0.2.1");
		expect(await ledger.reserve("a", need(5))).toEqual({ ok: true });
		expect(await ledger.reserve("b", need(5))).toEqual({ ok: true });
		expect(await ledger.reserve("c", need(1))).toEqual({ ...refused, of: "network" });
		expect((await admit("d", "member d", "192.0.2.1")).passed).toEqual({
			limit: "calls",
			of: "network",
		});
		expect((await admit("e", "member e", null)).passed).toBeNull();
		expect(await ledger.reserve("of the site", need(90))).toEqual({ ok: true });
		expect(await ledger.reserve("e", need(1))).toEqual({ ...refused, of: "site" });
	});

	it("begin again with the day, and show who has taken most", async () => {
		const { ledger, clock } = await ledgerOf({ calls: 100 });
		await ledger.admit("a", of("ada", "192.0.2.1", { member: 10 }), NONE);
		await ledger.admit("b", of("grace", "192.0.2.1", { member: 10 }), NONE);
		await ledger.reserve("a", need(4));
		await ledger.reserve("b", need(9));
		const taken = (calls: number) => ({ calls, usd: 0, searches: 0 });
		expect(await ledger.takers()).toEqual([
			{ member: "grace", is_new: false, taken: taken(9) },
			{ member: "ada", is_new: false, taken: taken(4) },
			{ member: null, is_new: false, taken: taken(13) },
		]);
		clock.now = MIDNIGHT;
		expect(await ledger.takers()).toEqual([]);
		await ledger.admit("c", of("grace", "192.0.2.1", { member: 10 }), NONE);
		expect(await ledger.reserve("c", need(10))).toEqual({ ok: true });
	});
});
