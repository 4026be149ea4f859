/** A standing job of the site. */
export type Job = { name: string; run: () => Promise<void> };

/** How one went. */
export type JobOutcome = { job: string; ok: boolean; duration_ms: number };

export type JobWatch = {
	/** Milliseconds, from any start. */
	now: () => number;
	/** Told of each job as soon as it has ended; `error` where it failed. */
	ended(outcome: JobOutcome, error: unknown): void;
};

/** Runs one after the other. One that fails keeps no other from being done. */
export async function runJobs(
	jobs: Job[],
	{ now, ended }: JobWatch,
): Promise<JobOutcome[]> {
	const outcomes: JobOutcome[] = [];
	for (const { name, run } of jobs) {
		const started_at = now();
		const [ok, error] = await run().then(
			() => [true, null] as const,
			(reason: unknown) => [false, reason] as const,
		);
		const duration_ms = Math.max(0, Math.round(now() - started_at));
		const outcome = { job: name, ok, duration_ms };
		ended(outcome, error);
		outcomes.push(outcome);
	}
	return outcomes;
}
