import { setTimeout as sleep } from "node:timers/promises";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import { longTalk } from "#tests/support/fixtures/talks.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import {
	expectWholeStory,
	type Life,
	now,
	type OutsideCall,
	outsideCalls,
	type Payments,
	paymentsOf,
} from "#tests/support/world/crash-invariants.ts";
import type { CrashingProduct } from "#tests/support/world/crashing-product.ts";
import type { StoredRun } from "#tests/support/world/stored-data.ts";
import { type Viewer, watch } from "#tests/support/world/viewers.ts";

/** Enough for two windows. */
const WORDS = 2_600;
/** The platform's response time, slow enough for a kill to hit it. */
const PLATFORM_MS = [40, 200] as const;
const RECONNECT_MS = 100;
const RETRY_MS = 50;

/** A talk that is submitted, analyzed and watched across the server's kills. */
export class Talk {
	readonly video_id: string;
	readonly #number: number;
	readonly #facts: number;
	readonly #product: CrashingProduct;
	readonly #lives: Life[] = [];
	#began = 0;
	#viewer: Viewer | null = null;
	over = false;

	constructor(product: CrashingProduct, number: number, facts: number, random: () => number) {
		this.#product = product;
		this.#number = number;
		this.#facts = facts;
		this.video_id = `talk${String(number).padStart(7, "0")}`;
		const [least, most] = PLATFORM_MS;
		const delay = () => least + (most - least) * random();
		product.youtube.set(this.video_id, {
			...longTalk({ number, words: WORDS, facts }),
			delay_ms: { player: delay(), timedtext: delay() },
		});
	}

	/** Whether the server has accepted the analysis. */
	get promised(): boolean {
		return this.#viewer !== null;
	}

	/** Submits the talk across kills until the server accepts it. */
	async begin(member: Client): Promise<void> {
		this.#began = now();
		for (;;) {
			const answer = await member.analyze(watchUrl(this.video_id)).catch(() => null);
			if (answer && answer.status < 300) break;
			if (answer) throw new Error(`An analysis was answered ${answer.status}.`);
			await sleep(RETRY_MS);
		}
		const events = `${this.#product.url}/api/videos/${this.video_id}/events`;
		this.#viewer = watch(events, RECONNECT_MS);
		await this.#viewer.done;
		this.over = true;
	}

	noteDeath(over_at: number, stored: StoredRun): void {
		const began = Math.max(this.#began, this.#lives.at(-1)?.over_at ?? 0);
		this.#lives.push({ began, over_at, stored });
	}

	payments(): Payments {
		return paymentsOf(this.#calls(), this.#lives);
	}

	/** The invariants that the ended run violates. */
	async brokenLaws(member: Client): Promise<string[]> {
		const report = await member.report(this.video_id);
		const { analysis_status, version, claims_count } = report.video;
		const broken: string[] = [];
		if (analysis_status !== "completed" || version !== 1)
			broken.push(`it is ${analysis_status}, version ${version}`);
		if (claims_count !== this.#facts)
			broken.push(`it has ${claims_count} of ${this.#facts} statements`);
		const ratings = report.statements.flatMap((it) => it.ratings);
		const failed = ratings.filter(({ status }) => status !== "ok");
		if (failed.length > 0) broken.push(`${failed.length} ratings failed`);
		try {
			expectWholeStory(this.#viewer?.events ?? [], report);
		} catch (error) {
			broken.push(`its viewer's story: ${String(error)}`);
		}
		return broken.map((law) => `${this.video_id}: ${law}`);
	}

	leave(): void {
		this.#viewer?.leave();
	}

	#calls(): OutsideCall[] {
		const { ai, youtube } = this.#product;
		const own = `of harbour ${this.#number} was`;
		return outsideCalls(ai, youtube).filter(
			({ question }) => question.includes(own) || question.endsWith(` ${this.video_id}`),
		);
	}
}

/** The number of the talk that a provider was asked about, or 0 for none. */
export function talkNumberOf({
	statement,
	transcript,
}: Pick<FakeCall, "statement" | "transcript">): number {
	const text = statement ?? transcript ?? "";
	return Number(/of harbour (\d+) was/.exec(text)?.[1] ?? 0);
}
