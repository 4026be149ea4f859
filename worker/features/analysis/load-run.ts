import { runFailure } from "#http/run-failures.ts";
import { LiveRun } from "./live-run.ts";
import type { RunInput } from "./run-input.ts";
import type { RunStore } from "./run-store.ts";
import { isReadable, readOutput, requireKnown } from "./step-output.ts";

/**
 * Rebuilds the run from its stored answers; null if there is none. If an earlier version stored
 * answers that this version cannot read, the run fails, so that it can be started again, and
 * `noteUnreadable` gets the reason.
 */
export function loadRun(store: RunStore, noteUnreadable: (error: unknown) => void): LiveRun | null {
	const stored = store.run();
	if (!stored) return null;
	const { input, readable, ended } = stored;
	if (!readable) noteUnreadable("What it was started with.");
	const run = readable ? replay(store, input, noteUnreadable) : null;
	if (run) {
		run.error = stored.error;
		return run;
	}
	const lost = keepCosts(store, input);
	lost.error = stored.error;
	lost.fail(runFailure("analysis_interrupted"));
	lost.published = ended;
	if (!stored.error && !ended) abandon(store, lost);
	return lost;
}

/** null if a stored answer cannot be read. */
function replay(
	store: RunStore,
	input: RunInput,
	noteUnreadable: (error: unknown) => void,
): LiveRun | null {
	const run = new LiveRun(input);
	const open = store.open(input.run_id);
	const done = store.done(input.run_id);
	try {
		for (const row of open) {
			requireKnown(row);
			if (row.attempts > 0) run.begun.add(row.input.kind);
		}
		for (const row of done) run.apply(row.input, readOutput(row));
		return run;
	} catch (error) {
		noteUnreadable(error);
		return null;
	}
}

/** Rebuilds a run with only its input, costs and metadata. */
function keepCosts(store: RunStore, input: RunInput): LiveRun {
	const run = new LiveRun(input);
	for (const row of store.done(input.run_id).filter(isReadable)) {
		const output = readOutput(row);
		if ("calls" in output) run.calls.push(...output.calls);
		if ("metadata" in output) run.metadata = output.metadata;
	}
	return run;
}

function abandon(store: RunStore, { input, error }: LiveRun): void {
	store.transaction(() => {
		if (error) store.fail(input.run_id, error);
		store.dropOpen(input.run_id);
	});
}
