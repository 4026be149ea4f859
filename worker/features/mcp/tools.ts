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
import { type Api, ToolFailure } from "./call-api.ts";
import { evidenceText, line, lookupText, reportText, statementsText } from "./words.ts";

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

type Answer = { content: { type: "text"; text: string }[]; isError?: boolean };

/** Adds the tools to a server that answers one request. */
export function addTools(server: McpServer, api: Api): void {
	/** A failure that has a sentence is an answer too, so that the assistant can act on it. */
	async function answer(write: () => Promise<string>): Promise<Answer> {
		try {
			return { content: [{ type: "text", text: await write() }] };
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
			annotations: READS,
		},
		({ video, statement }) => answer(() => getEvidence(api, readId(video), statement)),
	);
	server.registerTool(
		"check_video",
		{
			title: "Check a video",
			description: "Starts the fact-check of a whole video, if there is none. Needs an API key.",
			inputSchema: inputOf({ video: Video }),
			annotations: WRITES,
		},
		({ video }) => answer(() => checkVideo(api, readId(video))),
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

async function lookUpVideo(api: Api, id: VideoId): Promise<string> {
	const { results } = await api.get<Lookup>(`/api/v1/lookup?ids=${id}`);
	const [entry] = results;
	return entry ? lookupText(entry, api.origin) : NO_REPORT;
}

async function getReport(api: Api, id: VideoId): Promise<string> {
	return reportText(await readReport(api, id), api.origin);
}

async function findClaims(api: Api, words: string): Promise<string> {
	// An address cannot have half of a surrogate pair.
	const q = encodeURIComponent(storedText(words));
	const found = await api.get<SearchAnswer>(`/api/search?q=${q}`);
	const videos = found.results.map(
		({ id, title }) => `- ${line(title || id)} ${api.origin}${reportPath(id)}`,
	);
	const parts = [
		...(found.statements.length > 0 ? [statementsText(found.statements, api.origin)] : []),
		...(videos.length > 0 ? [`Videos:\n${videos.join("\n")}`] : []),
	];
	return parts.length > 0 ? parts.join("\n") : "Nothing was found with all of these words.";
}

async function getEvidence(api: Api, id: VideoId, statement_id: string): Promise<string> {
	const { video, statements } = await readReport(api, id);
	const statement = statements.find((it) => it.id === statement_id);
	if (!statement)
		throw new ToolFailure(
			"The report has no such statement. get_report lists them with their ids.",
		);
	return evidenceText(statement, video.simulated, api.origin);
}

function requireKey({ has_key, origin }: Api): void {
	if (!has_key)
		throw new ToolFailure(
			`This tool needs an API key. Create one at ${origin}/account, and add it to this server's settings as the header "Authorization: Bearer KEY".`,
		);
}

const watchLink = (id: VideoId) => `https://www.youtube.com/watch?v=${id}`;

async function checkVideo(api: Api, id: VideoId): Promise<string> {
	requireKey(api);
	const { status } = await api.post<AnalyzeResponse>("/api/analyze", { url: watchLink(id) });
	return status === "completed"
		? getReport(api, id)
		: `The analysis is running. In a minute or two get_report has the result. ${api.origin}${reportPath(id)}`;
}

async function checkMoment(
	api: Api,
	id: VideoId,
	{ at, quote }: { at: number | undefined; quote: string | undefined },
): Promise<string> {
	requireKey(api);
	if (at === undefined && quote === undefined)
		throw new ToolFailure("Say where: `at` in seconds, or `quote` with words of the transcript.");
	const body = { url: watchLink(id), at, quote };
	const { statements } = await api.post<AnalyzeResponse>("/api/analyze", body);
	const report = `${api.origin}${reportPath(id)}`;
	if (statements === undefined)
		return `The moment is being checked. Call check_moment again in half a minute for the result. ${report}`;
	return statements.length === 0
		? `Nothing that is said there can be checked. ${report}`
		: statementsText(
				statements.map((it) => ({
					...it,
					simulated: it.ratings.some(({ status }) => status === "simulated"),
				})),
				api.origin,
			);
}
