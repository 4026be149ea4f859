/** Says in a video's object since when something of the video is taken down. */
const TAKEN_DOWN = "taken_down_at";

export type TakenDownPart = "video" | "statement" | "words";

/**
 * Kept as long as the object: copies of pages are compared with it while the database is away, and
 * the log of a run's events is not shown that began before it.
 */
export class TakedownNote {
	readonly #storage: DurableObjectState["storage"];

	constructor(storage: DurableObjectState["storage"]) {
		this.#storage = storage;
	}

	async write(at_ms: number): Promise<void> {
		await this.#storage.put(TAKEN_DOWN, at_ms);
	}

	/** null if nothing was ever taken down. */
	async read(): Promise<number | null> {
		return (await this.#storage.get<number>(TAKEN_DOWN)) ?? null;
	}

	/** Whether something was taken down after a run had begun, whose events may have it. */
	async covers(started_at_ms: number): Promise<boolean> {
		const at_ms = await this.read();
		return at_ms !== null && at_ms >= started_at_ms;
	}

	/** Deletes everything else in the object. */
	async deleteOthers(): Promise<void> {
		const at_ms = await this.read();
		await this.#storage.deleteAll();
		if (at_ms !== null) await this.write(at_ms);
	}
}
