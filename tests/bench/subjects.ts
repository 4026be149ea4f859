import type { Subject } from "./outcome.ts";

/** What can be measured, in the order in which all of it is. */
export const SUBJECTS: Record<string, () => Promise<Subject>> = {
	pipeline: async () => (await import("./pipeline.ts")).measurePipeline,
	reading: async () => (await import("./page-text.ts")).measurePageText,
	tokens: async () => (await import("./tokens.ts")).measureTokens,
	search: async () => (await import("./search.ts")).measureSearch,
	following: async () => (await import("./following.ts")).measureFollowing,
	pages: async () => (await import("./pages.ts")).measurePages,
	votes: async () => (await import("./votes.ts")).measureVotes,
	far: async () => (await import("./far.ts")).measureFar,
	streams: async () => (await import("./streams.ts")).measureStreams,
	crowd: async () => (await import("./crowd.ts")).measureCrowd,
	client: async () => (await import("./client.ts")).measureClient,
	start: async () => (await import("./start.ts")).measureStart,
	vitals: async () => (await import("./vitals.ts")).measurePaints,
	extension: async () => (await import("./extension.ts")).measureExtension,
};

/** Measured when they are named: they drive a browser, or take much of a machine. */
const NAMED_ONLY = new Set(["vitals", "extension", "crowd"]);

export const ALL = Object.keys(SUBJECTS).filter((it) => !NAMED_ONLY.has(it));
