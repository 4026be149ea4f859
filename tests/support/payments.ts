import type { OutsideCall } from "./outside-calls.ts";
import type { StoredRun, StoredTask } from "./stored-run.ts";

/** A life of the server, from its start or the run's to the kill. Epoch milliseconds. */
export type Life = {
	began: number;
	/** All of it was gone, and what it had sent had arrived. */
	over_at: number;
	stored: StoredRun;
};

/** What a run's questions cost over the lives of a server that was killed. */
export type Payments = {
	/** Answers that were stored at a kill, and how many of them were asked for again. */
	stored: number;
	stored_again: number;
	/** Questions on their way at a kill, and how many of them were asked once more. */
	in_flight: number;
	in_flight_again: number;
	/** Questions that were asked twice within one life, or without being noted. */
	unexplained: string[];
};

/** `calls` and `lives` are those of one run. */
export function paymentsOf(calls: OutsideCall[], lives: Life[]): Payments {
	const total = addPayments();
	for (const { began, over_at, stored } of lives) {
		const done = questionsOf(stored, "done");
		const leased = questionsOf(stored, "leased");
		const asked = calls
			.filter((it) => it.started_at >= began && it.started_at < over_at)
			.map(({ question }) => question);
		const later = new Set(
			calls
				.filter((it) => it.started_at >= over_at)
				.map(({ question }) => question),
		);
		const flying = leased.filter((question) => asked.includes(question));
		total.stored += done.length;
		total.stored_again += done.filter((it) => later.has(it)).length;
		total.in_flight += flying.length;
		total.in_flight_again += flying.filter((it) => later.has(it)).length;
		total.unexplained.push(
			...repeated(asked),
			...asked.filter((it) => !done.includes(it) && !leased.includes(it)),
		);
	}
	const last_over_at = lives.at(-1)?.over_at ?? 0;
	const last = calls.filter((it) => it.started_at >= last_over_at);
	total.unexplained.push(...repeated(last.map(({ question }) => question)));
	return total;
}

/** Their sum; of none, nothing. */
export function addPayments(...all: Payments[]): Payments {
	const sum = (of: (one: Payments) => number) =>
		all.reduce((total, one) => total + of(one), 0);
	return {
		stored: sum((one) => one.stored),
		stored_again: sum((one) => one.stored_again),
		in_flight: sum((one) => one.in_flight),
		in_flight_again: sum((one) => one.in_flight_again),
		unexplained: all.flatMap((one) => one.unexplained),
	};
}

/** What the run's tasks in this state ask the outside. */
export function questionsOf(
	{ tasks }: StoredRun,
	state: StoredTask["state"],
): string[] {
	return tasks.flatMap((task) =>
		task.question !== null && task.state === state ? [task.question] : [],
	);
}

function repeated(names: string[]): string[] {
	return names.filter((name, place) => names.indexOf(name) !== place);
}
