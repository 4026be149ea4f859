import "#scripts/server/runtime.ts";
import { buildIfStale } from "#scripts/build.ts";
import { countOf, readCommandLine, refuse } from "#scripts/command-line.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { type Chaos, holds, type Outcome, shown } from "./outcome.ts";

/** Injects every fault that can be arranged here, and exits with 1 if an invariant is violated. */

const KILLS = 100;
const INTERLEAVINGS = 10_000;

type Part = (chaos: Chaos) => Promise<Outcome[]>;

const PARTS: Record<string, Part> = {
	faults: async (chaos) => (await import("./faults.ts")).failEverywhere(chaos),
	sources: async (chaos) => (await import("./sources-down.ts")).failSources(chaos),
	providers: async () => (await import("./providers-down.ts")).takeProvidersDown(),
	database: async (chaos) => (await import("./database-away.ts")).takeDatabaseAway(chaos),
	clock: async (chaos) => (await import("./clock-moves.ts")).moveTheClock(chaos),
	viewers: async () => (await import("./viewers.ts")).watchBadly(),
	interleavings: async (chaos) => (await import("./interleavings.ts")).interleave(chaos),
	kills: async (chaos) => [await (await import("./kills.ts")).killOften(chaos)],
};

/** The groups run one after another; the parts of a group run together, since they mostly wait. */
const TURNS = [
	["faults", "providers", "database"],
	["sources"],
	["clock"],
	["viewers"],
	["interleavings"],
	["kills"],
];

const USAGE = `npm run chaos -- [--only PART] [--seed N] [--kills N] [--interleavings N]
  PART  ${Object.keys(PARTS).join(", ")}
"lost" and "stored asked again" must be 0; of what was in flight when a server died, no more is
asked again than was in flight.`;

const { values } = readCommandLine(USAGE, {
	options: {
		seed: { type: "string" },
		kills: { type: "string", default: String(KILLS) },
		interleavings: { type: "string", default: String(INTERLEAVINGS) },
		only: { type: "string" },
	},
});
const seed = countOf("seed", values.seed ?? String(Date.now() % 1_000_000));
const kills = countOf("kills", values.kills);
const interleavings = countOf("interleavings", values.interleavings);
if (values.only && !Object.hasOwn(PARTS, values.only))
	refuse(`There is no part "${values.only}".\n${USAGE}`);
const turns = values.only ? [[values.only]] : TURNS;
const began = performance.now();
const seconds = () => `${Math.round((performance.now() - began) / 1_000)} s`;
console.log(`Seed: ${seed}. The same faults, and as long a life before each kill: --seed ${seed}`);
await buildIfStale();

async function run(name: string): Promise<Outcome[]> {
	const part = PARTS[name];
	if (part === undefined) throw new Error(`There is no part "${name}".`);
	const say = (line: string) => console.log(`  ${name}: ${line} (${seconds()})`);
	say("begins");
	return part({
		// A separate sequence for each part, so that it behaves the same when run alone.
		random: seededRandom(seed),
		seed,
		kills,
		interleavings,
		say,
	}).catch((error: unknown) => [brokenOff(name, error)]);
}

function brokenOff(part: string, error: unknown): Outcome {
	return { part, tried: 1, survived: 0, broken: [`it broke off: ${String(error)}`] };
}

const outcomes: Outcome[] = [];
for (const names of turns) outcomes.push(...(await Promise.all(names.map(run))).flat());

console.table(
	Object.fromEntries(
		outcomes.map((outcome) => {
			const { part, ...row } = shown(outcome);
			return [part, row];
		}),
	),
);
for (const { part, notes = [] } of outcomes)
	for (const note of notes) console.log(`${part}: ${note}`);
for (const { part, broken, payments } of outcomes)
	for (const law of [...broken, ...(payments?.unexplained ?? [])])
		console.error(`BROKEN ${part}: ${law}`);
const broken = outcomes.filter((outcome) => !holds(outcome));
console.log(
	broken.length > 0
		? `${broken.length} of ${outcomes.length} did not hold, after ${seconds()}. Seed: ${seed}`
		: `All held, after ${seconds()}. Seed: ${seed}`,
);
process.exit(broken.length > 0 ? 1 : 0);
