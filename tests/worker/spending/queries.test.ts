import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	listSpendingAnalyses,
	listSpendingDays,
	listSpendingMembers,
} from "#features/spending/queries.ts";
import { aCompletedRun, aFailedRun, aProviderCall } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

import { allPages } from "#tests/support/world/pages.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

/** Later than what other tests publish. */
const DAY = "2026-06-01";
const NEXT_DAY = "2026-06-02";
const at = (day: string, minute: number) => `${day}T10:${String(minute).padStart(2, "0")}:00.000Z`;

const NOTHING_SAID = { input_tokens: null, output_tokens: null, cost_usd: null };
const NO_PRICE = { input_tokens: 7, output_tokens: 3, cost_usd: null };

describeOnBothDatabases("recorded spending", (database) => {
	it("is summed once per publication, by day, provider, model and step", async () => {
		const db = database().open();
		const run = aCompletedRun({
			ended_at: at(DAY, 1),
			calls: [
				aProviderCall("extract:0:openai", "openai", { attempts: 3 }),
				aProviderCall("rate:0:openai", "openai"),
				aProviderCall("rate:1:openai", "openai"),
				// The duplicate is stored and billed once.
				aProviderCall("rate:1:openai", "openai"),
				aProviderCall("rate:0:claude", "claude", { ok: false, usage: NOTHING_SAID }),
				aProviderCall("rate:1:claude", "claude", { ok: false, usage: NO_PRICE }),
			],
		});
		for (const _ of [1, 2]) await publish(db, run);
		await publish(
			db,
			aFailedRun({
				ended_at: at(DAY, 2),
				calls: [aProviderCall("rate:0:openai", "openai", { ok: false })],
			}),
		);
		const openai = { day: DAY, provider: "openai", model: "openai-model" };
		expect(await listSpendingDays(db, DAY)).toEqual([
			{
				day: DAY,
				provider: "claude",
				model: "claude-model",
				step: "rate",
				calls: 2,
				failed_calls: 2,
				requests: 2,
				input_tokens: 7,
				output_tokens: 3,
				cost_usd: null,
				unpriced_calls: 1,
			},
			{
				...openai,
				step: "extract",
				calls: 1,
				failed_calls: 0,
				requests: 3,
				input_tokens: 100,
				output_tokens: 20,
				cost_usd: 0.5,
				unpriced_calls: 0,
			},
			{
				...openai,
				step: "rate",
				calls: 3,
				failed_calls: 1,
				requests: 3,
				input_tokens: 300,
				output_tokens: 60,
				cost_usd: 1.5,
				unpriced_calls: 0,
			},
		]);
		const analyses = await listSpendingAnalyses(db, { cursor: null, limit: 2 });
		expect(analyses).toMatchObject({
			analyses: [
				{ status: "failed", title: null, calls: 1, cost_usd: 0.5 },
				{
					run: run.run_id,
					status: "completed",
					title: "How the bridge was built",
					calls: 5,
					requests: 7,
					input_tokens: 307,
					output_tokens: 63,
					cost_usd: 1.5,
					unpriced_calls: 1,
					steps: [
						{ step: "extract", provider: "openai", requests: 3 },
						{ step: "rate", provider: "claude", cost_usd: null },
						{ step: "rate", provider: "openai", calls: 2, cost_usd: 1 },
					],
				},
			],
		});
	});

	it("is listed in pages, latest first, with no cost for simulated runs", async () => {
		const db = database().open();
		for (const minute of [1, 2, 3, 4, 5])
			await publish(db, aCompletedRun({ ended_at: at(NEXT_DAY, minute), simulated: true }));
		const ask = (cursor: string | null) => listSpendingAnalyses(db, { cursor, limit: 2 });
		const listed = (await allPages(ask)).flatMap(({ analyses }) => analyses);
		const ends = listed.map(({ ended_at }) => ended_at);
		for (const { cost_usd, steps } of listed.slice(0, 5))
			expect({ cost_usd, steps }).toEqual({ cost_usd: 0, steps: [] });
		expect(ends).toEqual([...ends].sort().reverse());
		expect(ends.slice(0, 5)).toEqual([5, 4, 3, 2, 1].map((minute) => at(NEXT_DAY, minute)));
		expect(new Set(ends).size).toBe(ends.length);
		for (const none of ["", "x", btoa("[1]")])
			expect(await listSpendingAnalyses(db, { cursor: none, limit: 2 })).toBe("bad_cursor");
	});

	it("is listed by member with only the member's id and name", async () => {
		const db = database().open();
		const [busy, idle] = [await addMember(db), await addMember(db)];
		const day = "2026-07-01";
		for (const [n, started_by] of [busy, idle, busy].entries())
			await publish(
				db,
				aCompletedRun({
					started_by,
					ended_at: at(day, n),
					calls: [aProviderCall("rate:0:openai", "openai", { attempts: 2 })],
				}),
			);
		const members = await listSpendingMembers(db, day);
		expect(members).toEqual([
			{
				member: { id: busy, full_name: expect.stringContaining("Member") },
				analyses: 2,
				calls: 2,
				requests: 4,
				input_tokens: 200,
				output_tokens: 40,
				cost_usd: 1,
				unpriced_calls: 0,
			},
			expect.objectContaining({ analyses: 1, requests: 2 }),
		]);
	});

	it("includes the planning of source queries", async () => {
		const db = database().open();
		const calls = [aProviderCall("plan", "openai")];
		const run = aCompletedRun({ ended_at: at(DAY, 3), calls });
		await publish(db, run);
		expect(await listSpendingDays(db, DAY)).toEqual(
			expect.arrayContaining([expect.objectContaining({ step: "plan" })]),
		);
		const page = await listSpendingAnalyses(db, { cursor: null, limit: 50 });
		if (page === "bad_cursor") throw new Error("No cursor was sent");
		expect(page.analyses.find((it) => it.run === run.run_id)).toMatchObject({
			steps: [{ step: "plan", calls: 1 }],
		});
	});
});
