import type { TakenDown } from "#contract/takedowns.ts";
import type { TakenDownPart } from "#features/analysis/objects.ts";

/** Says in a video's object since when something of the video is taken down. */
const TAKEN_DOWN = "taken_down_at";
/** What of the video is hidden now, by `hiddenKey`. */
const HIDDEN = "hidden";

type Hidden = Record<string, TakenDown>;

/** What the object knows of takedowns, for answers while the database is away. */
export type NotedTakedown = {
	/** The latest; null if nothing was ever taken down. */
	at_ms: number | null;
	/** Why the report is hidden, or else the statement that was asked for. */
	hidden: TakenDown | null;
};

function hiddenKey(part: TakenDownPart): string | null {
	if (part.kind === "words") return null;
	return part.kind === "video" ? "video" : `statement ${part.id}`;
}

/**
 * Kept as long as the object: copies of pages are compared with it, and hidden reports answered from
 * it, while the database is away; the log of a run's events is not shown that began before it.
 */
export class TakedownNote {
	readonly #storage: DurableObjectState["storage"];

	constructor(storage: DurableObjectState["storage"]) {
		this.#storage = storage;
	}

	/** Without a reason, the part is shown again. */
	async note(at_ms: number, part: TakenDownPart, why: TakenDown | null): Promise<void> {
		const key = hiddenKey(part);
		if (key === null || why !== null) await this.#storage.put(TAKEN_DOWN, at_ms);
		if (key === null) return;
		const { [key]: _, ...others } = await this.#hidden();
		await this.#storage.put(HIDDEN, why ? { ...others, [key]: why } : others);
	}

	async noted(statement_id: string | null): Promise<NotedTakedown> {
		const hidden = await this.#hidden();
		return {
			at_ms: await this.#latest(),
			hidden: hidden.video ?? hidden[`statement ${statement_id}`] ?? null,
		};
	}

	/** Whether something was taken down after a run had begun, whose events may have it. */
	async covers(started_at_ms: number): Promise<boolean> {
		const at_ms = await this.#latest();
		return at_ms !== null && at_ms >= started_at_ms;
	}

	/** Deletes everything else in the object. */
	async deleteOthers(): Promise<void> {
		const at_ms = await this.#latest();
		const hidden = await this.#hidden();
		await this.#storage.deleteAll();
		if (at_ms !== null) await this.#storage.put({ [TAKEN_DOWN]: at_ms, [HIDDEN]: hidden });
	}

	async #latest(): Promise<number | null> {
		return (await this.#storage.get<number>(TAKEN_DOWN)) ?? null;
	}

	async #hidden(): Promise<Hidden> {
		return (await this.#storage.get<Hidden>(HIDDEN)) ?? {};
	}
}
