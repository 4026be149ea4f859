import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { reportPath } from "#contract/addresses.ts";
import type { AnalyzeResponse } from "#contract/analysis.ts";
import { StatementId, VideoId } from "#contract/ids.ts";
import { MAX_LINK_CHARS } from "#contract/limits.ts";
import type { Lookup } from "#contract/lookup.ts";
import type { Report, SearchAnswer } from "#contract/video.ts";
import { parseVideoUrl } from "#features/youtube/video-url.ts";
import { fieldSentence, parseFields } from "#http/field-errors.ts";
import { storedText } from "#text/clean.ts";
import {
	ClaimsAnswer,
	EvidenceAnswer,
	evidenceAnswer,
	lookupAnswer,
	momentAnswer,
	NO_VIDEO,
	searchAnswer,
	VideoAnswer,
	videoAnswer,
} from "./answers.ts";
import { type Api, ToolFailure } from "./call-api.ts";
import { claimsText, evidenceText, lookupText, reportText } from "./words.ts";

const Video = z
	.string()
	.max(MAX_LINK_CHARS)
	.describe("A YouTube link, or the 11 characters of a video's id.");

/** The input of a tool. A wrong one is refused in the API's sentences. */
function inputOf<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.strictObject(shape);
	const standard = schema["~standard"];
	return {
		"~standard": {
			...standard,
			validate(value: unknown) {
				const parsed = parseFields(schema, value);
				return "data" in parsed
					? { value: parsed.data }
					: { issues: parsed.errors.map((error) => ({ message: fieldSentence(error) })) };
			},
		},
	};
}

const READS = { readOnlyHint: true };
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };

type Answer = {
	content: { type: "text"; text: string }[];
	structuredContent?: Record<string, unknown>;
	isError?: boolean;
};

/** What a tool answers: fields for programs, and a short text of them. */
type Told<Fields> = { fields: Fields; text: string };

/** Adds the tools to a server that answers one request. */
export function addTools(server: McpServer, api: Api): void {
	/** A failure that has a sentence is an answer too, so that the assistant can act on it. */
	async function answer(write: () => Promise<Told<object>>): Promise<Answer> {
		try {
			const { fields, text } = await write();
			return { content: [{ type: "text", text }], structuredContent: { ...fields } };
		} catch (error) {
			// The SDK would send the message of any other error, which is not meant for callers.
			const text = error instanceof ToolFailure ? error.message : api.failed(error);
			return { content: [{ type: "text", text }], isError: true };
		}
	}

	server.registerTool(
		"lookup_video",
		{
			title: "Look up a video",
			description: "Whether a video has a public fact-check, with its score.",
			inputSchema: inputOf({ video: Video }),
			outputSchema: VideoAnswer,
			annotations: READS,
		},
		({ video }) => answer(() => lookUpVideo(api, readId(video))),
	);
	server.registerTool(
		"get_report",
		{
			title: "Get a report",
			description: "The fact-check of a video: its score and each checked statement.",
			inputSchema: inputOf({ video: Video }),
			outputSchema: VideoAnswer,
			annotations: READS,
		},
		({ video }) => answer(() => getReport(api, readId(video))),
	);
	server.registerTool(
		"find_claims",
		{
			title: "Find claims",
			description: "Statements of checked videos, and videos, by their words, newest first.",
			inputSchema: inputOf({
				words: z.string().min(1).max(200).describe("All of them have to occur, in any order."),
			}),
			outputSchema: ClaimsAnswer,
			annotations: READS,
		},
		({ words }) => answer(() => findClaims(api, words)),
	);
	server.registerTool(
		"get_evidence",
		{
			title: "Get the evidence",
			description: "What a statement's verdict rests on: pages, with the quotes found on them.",
			inputSchema: inputOf({
				video: Video,
				statement: StatementId.describe("The statement's id, from get_report or find_claims."),
			}),
			outputSchema: EvidenceAnswer,
			annotations: READS,
		},
		({ video, statement }) => answer(() => getEvidence(api, readId(video), statement)),
	);
	server.registerTool(
		"check_video",
		{
			title: "Check a video",
			description: "Starts the fact-check of a whole video, if there is none. Needs an API key.",
			inputSchema: inputOf({
				video: Video,
				language: z
					.string()
					.max(40)
					.optional()
					.describe("What is spoken, as a BCP 47 tag, if get_report says that it is unknown."),
			}),
			outputSchema: VideoAnswer,
			annotations: WRITES,
		},
		({ video, language }) => answer(() => checkVideo(api, readId(video), language)),
	);
	server.registerTool(
		"check_moment",
		{
			title: "Check a moment",
			description:
				"Checks only what is said at one place of a video: at a time, or around words that are said. Needs an API key.",
			inputSchema: inputOf({
				video: Video,
				at: z.number().min(0).optional().describe("Seconds into the video."),
				quote: z.string().max(600).optional().describe("Words of the transcript."),
			}),
			outputSchema: ClaimsAnswer,
			annotations: WRITES,
		},
		({ video, at, quote }) => answer(() => checkMoment(api, readId(video), { at, quote })),
	);
}

