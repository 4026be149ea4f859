import { beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import type { FaultCase } from "#tests/chaos/fault-cases.ts";
import { failEverywhere } from "#tests/chaos/faults.ts";
import { killOften } from "#tests/chaos/kills.ts";
import type { SourceFault } from "#tests/chaos/source-faults.ts";
import { failSources } from "#tests/chaos/sources-down.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const KILLS = 2;
const TEST_MS = 180_000;
/** One fault of each kind at each step, without those that only wait. */
const FAULTS = [
	"a redirect to a private address",
	"10 MB",
	"wrong types",
	"fenced JSON",
	"emoji",
	"invented statements",
	"a thousand of one",
	"a score of NaN",
	"a score of 1e9",
	'a score of "80"',
];
/** At the search, the revision, the page or the paper. */
const SOURCE_FAULTS = ["500", "10 MB", "a redirect inside", "binary"];

const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
console.log(`The chaos is seeded with CHAOS_SEED=${seed}.`);
const say = () => {};

beforeAll(() => buildIfStale(), TEST_MS);

describe("short chaos run", () => {
	it(
		"ends every analysis without invented content or internal requests, whatever fails outside",
		async () => {
			const wanted = ({ name }: FaultCase) => FAULTS.includes(name);
			const chaos = { say, random: seededRandom(seed) };
			const outcomes = await failEverywhere(chaos, wanted);
			expect(outcomes.map(({ part }) => part)).toEqual([
				"faults: metadata",
				"faults: transcript",
				"faults: extract",
				"faults: rate",
			]);
			for (const { broken, survived, tried } of outcomes) {
				expect(broken).toEqual([]);
				expect(survived).toBe(tried);
			}
		},
		TEST_MS,
	);

	it(
		"states the basis of every statement, whatever its sources return",
		async () => {
			const wanted = ({ name }: SourceFault) => SOURCE_FAULTS.includes(name);
			const outcomes = await failSources({ say }, wanted);
			expect(outcomes.map(({ part }) => part)).toEqual([
				"wikipedia: search",
				"wikipedia: revision",
				"wikipedia: text",
				"wikipedia: no fault",
				"pubmed: search",
				"pubmed: text",
				"pubmed: no fault",
			]);
			for (const { broken, survived, tried } of outcomes) {
				expect(broken).toEqual([]);
				expect(survived).toBe(tried);
			}
		},
		TEST_MS,
	);

	it(
		"loses no accepted vote or analysis and repeats no paid call when killed under load",
		async () => {
			const random = seededRandom(seed);
			const chaos = { say, random, seed, kills: KILLS, interleavings: 0 };
			const { broken, payments, ...outcome } = await killOften(chaos);
			expect(broken).toEqual([]);
			expect(outcome).toMatchObject({ tried: KILLS, survived: KILLS, lost: 0 });
			expect(payments).toMatchObject({ stored_again: 0, unexplained: [] });
		},
		TEST_MS,
	);
});
