import { setTimeout as sleep } from "node:timers/promises";
import { DISPUTED_TALK, extractFacts } from "#tests/support/fixtures/talks.ts";
import { type Client, createMember, watchUrl } from "#tests/support/world/client.ts";
import { addPayments, now, phaseOf } from "#tests/support/world/crash-invariants.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/world/crashing-product.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { readStoredDatabase, StoredRuns } from "#tests/support/world/stored-data.ts";
import type { Chaos, Outcome } from "./outcome.ts";
import { Talk } from "./talks.ts";
import { Voter } from "./votes.ts";

const STATEMENTS = 6;
const VOTERS = 3;
/** Simultaneous analyses. */
const TALKS_AT_ONCE = 3;
/** The longest time between two kills; a talk takes about a second and a half. */
const LIFE_MS = 1_200;
/** The range of a provider's response time. */
const PROVIDER_MS = [30, 250] as const;
const POLL_MS = 20;
/** The time for all running analyses to end after the last start: thirty times what they need. */
const LAST_MS = 60_000;
const REPORT_EVERY = 10;

/** Servers killed in parallel, if there are enough kills for two. */
const SERVERS = 2;
const KILLS_FOR_TWO = 10;
/** If the machine is too slow for all kills, those within this time count. */
const MOST_MS = 7 * 60_000;

/**
 * Kills the server at random moments while it analyzes, counts votes and streams. Checks the stored
 * files after each kill and the event stream after each analysis. The same seed gives the same
 * lifetimes, votes and delays; the state at each kill depends on the machine.
 */
export async function killOften(chaos: Chaos): Promise<Outcome> {
	const servers = chaos.kills < KILLS_FOR_TWO ? 1 : SERVERS;
	const progress = { left: chaos.kills };
	const outcomes = await Promise.all(
		Array.from({ length: servers }, (_, place) => {
			const kills = Math.floor((chaos.kills + place) / servers);
			const numbers = ownNumbers(chaos.seed + place, VOTERS);
			return killOne(chaos, kills, numbers, progress);
		}),
	);
	const sum = (of: (outcome: Required<Outcome>) => number) =>
		outcomes.reduce((total, outcome) => total + of(outcome), 0);
	return {
		part: "kills",
		tried: sum(({ tried }) => tried),
		survived: sum(({ survived }) => survived),
		lost: sum(({ lost }) => lost),
		payments: addPayments(...outcomes.map(({ payments }) => payments)),
		broken: outcomes.flatMap(({ broken }) => broken),
		notes: [
			...outcomes.flatMap(({ notes }) => notes),
			...(progress.left > 0
				? [`${progress.left} kills did not fit into ${MOST_MS / 60_000} minutes`]
				: []),
		],
	};
}

/** One server's share of the kills, or as many of them as there is time for. */
async function killOne(
	chaos: Chaos,
	kills: number,
	numbers: OwnNumbers,
	progress: { left: number },
): Promise<Required<Outcome>> {
	const product = await startCrashingProduct({
		MAX_STATEMENTS: String(STATEMENTS),
		LIMIT_VOTES: "0",
		LIMIT_PROVIDER_CALLS: "0",
	});
	try {
		const load = await Load.begin(product, numbers);
		const until = now() + MOST_MS;
		try {
			for (let died = 0; died < kills && now() < until; died++) {
				await load.liveAndDie();
				progress.left--;
				if (progress.left % REPORT_EVERY === 0)
					chaos.say(`${chaos.kills - progress.left} of ${chaos.kills}`);
			}
			return await load.end();
		} finally {
			load.leave();
		}
	} finally {
		await product.stop();
	}
}

