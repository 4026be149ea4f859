import { LiveRun } from "./live-run.ts";
import type { RunStore } from "./run-store.ts";
import type { TaskOutput } from "./task-output.ts";

/** The run as its stored answers make it, or null where none was started. */
export function loadRun(store: RunStore): LiveRun | null {
	const stored = store.run();
	if (!stored) return null;
	const run = new LiveRun(stored.input);
	const run_id = stored.input.run_id;
	for (const row of store.open(run_id))
		if (row.attempts > 0) run.begun.add(row.input.kind);
	// Written by this program, so its shape is known.
	for (const row of store.done(run_id))
		run.apply(row.input, row.output as TaskOutput);
	run.error = stored.error;
	return run;
}