function readId(text: string): VideoId {
	const id = VideoId.safeParse(text.trim());
	if (id.success) return id.data;
	const link = parseVideoUrl(text);
	if (!link.ok) throw new ToolFailure(link.hint ? `${link.message}. ${link.hint}` : link.message);
	return link.id;
}

const NO_REPORT = "This video has no public fact-check. check_video starts one.";

async function readReport(api: Api, id: VideoId): Promise<Report> {
	try {
		return await api.get<Report>(`/api/videos/${id}`);
	} catch (error) {
		const unknown = error instanceof ToolFailure && error.code === "video_not_found";
		throw unknown ? new ToolFailure(NO_REPORT) : error;
	}
}

async function lookUpVideo(api: Api, id: VideoId): Promise<Told<VideoAnswer>> {
	const { results } = await api.get<Lookup>(`/api/v1/lookup?ids=${id}`);
	const [entry] = results;
	if (!entry) return { fields: NO_VIDEO, text: NO_REPORT };
	const fields = lookupAnswer(entry, api.origin);
	return { fields, text: lookupText(fields) };
}

async function getReport(api: Api, id: VideoId): Promise<Told<VideoAnswer>> {
	const report = await readReport(api, id);
	const fields = videoAnswer(report, api.origin);
	return { fields, text: reportText(fields, report) };
}

async function findClaims(api: Api, words: string): Promise<Told<ClaimsAnswer>> {
	// An address cannot have half of a surrogate pair.
	const q = encodeURIComponent(storedText(words));
	const found = await api.get<SearchAnswer>(`/api/search?q=${q}`);
	const fields = searchAnswer(found, api.origin);
	const is_empty = fields.statements.length + fields.videos.length === 0;
	const text = is_empty ? "Nothing was found with all of these words." : claimsText(fields);
	return { fields, text };
}

async function getEvidence(
	api: Api,
	id: VideoId,
	statement_id: string,
): Promise<Told<EvidenceAnswer>> {
	const { video, statements } = await readReport(api, id);
	const statement = statements.find((it) => it.id === statement_id);
	if (!statement)
		throw new ToolFailure(
			"The report has no such statement. get_report lists them with their ids.",
		);
	const fields = evidenceAnswer(statement, video.simulated, api.origin);
	return { fields, text: evidenceText(fields) };
}

function requireKey({ has_key, origin }: Api): void {
	if (!has_key)
		throw new ToolFailure(
			`This tool needs an API key. Create one at ${origin}/account, and add it to this server's settings as the header "Authorization: Bearer KEY".`,
		);
}

const watchLink = (id: VideoId) => `https://www.youtube.com/watch?v=${id}`;

async function checkVideo(
	api: Api,
	id: VideoId,
	language: string | undefined,
): Promise<Told<VideoAnswer>> {
	requireKey(api);
	const body = { url: watchLink(id), language };
	const { status } = await api.post<AnalyzeResponse>("/api/analyze", body);
	if (status === "completed") return getReport(api, id);
	return {
		fields: { ...NO_VIDEO, status },
		text: `The analysis is running. In a minute or two get_report has the result. ${api.origin}${reportPath(id)}`,
	};
}

async function checkMoment(
	api: Api,
	id: VideoId,
	{ at, quote }: { at: number | undefined; quote: string | undefined },
): Promise<Told<ClaimsAnswer>> {
	requireKey(api);
	if (at === undefined && quote === undefined)
		throw new ToolFailure("Say where: `at` in seconds, or `quote` with words of the transcript.");
	const body = { url: watchLink(id), at, quote };
	const { statements } = await api.post<AnalyzeResponse>("/api/analyze", body);
	const fields = momentAnswer(statements ?? null, api.origin);
	const report = `${api.origin}${reportPath(id)}`;
	if (statements === undefined)
		return {
			fields,
			text: `The moment is being checked. Call check_moment again in half a minute for the result. ${report}`,
		};
	const text =
		statements.length === 0
			? `Nothing that is said there can be checked. ${report}`
			: claimsText(fields);
	return { fields, text };
}
