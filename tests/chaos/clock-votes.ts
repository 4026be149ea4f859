import { setTimeout as sleep } from "node:timers/promises";
import type { StatementId } from "#contract/ids.ts";
import type { Readiness } from "#contract/site.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { rawRequest } from "#tests/support/world/client.ts";
import type { Product } from "#tests/support/world/product.ts";
import { published, signedIn } from "#tests/support/world/signed-in.ts";
import { DAY_S, HOUR_S, type MovableClock } from "./movable-clock.ts";
import type { Outcome } from "./outcome.ts";

/** The clock offsets before and after each change. */
const MOVES_S = [
	{ from: 0, to: -HOUR_S },
	{ from: DAY_S, to: 0 },
	{ from: 0, to: -DAY_S },
	{ from: 45, to: 0 },
	{ from: -DAY_S, to: DAY_S },
];
/**
 * Voters from one network before the change, and as many after it: too few for a vote check, but enough
 * if both were counted together.
 */
const VOTERS = 8;
const WINDOW_S = 60;
/** The lifetime of the cached readiness, plus the response time on a busy machine. */
const TOLD_MS = 15_000;

type Move = (typeof MOVES_S)[number];
type Voter = { cookie: string; address: string };

/** Votes before and after each clock change, with a limit reached in between. */
export async function voteAsItIsSet(
	product: Product,
	clock: MovableClock,
	limit: number,
): Promise<Outcome> {
	const broken: string[] = [];
	let survived = 0;
	for (const [place, move] of MOVES_S.entries()) {
		const network = `203.0.${place + 1}`;
		const laws = await across(product, clock, limit, { ...move, network });
		if (laws.length === 0) survived += 1;
		const { from, to } = move;
		broken.push(...laws.map((law) => `set from ${from} s to ${to} s: ${law}`));
	}
	return { part: "the clock is set between votes", tried: MOVES_S.length, survived, broken };
}

/** The invariants that one clock change violated. */
async function across(
	product: Product,
	clock: MovableClock,
	limit: number,
	{ from, to, network }: Move & { network: string },
): Promise<string[]> {
	clock.set(from);
	const broken: string[] = [];
	const [attacked, spent] = [aStatement(), aStatement()];
	const { video_id } = await published(product, { statements: [attacked, spent] });
	const members = await signedIn(product, 1 + 2 * VOTERS);
	const [eager, ...voters] = members.map((member, place): Voter => {
		const address = `${network}.${place + 1}`;
		return { cookie: member.cookie(), address };
	});
	if (!eager) throw new Error("There is no member");
	const voteAll = async (some: Voter[], statement_id: StatementId) => {
		for (const voter of some) {
			const { status } = await vote(product, voter, statement_id);
			if (status !== 200) broken.push(`a vote was answered ${status}`);
		}
	};
	await voteAll(Array<Voter>(limit).fill(eager), spent.id);
	await voteAll(voters.slice(0, VOTERS), attacked.id);
	const refused = await vote(product, eager, spent.id);
	if (refused.status !== 429) broken.push(`a vote beyond the limit was answered ${refused.status}`);
	await product.visitor().get("/api/health/ready");

	clock.set(to);
	const { body } = await product.visitor().get<Readiness>("/api/health/ready");
	const off_ms = Date.parse(body.checked_at) - Date.now() - to * 1_000;
	if (Math.abs(off_ms) > TOLD_MS) broken.push(`its readiness is told as of ${body.checked_at}`);
	await voteAll(voters.slice(VOTERS), attacked.id);
	broken.push(...(await voteSoon(product, eager, spent.id)));
	const report = await product.visitor().report(video_id);
	for (const [id, upvotes] of [
		[attacked.id, 2 * VOTERS],
		[spent.id, 1],
	] as const) {
		const shown = report.statements.find((it) => it.id === id);
		if (shown?.votes_held) broken.push("ordinary votes are checked");
		if (shown?.upvotes !== upvotes)
			broken.push(`${shown?.upvotes} votes are counted in place of ${upvotes}`);
	}
	return broken;
}

/** An empty list if the vote is accepted, immediately or after a wait within the limit's window. */
async function voteSoon(
	product: Product,
	voter: Voter,
	statement_id: StatementId,
): Promise<string[]> {
	const first = await vote(product, voter, statement_id);
	if (first.status === 200) return [];
	const wait_s = Number(first.headers.get("retry-after"));
	if (first.status !== 429 || !(wait_s <= WINDOW_S))
		return [`a vote was answered ${first.status}, to wait for ${wait_s} s`];
	await sleep(wait_s * 1_000);
	const { status } = await vote(product, voter, statement_id);
	return status === 200 ? [] : [`a vote after the wait was answered ${status}`];
}

function vote(product: Product, voter: Voter, statement_id: StatementId) {
	return rawRequest(`${product.url}/api/statements/${statement_id}/vote`, {
		method: "PUT",
		headers: {
			"content-type": "application/json",
			cookie: voter.cookie,
			"cf-connecting-ip": voter.address,
		},
		body: JSON.stringify({ vote_type: "upvote" }),
	});
}
