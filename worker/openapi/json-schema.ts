import * as z from "zod";
import { ConfirmAnswer, SecondFactorAnswer, SignInAnswer, User } from "#contract/account.ts";
import { AccountExport } from "#contract/account-export.ts";
import { Analysis, AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import { Claim, Creator, ReviewClaim } from "#contract/claims.ts";
import { Community } from "#contract/community.ts";
import {
	Activity,
	ActivityItem,
	AnalysisItem,
	ApiKey,
	Me,
	PasswordChange,
	SessionInfo,
	VoteItem,
} from "#contract/me.ts";
import { MarkAll, MarkSome, Notification } from "#contract/notifications.ts";
import { Problem, RunError } from "#contract/problem.ts";
import { AnalysisResult, RequestedAnalysis } from "#contract/public-api.ts";
import { ReportExport } from "#contract/report-export.ts";
import { CreatorResponse } from "#contract/responses.ts";
import { Health, Readiness, Sample, Stats } from "#contract/site.ts";
import { Rating, Statement } from "#contract/statement.ts";
import {
	Report,
	SearchResult,
	TranscriptAnswer,
	Video,
	VideoPage,
	VideoSummary,
} from "#contract/video.ts";
import { CheckedTotals, CheckedVotes, VoteAnswer, VoteCheck } from "#contract/votes.ts";
import { WebhookDelivery } from "#contract/webhooks.ts";

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = { [keyword: string]: unknown };

export const SCHEMAS = "#/components/schemas/";

/**
 * Converts a schema to JSON Schema. Named schemas are added to `components` and returned as
 * references. `io` says whether the schema describes requests or responses.
 */
export function jsonSchema(
	schema: z.ZodType,
	io: "input" | "output",
	components: Record<string, JsonSchema>,
): JsonSchema {
	const { $defs = {}, ...own } = plain(
		z.toJSONSchema(schema, {
			io,
			metadata: namedSchemas,
			override: ({ jsonSchema }) => tidy(jsonSchema),
		}),
	);
	for (const [name, definition] of Object.entries($defs as JsonSchema))
		components[name] = plain(definition as JsonSchema);
	return own;
}

/** Removes keywords of standalone documents and redirects references to the components. */
function plain(schema: JsonSchema): JsonSchema {
	const { $schema: _, $id: __, id: ___, ...rest } = schema;
	return JSON.parse(
		JSON.stringify(rest, (key, value: unknown) =>
			key === "$ref" && typeof value === "string" ? value.replace(/^#\/\$defs\//, SCHEMAS) : value,
		),
	) as JsonSchema;
}

/**
 * Removes redundant keywords: an instant's pattern beside its format, and the bounds of safe
 * integers; and patterns with `\\p{…}`, which Python's `re` does not have. Joins lists of words, of
 * which generators make one type.
 */
function tidy(schema: JsonSchema): void {
	const { format, pattern } = schema;
	if (format === "date-time" || (typeof pattern === "string" && pattern.includes("\\p{")))
		delete schema.pattern;
	joinWords(schema);
	if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
	if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function joinWords(schema: JsonSchema): void {
	const choices = (schema.anyOf ?? []) as JsonSchema[];
	const words = choices.flatMap(({ enum: some, const: one }) => (some ?? [one]) as unknown[]);
	if (choices.length < 2 || !words.every((word) => typeof word === "string")) return;
	delete schema.anyOf;
	Object.assign(schema, { type: "string", enum: [...new Set(words)] });
}

/** The schemas that the document defines once and references by name. */
const NAMED: Record<string, z.ZodType> = {
	AccountExport,
	Activity,
	ActivityItem,
	Analysis,
	AnalysisItem,
	AnalysisResult,
	AnalyzeRequest,
	AnalyzeResponse,
	ApiKey,
	Claim,
	Community,
	ConfirmAnswer,
	Creator,
	CreatorResponse,
	Health,
	HeldTotals: CheckedTotals,
	HeldVotes: CheckedVotes,
	Me,
	Notification,
	PasswordChange,
	Problem,
	Rating,
	MarkAll,
	Readiness,
	MarkSome,
	Report,
	RequestedAnalysis,
	ReportExport,
	ReviewClaim,
	RunError,
	Sample,
	SearchResult,
	SecondFactorAnswer,
	SessionInfo,
	SignInAnswer,
	Statement,
	Stats,
	TranscriptAnswer,
	User,
	Video,
	VideoPage,
	VideoSummary,
	VoteAnswer,
	VoteHold: VoteCheck,
	VoteItem,
	WebhookDelivery,
};

/** The schemas' names, for the conversion. */
const namedSchemas = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) namedSchemas.add(schema, { id });
