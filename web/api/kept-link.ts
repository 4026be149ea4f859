import type { AnalyzeRequest } from "#contract/analysis.ts";

/**
 * The link that a visitor wants analyzed while they sign in. It is kept in the browser, because
 * another tab may confirm their address: that tab starts the analysis, and the first one follows.
 */

const KEY = "kept-link";
const HOUR_MS = 3_600_000;
/** As long as a link that confirms an address. */
const CONFIRMED_WITHIN_MS = 24 * HOUR_MS;
/** Longer than the server takes to start an analysis. */
const STARTED_WITHIN_MS = 20_000;

/** What came of it in the tab that started it. */
export type KeptOutcome = { kind: "started" | "exists"; video_id: string };

type Kept = {
	request: AnalyzeRequest;
	until: number;
	/** A mail was sent that confirms the address. */
	confirming?: boolean;
	state: "waits" | "taken" | "refused" | KeptOutcome;
};

export function keepLink(request: AnalyzeRequest): void {
	write({ request, until: Date.now() + HOUR_MS, state: "waits" });
}

/** Keeps the link, if there is one, for whichever tab opens the mailed link. */
export function keepUntilConfirmed(): void {
	const kept = read();
	if (kept?.state === "waits")
		write({ ...kept, until: Date.now() + CONFIRMED_WITHIN_MS, confirming: true });
}

export function keepsLink(): boolean {
	return read()?.state === "waits";
}

/** Forgets the link after its visitor closed the dialog, unless they wait for a mail. */
export function dropLink(): void {
	if (!read()?.confirming) write(null);
}

/**
 * Runs the work when no other tab does: two that learn of the sign-in at once must not both start
 * the link. Pages without encryption have no locks, and starting twice is one analysis all the same.
 */
export function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
	return "locks" in navigator ? navigator.locks.request(KEY, work) : work();
}

/** The link, which the calling tab now starts; null if there is none or another tab starts it. */
export function takeLink(): AnalyzeRequest | null {
	const kept = read();
	if (kept?.state !== "waits") return null;
	write({ ...kept, state: "taken" });
	return kept.request;
}

/** Tells the tab in which the link was entered what came of it. */
export function settleLink(state: KeptOutcome | "refused"): void {
	const kept = read();
	if (kept !== null) write({ ...kept, until: Date.now() + HOUR_MS, state });
}

/** What came of the link in the tab that took it; null if that tab could not start it. */
export async function startedElsewhere(): Promise<KeptOutcome | null> {
	const ends = Date.now() + STARTED_WITHIN_MS;
	for (;;) {
		const state = read()?.state;
		if (typeof state === "object") return state;
		if (state !== "taken" || Date.now() > ends) return null;
		await changed();
	}
}

/** Resolves when another tab has written, or after a moment. */
function changed(): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			window.removeEventListener("storage", end);
			resolve();
		};
		const timer = setTimeout(end, 500);
		window.addEventListener("storage", end);
	});
}

function read(): Kept | null {
	try {
		const kept: Kept | null = JSON.parse(localStorage.getItem(KEY) ?? "null");
		return kept !== null && kept.until > Date.now() ? kept : null;
	} catch {
		return null;
	}
}

function write(kept: Kept | null): void {
	try {
		if (kept === null) localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, JSON.stringify(kept));
	} catch {
		// Storage is blocked, so the link is kept in this tab's field only.
	}
}