class Load {
	readonly #numbers: OwnNumbers;
	readonly #product: CrashingProduct;
	readonly #member: Client;
	readonly #voters: Voter[];
	readonly #runs: StoredRuns;
	readonly #met = new Map<string, number>();
	readonly #starts_ms: number[] = [];
	readonly #outcome: Required<Outcome> = {
		part: "kills",
		tried: 0,
		survived: 0,
		lost: 0,
		payments: addPayments(),
		broken: [],
		notes: [],
	};
	#talks: Talk[] = [];
	#sent = 0;
	#completed = 0;

	private constructor(
		numbers: OwnNumbers,
		product: CrashingProduct,
		member: Client,
		voters: Voter[],
	) {
		this.#numbers = numbers;
		this.#product = product;
		this.#member = member;
		this.#voters = voters;
		this.#runs = new StoredRuns(product.data_dir);
	}

	static async begin(product: CrashingProduct, numbers: OwnNumbers): Promise<Load> {
		const { ai, youtube } = product;
		const member = await createMember(product.url);
		youtube.set("debate00001", DISPUTED_TALK);
		await member.analyze(watchUrl("debate00001"));
		const { statements } = await member.finished("debate00001");
		const [least, most] = PROVIDER_MS;
		ai.answer({ extract: extractFacts });
		ai.behave("all", () => ({ delay_ms: least + (most - least) * numbers.delays() }));
		const ids = statements.map(({ id }) => id);
		const voters: Voter[] = [];
		for (const random of numbers.voters) voters.push(await Voter.join(product.url, ids, random));
		return new Load(numbers, product, member, voters);
	}

	/** One life under load, the kill, a check of the stored files and the next start. */
	async liveAndDie(): Promise<void> {
		const lasts_until = now() + this.#numbers.lives() * LIFE_MS;
		let dead = false;
		const voting = this.#voters.map((voter) => voter.vote(() => dead));
		while (now() < lasts_until) {
			await this.#keepBusy();
			await sleep(Math.min(POLL_MS, Math.max(0, lasts_until - now())));
		}
		dead = true;
		await this.#product.kill();
		const over_at = now();
		await Promise.all(voting);
		const broken = await this.#readRemains(over_at);
		const started_at = now();
		await this.#product.start();
		this.#starts_ms.push(now() - started_at);
		this.#outcome.tried++;
		if (broken === 0) this.#outcome.survived++;
	}

	/** Waits for all analyses to end and returns the outcome. */
	async end(): Promise<Required<Outcome>> {
		const until = now() + LAST_MS;
		while (this.#talks.some((talk) => !talk.over) && now() < until) await sleep(POLL_MS);
		await this.#settle();
		for (const { video_id } of this.#talks) {
			this.#outcome.lost++;
			this.#outcome.broken.push(`${video_id} never ended`);
		}
		const votes = this.#voters.reduce((sum, { answered }) => sum + answered, 0);
		const met = [...this.#met].map(([phase, times]) => `${phase} ${times}`);
		const starts = [...this.#starts_ms].sort((a, b) => a - b);
		const middle = starts[Math.floor(starts.length / 2)] ?? 0;
		this.#outcome.notes.push(
			`${this.#completed} analyses completed, ${votes} votes answered, the next start took ${Math.round(middle)} ms`,
			`at the kills the analyses were in: ${met.join(", ")}`,
		);
		return this.#outcome;
	}

	leave(): void {
		for (const talk of this.#talks) talk.leave();
	}

	async #keepBusy(): Promise<void> {
		await this.#settle();
		while (this.#talks.length < TALKS_AT_ONCE) {
			this.#sent++;
			const { talks } = this.#numbers;
			const talk = new Talk(this.#product, this.#sent, STATEMENTS, talks);
			this.#talks.push(talk);
			talk.begin(this.#member).catch((error: unknown) => {
				this.#outcome.broken.push(`${talk.video_id}: ${String(error)}`);
				talk.over = true;
			});
		}
	}

	/** Checks the talks that have ended. */
	async #settle(): Promise<void> {
		const { broken } = this.#outcome;
		const ended = this.#talks.filter(({ over }) => over);
		this.#talks = this.#talks.filter((talk) => !ended.includes(talk));
		for (const talk of ended) {
			const { payments } = this.#outcome;
			if (payments) this.#outcome.payments = addPayments(payments, talk.payments());
			broken.push(...(await talk.brokenLaws(this.#member)));
			this.#completed++;
		}
	}

	/** The number of invariants violated by the files that the killed server left. */
	async #readRemains(over_at: number): Promise<number> {
		const outcome = this.#outcome;
		const before = outcome.broken.length + outcome.lost;
		const { broken, votes } = await readStoredDatabase(this.#product.data_dir);
		outcome.broken.push(...broken);
		for (const voter of this.#voters) {
			outcome.broken.push(...voter.refused.splice(0));
			for (const vote of voter.lost(votes)) {
				outcome.lost++;
				outcome.broken.push(`lost: ${vote}`);
			}
		}
		for (const talk of this.#talks) {
			const stored = await this.#runs.find(talk.video_id);
			if (stored) {
				talk.noteDeath(over_at, stored);
				const phase = phaseOf(stored, 3 * STATEMENTS);
				this.#met.set(phase, (this.#met.get(phase) ?? 0) + 1);
			} else if (talk.promised) {
				outcome.lost++;
				outcome.broken.push(`lost: the analysis of ${talk.video_id}`);
			}
		}
		return outcome.broken.length + outcome.lost - before;
	}
}

/**
 * A separate random sequence in [0, 1) for each consumer, since the order among them depends on
 * timing.
 */
export type OwnNumbers = {
	/** The lengths of the server's lives. */
	lives: () => number;
	voters: (() => number)[];
	talks: () => number;
	delays: () => number;
};

/** The same sequences for the same seed and number of voters. */
export function ownNumbers(seed: number, voters: number): OwnNumbers {
	const seeds = seededRandom(seed);
	const row = () => seededRandom(Math.floor(seeds() * 2 ** 32));
	return { lives: row(), talks: row(), delays: row(), voters: Array.from({ length: voters }, row) };
}
