import { setTimeout as sleep } from "node:timers/promises";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { expectWholeStory } from "#tests/support/world/crash-invariants.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { watch } from "#tests/support/world/viewers.ts";
import { voteAsItIsSet } from "./clock-votes.ts";
import { DAY_S, HOUR_S, type MovableClock, makeMovableClock } from "./movable-clock.ts";
import type { Chaos, Outcome } from "./outcome.ts";
import { within } from "./within.ts";

/** The offsets to which the clock is set, one after another, while analyses run. */
const MOVES_S = [
	[90],
	[-90],
	[HOUR_S],
	[-HOUR_S],
	[HOUR_S, -2 * HOUR_S],
	[DAY_S, 0],
	[-DAY_S, HOUR_S],
];
/** Simultaneous analyses, so that the clock changes at different steps. */
const ANALYSES = 3;
const PROVIDER_MS = 350;
/** An analysis takes little more than a second, and the clock changes within it. */
const EARLIEST_MS = 100;
const LATEST_MS = 900;
const RECONNECT_MS = 100;
/** Few enough to reach the limit quickly. */
const VOTES_A_MINUTE = 3;
/** Far longer than an analysis takes, and shorter than the clock offsets. */
const END_MS = 60_000;

/** Changes the clock of a running server during analyses and between votes. */
export async function moveTheClock({
	random,
	say,
}: Pick<Chaos, "random" | "say">): Promise<Outcome[]> {
	const clock = await makeMovableClock();
	if (clock === null) {
		say("not tried on a server: that takes Linux and a C compiler");
		return [];
	}
	try {
		return await onServer(clock, random);
	} finally {
		await clock.remove();
	}
}

async function onServer(clock: MovableClock, random: () => number): Promise<Outcome[]> {
	const product = await clock.startWith(() =>
		startProduct({ LIMIT_PROVIDER_CALLS: "0", LIMIT_VOTES: String(VOTES_A_MINUTE) }),
	);
	try {
		product.ai.behave("all", { delay_ms: PROVIDER_MS });
		const member = await product.member();
		clock.set(DAY_S);
		const undisturbed = await analyse(product, member);
		const broken: string[] = [...undisturbed.broken];
		if (undisturbed.ends.some((end) => end < Date.now() + HOUR_S * 1_000))
			broken.push("the server does not have this clock");
		let survived = 0;
		for (const moves of MOVES_S) {
			clock.set(0);
			const { broken: laws, calls } = await analyse(product, member, () =>
				move(clock, moves, random),
			);
			if (calls !== undisturbed.calls) laws.push(`${calls} calls in place of ${undisturbed.calls}`);
			if (laws.length === 0) survived += ANALYSES;
			broken.push(...laws.map((law) => `set to ${moves} s: ${law}`));
		}
		return [
			{ part: "the clock is set", tried: MOVES_S.length * ANALYSES, survived, broken },
			await voteAsItIsSet(product, clock, VOTES_A_MINUTE),
		];
	} finally {
		await product.stop();
	}
}

async function move(
	clock: MovableClock,
	moves: readonly number[],
	random: () => number,
): Promise<void> {
	for (const seconds of moves) {
		await sleep(EARLIEST_MS + random() * (LATEST_MS - EARLIEST_MS));
		clock.set(seconds);
	}
}

/**
 * Runs some analyses at once. Returns the number of provider calls, the ends by the server's clock
 * and the violated invariants.
 */
async function analyse(
	product: Product,
	member: Client,
	meanwhile: () => Promise<void> = async () => {},
): Promise<{ calls: number; ends: number[]; broken: string[] }> {
	product.ai.calls.length = 0;
	const ids = Array.from({ length: ANALYSES }, () => product.newVideo());
	const broken: string[] = [];
	const ends: number[] = [];
	const runs = ids.map(async (id) => {
		const { status } = await member.analyze(watchUrl(id));
		if (status !== 202) return broken.push(`a start was answered ${status}`);
		const viewer = watch(`${product.url}/api/videos/${id}/events`, RECONNECT_MS);
		try {
			await within(END_MS, viewer.done);
			const report = await member.report(id);
			if (report.video.analysis_status !== "completed")
				broken.push(`an analysis ended as ${report.video.analysis_status}`);
			ends.push(Date.parse(report.video.updated_at));
			expectWholeStory(viewer.events, report);
		} catch (error) {
			broken.push(String(error));
		}
	});
	await Promise.all([...runs, meanwhile()]);
	return { calls: product.ai.calls.length, ends, broken };
}
