import { asc, sql } from "drizzle-orm";
import { insertRows } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { jobOutcomes } from "#db/tables/figures.ts";

/** A job of the cron. */
export type Job = { name: string; run: () => Promise<void> };

export type JobOutcome = { job: string; ok: boolean; duration_ms: number };

type JobWatch = {
	/** Milliseconds on any monotonic scale. */
	now: () => number;
	/** Called after each job; `error` is set if the job failed. */
	ended(outcome: JobOutcome, error: unknown): void;
};

/** Runs jobs one after the other. If a job fails, the others still run. */
export async function runJobs(jobs: Job[], { now, ended }: JobWatch): Promise<JobOutcome[]> {
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

type NotedOutcome = typeof jobOutcomes.$inferSelect;

/** Jobs run every minute, so an unchanged outcome is stored only at this interval. */
const NOTED_EVERY_MS = 5 * 60_000;

/** Stores outcomes that differ from the stored ones, or whose stored ones are old. */
export async function noteOutcomes(db: Db, outcomes: JobOutcome[], now: string): Promise<void> {
	const rows = outcomes.map((outcome) => ({
		...outcome,
		ended_at: now,
		succeeded_at: outcome.ok ? now : null,
	}));
	const aged = new Date(Date.parse(now) - NOTED_EVERY_MS).toISOString();
	const { ok, ended_at, succeeded_at } = jobOutcomes;
	await insertRows(db, jobOutcomes, rows, sql`true`).onConflictDoUpdate({
		target: jobOutcomes.job,
		set: {
			ok: sql`excluded.ok`,
			ended_at: sql`excluded.ended_at`,
			succeeded_at: sql`coalesce(excluded.succeeded_at, ${succeeded_at})`,
			duration_ms: sql`excluded.duration_ms`,
		},
		setWhere: sql`${ok} <> excluded.ok or ${ended_at} <= ${aged}`,
	});
}

export function readOutcomes(db: Db): Promise<NotedOutcome[]> {
	return db.select().from(jobOutcomes).orderBy(asc(jobOutcomes.job));
}
