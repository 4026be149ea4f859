import * as z from "zod";
import { Basis, Coverage, Finding, Lean, SourceId } from "./evidence.ts";
import { Instant, VideoId } from "./ids.ts";
import { Statement } from "./statement.ts";
import { Scope } from "./video.ts";

export const MAX_LOOKUP_IDS = 50;

/** With `?statements=1` each entry includes its statements. */
export const LookupOptions = z.object({
	statements: z
		.enum(["0", "1"])
		.default("0")
		.transform((asked) => asked === "1")
		.describe("1: each result has its statements, by time."),
});

const isVideoId = (id: string) => VideoId.safeParse(id).success;

/** Several ids at once: `?ids=a,b,c`. */
export const LookupQuery = z.object({
	ids: z
		.string()
		.max(MAX_LOOKUP_IDS * 12)
		.transform((list) => list.split(",").filter((id) => id !== ""))
		.pipe(
			z
				.array(z.string())
				.max(MAX_LOOKUP_IDS)
				.refine((ids) => ids.some(isVideoId), {
					message: "Must contain the id of a video, which is 11 characters.",
				}),
		)
		.describe(
			"Up to 50 ids with commas between them. What is no id is named in `invalid_ids`; at least one must be one.",
		),
	...LookupOptions.shape,
});

/** A prefix of the id's SHA-256 in hex, short enough not to reveal which video is looked up. */
export const HashPrefix = z
	.string()
	.regex(/^[0-9A-Fa-f]{4,64}$/)
	.transform((prefix) => prefix.toLowerCase());

/** The fields of a statement that the marks on a player show. */
export const LookupStatement = Statement.pick({
	id: true,
	timestamp: true,
	verdict: true,
	basis: true,
	ai_score: true,
	lean: true,
	content: true,
	on_request: true,
});
export type LookupStatement = z.infer<typeof LookupStatement>;

/** The fields of a result that lists on other sites show. */
export const LookupEntry = z.object({
	id: VideoId,
	bs_score: z.int().min(0).max(100).nullable(),
	confidence_level: z.int().min(0).max(100).nullable(),
	lean: Lean.nullable(),
	claims_count: z.int().min(0),
	basis: Basis,
	scope: Scope,
	coverage: Coverage,
	finding: Finding,
	evidence_sources: z.array(SourceId),
	simulated: z.boolean(),
	version: z.int().min(0),
	updated_at: Instant,
	/** Ordered by time; present only if requested. */
	statements: z.array(LookupStatement).optional(),
});
export type LookupEntry = z.infer<typeof LookupEntry>;

export const Lookup = z.object({
	/** Only videos with a listed result. */
	results: z.array(LookupEntry),
	truncated: z.boolean(),
	invalid_ids: z.array(z.string()).optional(),
});
export type Lookup = z.infer<typeof Lookup>;
