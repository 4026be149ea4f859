import type { Subject } from "./outcome.ts";

/** What can be measured, in the order in which all of it is. */
export const SUBJECTS: Record<string, () => Promise<Subject>> = {
	pipeline: async () => (await import("./pipeline.ts")).measurePipeline,
	reading: async () => (await import("./page-text.ts")).measurePageText,
	tokens: async () => (await import("./tokens.ts")).measureTokens,
	search: async () => (await import("./search.ts")).measureSearch,
	pages: async () => (await import("./pages.ts")).measurePages,
	votes: async () => (await import("./votes.ts")).measureVotes,
	streams: async () => (await import("./streams.ts")).measureStreams,
	client: async () => (await import("./client.ts")).measureClient,
	worker: async () => (await import("./worker.ts")).measureWorker,
	vitals: async () => (await import("./vitals.ts")).measurePaints,
};

/** Measured when it is named: it drives a browser, and has a test of its own. */
const NAMED_ONLY = new Set(["vitals"]);

export const ALL = Object.keys(SUBJECTS).filter((it) => !NAMED_ONLY.has(it));
