import { useCallback, useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { keys } from "#web/api/keys.ts";

type Runs = {
	/** Videos whose runs this browser follows, newest first. */
	running: readonly string[];
	follow: (id: string) => void;
	/** Removes a run that has ended. Returns false if another tab has already removed it. */
	end: (id: string) => boolean;
};

/** The runs that this browser follows, the same in all of its tabs. */
export function useRuns(): Runs {
	const { mutate } = useSWRConfig();
	const [running, setRunning] = useState<readonly string[]>([]);
	useEffect(() => {
		const stored = storedRuns();
		if (stored.length > 0) setRunning(stored);
	}, []);

	const refresh = useCallback(
		(ids: readonly string[]) => {
			const reports = ids.map(keys.report);
			for (const key of [...reports, keys.recent, keys.stats]) void mutate(key);
		},
		[mutate],
	);

	useEffect(
		() =>
			onRunsChange(() => {
				const now = storedRuns();
				setRunning(now);
				refresh(running.filter((id) => !now.includes(id)));
			}),
		[running, refresh],
	);

	const follow = useCallback(
		(id: string) => {
			storeRun(id);
			setRunning(storedRuns());
			void mutate(keys.report(id));
		},
		[mutate],
	);

	const end = useCallback(
		(id: string) => {
			const first = removeRun(id);
			setRunning((known) => known.filter((one) => one !== id));
			refresh([id]);
			return first;
		},
		[refresh],
	);
	return { running, follow, end };
}

type Remembered = { id: string; started_at: number };

const KEY = "running-analyses";
/** More streams would use up the browser's connections to the site. */
const MAX_RUNS = 3;
/** Long enough to announce a run's end after a laptop slept overnight; older runs are dropped. */
const EXPIRES_AFTER_MS = 24 * 3_600_000;

/** The runs that this browser follows, newest first; they survive a reload. */
function storedRuns() {
	return read()
		.filter(({ started_at }) => Date.now() - started_at < EXPIRES_AFTER_MS)
		.map(({ id }) => id);
}

function storeRun(id: string): void {
	const others = read().filter((run) => run.id !== id);
	write([{ id, started_at: Date.now() }, ...others].slice(0, MAX_RUNS));
}

/** Removes a run; false if another tab has done it before. */
function removeRun(id: string): boolean {
	const known = read();
	const others = known.filter((run) => run.id !== id);
	write(others);
	return others.length < known.length;
}

/** Calls back when another tab adds or removes a run; returns a function that stops it. */
function onRunsChange(callback: () => void): () => void {
	const listen = ({ key }: StorageEvent) => {
		if (key === KEY) callback();
	};
	window.addEventListener("storage", listen);
	return () => window.removeEventListener("storage", listen);
}

/** Empty if the browser refuses storage. */
function read(): Remembered[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(stored) ? stored.filter(isRemembered) : [];
	} catch {
		return [];
	}
}

function write(runs: Remembered[]): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(runs));
	} catch {
		// If storage is full or blocked, the runs are lost on reload only.
	}
}

function isRemembered(value: unknown): value is Remembered {
	return (
		typeof value === "object" &&
		value !== null &&
		"id" in value &&
		typeof value.id === "string" &&
		"started_at" in value &&
		typeof value.started_at === "number"
	);
}
