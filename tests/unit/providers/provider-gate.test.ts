import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProviderGate, type GateReport, MAX_UNNAMED } from "#providers/provider-gate.ts";

const NOTHING_TOLD: Omit<GateReport, "end"> = {
	wait_ms: null,
	per_minute: null,
	left: null,
	learned: null,
};
const PATIENT = { at_once: null, patience_ms: 300_000, lease_ms: 30_000 };

/** A clock whose timers fire in their order, each at its time. */
function createClock() {
	let now = 0;
	let timers: { at: number; call: () => void }[] = [];
	const setTimer = (call: () => void, ms: number) => {
		const timer = { at: now + ms, call };
		timers.push(timer);
		return () => {
			timers = timers.filter((it) => it !== timer);
		};
	};
	const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
	return {
		tools: { now: () => now, setTimer },
		setTimer,
		now: () => now,
		async run(until: number) {
			await settled();
			for (;;) {
				const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
				if (!next) break;
				timers = timers.filter((it) => it !== next);
				now = next.at;
				next.call();
				await settled();
			}
			now = until;
		},
	};
}

/** Asks `calls` questions at once of a server that answers `limit` in a sliding minute. */
async function ask(
	calls: number,
	limit: number,
	tell: Partial<GateReport>,
	at_once: number | null,
) {
	const clock = createClock();
	const gate = createProviderGate({}, clock.tools);
	const answered: number[] = [];
	let refused = 0;
	let open = 0;
	let most = 0;
	const one = async () => {
		for (;;) {
			const grant = await gate.take({ ...PATIENT, at_once });
			if (grant === null) return;
			open += 1;
			most = Math.max(most, open);
			await new Promise<void>((resolve) => clock.setTimer(resolve, 300));
			open -= 1;
			const now = clock.now();
			if (answered.filter((at) => now - at < 60_000).length < limit) {
				answered.push(now);
				await gate.settle(grant.lease, { ...NOTHING_TOLD, end: "answered" });
				return;
			}
			refused += 1;
			await gate.settle(grant.lease, { ...NOTHING_TOLD, end: "refused", ...tell });
			if (!("wait_ms" in tell) && grant.unnamed + 1 >= MAX_UNNAMED) return;
		}
	};
	const all = Promise.all(Array.from({ length: calls }, one));
	await clock.run(300_000);
	await all;
	return { answered: answered.length, refused, most, state: gate.state() };
}

describe("a provider's gate", () => {
	it.each<[string, Partial<GateReport>]>([
		["that names the limit and the wait", { per_minute: 15, wait_ms: 40_000 }],
		["that names the wait alone", { wait_ms: 40_000 }],
		["that names the limit alone", { per_minute: 15 }],
		["that says nothing", {}],
	])("lets 24 questions at 15 a minute be answered by a server %s", async (_, told) => {
		const { answered } = await ask(24, 15, told, null);
		expect(answered).toBe(24);
	});

	it("sends no more than the limit that was told or observed, after the first refusals", async () => {
		for (const told of [{ per_minute: 15, wait_ms: 40_000 }, { wait_ms: 40_000 }]) {
			const { refused, state } = await ask(40, 15, told, null);
			expect(refused).toBe(25);
			expect(state.per_minute).toBe(15);
		}
	});

	it("takes no lower limit from a later minute that it shares with others", async () => {
		const clock = createClock();
		const gate = createProviderGate({}, clock.tools);
		const minute = async (answered: number) => {
			const grants = await Promise.all(
				Array.from({ length: answered + 1 }, () => gate.take({ ...PATIENT, at_once: null })),
			);
			for (const [at, grant] of grants.entries())
				await gate.settle(grant?.lease ?? 0, {
					...NOTHING_TOLD,
					...(at < answered ? { end: "answered" } : { end: "refused", wait_ms: 40_000 }),
				});
		};
		await minute(14);
		expect(gate.state().per_minute).toBe(14);
		await clock.run(120_000);
		// After a pause one alone is sent until it is answered.
		const first = await gate.take({ ...PATIENT, at_once: null });
		await gate.settle(first?.lease ?? 0, { ...NOTHING_TOLD, end: "answered" });
		await minute(2);
		expect(gate.state().per_minute).toBe(14);
	});

	it("lets nobody wait for a server that refuses all for a minute and names no pause", async () => {
		const { refused, answered } = await ask(24, 0, {}, null);
		expect(answered).toBe(0);
		// Each once, and then one alone after each pause.
		expect(refused).toBe(24 + 6);
	});

	it("tells whether requests wait for a limit of the provider's, not for each other", async () => {
		const gate = createProviderGate();
		const asked = { at_once: 1, patience_ms: 60_000, lease_ms: 30_000 };
		const first = await gate.take(asked);
		void gate.take(asked);
		expect(gate.state()).toEqual({ is_limited: false, per_minute: null });
		const told = { ...NOTHING_TOLD, wait_ms: 40_000, per_minute: 15 };
		await gate.settle(first?.lease ?? 0, { ...told, end: "refused" });
		expect(gate.state()).toEqual({ is_limited: true, per_minute: 15 });
	});

	it("keeps any limit of requests at the same time", async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (at_once) => {
				const { answered, most } = await ask(12, 1_000, {}, at_once);
				expect({ answered, most }).toEqual({ answered: 12, most: Math.min(12, at_once) });
			}),
			{ numRuns: 5 },
		);
	});

	it("refuses at once who would have to wait too long", async () => {
		const clock = createClock();
		const gate = createProviderGate({}, clock.tools);
		const grant = await gate.take(PATIENT);
		await gate.settle(grant?.lease ?? 0, { ...NOTHING_TOLD, end: "refused", wait_ms: 400_000 });
		expect(await gate.take(PATIENT)).toBeNull();
	});

	it("waits until the provider's count begins anew when no request is left", async () => {
		const clock = createClock();
		const gate = createProviderGate({}, clock.tools);
		const grant = await gate.take(PATIENT);
		const left = { requests: 0, reset_ms: 20_000 };
		await gate.settle(grant?.lease ?? 0, { ...NOTHING_TOLD, end: "answered", left });
		let granted_at: number | null = null;
		void gate.take(PATIENT).then(() => {
			granted_at = clock.now();
		});
		await clock.run(19_999);
		expect(granted_at).toBeNull();
		await clock.run(20_001);
		expect(granted_at).toBe(20_000);
	});

	it("tells with each grant what any earlier request has learned, and keeps it", async () => {
		const kept: unknown[] = [];
		const gate = createProviderGate({ keep: (learned) => kept.push(learned) });
		const first = await gate.take(PATIENT);
		const second = await gate.take(PATIENT);
		const report = (learned: GateReport["learned"]) =>
			({ ...NOTHING_TOLD, end: "failed", learned }) as const;
		await gate.settle(first?.lease ?? 0, report({ refused: ["schema"] }));
		await gate.settle(second?.lease ?? 0, report({ refused: ["schema"], room: 1 }));
		const learned = { refused: ["schema"], room: 1, address: null };
		expect((await gate.take(PATIENT))?.learned).toEqual(learned);
		expect(kept).toEqual([{ ...learned, room: 0 }, learned]);
	});
});
