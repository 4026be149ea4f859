import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { StartError } from "./start-error.ts";

const Health = z.looseObject({ status: z.literal("ok"), mode: z.string() });
export type Health = z.infer<typeof Health>;

const Problem = z.object({ detail: z.string() });

type Answer = { status: number; text: () => Promise<string> };

/** A worker that loads answers within a second even on a slow machine. */
const patience_ms = 30_000;
const poll_ms = 50;

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * Asks the worker for its health until it answers. An answer that is no health is final:
 * throws StartError with its detail, which names a wrong variable.
 */
export async function waitUntilHealthy(
	ask: () => Promise<Answer>,
): Promise<Health> {
	const deadline = Date.now() + patience_ms;
	for (;;) {
		const answer = await ask().catch((error: unknown) => {
			if (Date.now() > deadline)
				throw new StartError(`The worker does not answer: ${error}`);
			return null;
		});
		if (answer) return judge(answer.status, parse(await answer.text()));
		await sleep(poll_ms);
	}
}

function judge(status: number, body: unknown): Health {
	const health = Health.safeParse(body);
	if (status === 200 && health.success) return health.data;
	const problem = Problem.safeParse(body);
	throw new StartError(
		problem.success
			? problem.data.detail
			: `GET /api/health answered ${status}: ${JSON.stringify(body).slice(0, 500)}`,
	);
}
