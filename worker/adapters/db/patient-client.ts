import {
	type Client,
	type InArgs,
	type InStatement,
	LibsqlError,
} from "@libsql/client/web";

/** Pauses double from the first to the longest, each cut at random so that the waiting do not come back together. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 800;
/** The server itself waits up to 5 s for its lock; whoever asks does not wait for many of those. */
const GIVE_UP_AFTER_MS = 10_000;

type Waiting = {
	pause: (at_most_ms: number) => Promise<void>;
	/** Milliseconds, from any start. */
	now: () => number;
};

/**
 * The client itself, which now asks again where a busy server has done nothing:
 * it sheds load by HTTP status 429, and a writer that does not get the lock in
 * time is rolled back.
 */
export function patientClient(
	client: Client,
	waiting: Waiting = { pause: pauseAtRandom, now: Date.now },
): Client {
	const execute = client.execute.bind(client);
	const batch = client.batch.bind(client);
	return Object.assign(client, {
		execute: (statement: InStatement | string, args?: InArgs) =>
			patiently(waiting, () =>
				typeof statement === "string"
					? execute(statement, args)
					: execute(statement),
			),
		batch: (...call: Parameters<Client["batch"]>) =>
			patiently(waiting, () => batch(...call)),
	});
}

async function patiently<T>(
	{ pause, now }: Waiting,
	ask: () => Promise<T>,
): Promise<T> {
	const started = now();
	for (let tries = 1; ; tries += 1) {
		try {
			return await ask();
		} catch (error) {
			const patient = now() - started < GIVE_UP_AFTER_MS;
			if (!patient || !wasNotDone(error)) throw error;
			await pause(
				Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS),
			);
		}
	}
}

function wasNotDone(error: unknown): boolean {
	if (!(error instanceof LibsqlError)) return false;
	if (error.code.startsWith("SQLITE_BUSY")) return true;
	const { cause } = error;
	return cause instanceof Error && "status" in cause && cause.status === 429;
}

function pauseAtRandom(at_most_ms: number): Promise<void> {
	const pause_ms = Math.random() * at_most_ms;
	return new Promise((resolve) => setTimeout(resolve, pause_ms));
}
