import * as z from "zod";
import { bandFor } from "#contract/bands.ts";
import { isInAverage } from "#contract/evidence-words.ts";
import type { VideoId } from "#contract/ids.ts";
import { PROVIDER_NAMES, PROVIDERS } from "#contract/providers.ts";
import { type ProviderAverage, ReportExport, type ReportSummary } from "#contract/report-export.ts";
import { hasScore, isCounted, shownScore } from "#contract/score-standing.ts";
import type { LeftOut, Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { agreementPercent, percentageVotes, sumVotes } from "#contract/vote-counts.ts";
import { readSurely } from "#db/client.ts";
import { missingVideo } from "#features/takedowns/refusal.ts";
import { endpoint } from "#http/endpoint.ts";
import { content, json, NO_VIDEO, TAKEN_DOWN_PROBLEMS, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { siteOrigin } from "#http/site-address.ts";
import type { Context } from "#worker/context.ts";
import { statementsCsv } from "./csv.ts";
import { shownLeftOut } from "./live-report.ts";
import { readReport } from "./queries.ts";

const NO_RESULT = "There is no finished result to export.";

/** A finished report as a download. During a new run, the earlier result is exported. */
export const exportEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/export",
		id: "exportReport",
		summary: "Download a report as JSON",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		answers: { 200: json("As a download.", ReportExport) },
		problems: { 404: NO_VIDEO, 409: NO_RESULT, ...TAKEN_DOWN_PROBLEMS },
		handle: async (context, { c, params }) => {
			const { video, statements, left_out } = await readResult(context, params.id);
			const results_url = `${siteOrigin(context, c.req.url)}/results/${video.id}`;
			c.header("content-disposition", attachment(video, "json"));
			return {
				video,
				statements,
				left_out: shownLeftOut({ left_out, statements }),
				exported_at: context.now().toISOString(),
				summary: summariseReport(video, statements, results_url),
			};
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/export.csv",
		id: "exportStatements",
		summary: "Download a report's statements as CSV",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		query: {
			separator: z
				.enum([",", ";"])
				.default(",")
				.describe("What is between two cells: `;` for Excel where a comma begins decimals."),
		},
		answers: { 200: content("As a download.", "text/csv") },
		problems: {
			400: "The separator is another one.",
			404: NO_VIDEO,
			409: NO_RESULT,
			...TAKEN_DOWN_PROBLEMS,
		},
		handle: async (context, { c, params, query }) => {
			const { video, statements } = await readResult(context, params.id);
			return c.body(statementsCsv(video, statements, query.separator), 200, {
				"content-type": "text/csv; charset=utf-8",
				"content-disposition": attachment(video, "csv"),
			});
		},
	}),
];

async function readResult(
	context: Context,
	video_id: VideoId,
): Promise<{ video: Video; statements: Statement[]; left_out: LeftOut[] }> {
	const { db, view } = context;
	const stored = await readSurely(
		db,
		(on) => readReport(on, video_id, view),
		({ video }) => video?.analysis_status !== "completed",
	);
	const { video, statements, left_out, active } = stored;
	if (video?.analysis_status === "completed") return { video, statements, left_out };
	const missing = await missingVideo(context, video_id);
	const is_running = active !== null && active.ended_at === null;
	throw missing.taken_down || (video === null && !is_running) ? missing : problem("no_result");
}

/** The file name contains only the id, which is safe in headers and file names. */
function attachment(video: Video, ending: "json" | "csv"): string {
	return `attachment; filename="bs-detector-${video.id}.${ending}"`;
}

/** A finished report's figures. `results_url` is the address of its page. */
export function summariseReport(
	video: Video,
	statements: readonly Statement[],
	results_url: string,
): ReportSummary {
	const claims_by_band = { factual: 0, moderate: 0, high: 0 };
	const counted = statements.filter(isCounted);
	for (const { ai_score } of counted.filter(hasScore)) claims_by_band[bandFor(ai_score)] += 1;
	const bs_score = shownScore(video);
	return {
		bs_score,
		band: bs_score === null ? null : bandFor(bs_score),
		confidence_level: video.confidence_level,
		lean: video.lean,
		basis: video.basis,
		coverage: video.coverage,
		finding: video.finding,
		interval: video.interval,
		claims_count: counted.length,
		claims_by_band,
		provider_averages: providerAverages(counted),
		votes: votesOn(statements),
		panel: video.panel,
		simulated: video.simulated,
		transcript_source: video.transcript_source,
		captions_read_by: video.captions_read_by,
		version: video.version,
		results_url,
	};
}

function providerAverages(statements: readonly Statement[]): ProviderAverage[] {
	const ratings = statements.flatMap((statement) =>
		statement.ratings.filter((rating) => isInAverage(statement, rating)),
	);
	return PROVIDERS.flatMap((provider) => {
		const own = ratings.filter((rating) => rating.provider === provider);
		if (own.length === 0) return [];
		return [
			{
				provider,
				name: PROVIDER_NAMES[provider],
				average_score: roundedMean(own.flatMap(({ score }) => score ?? [])),
				average_confidence: roundedMean(own.map((it) => it.confidence)),
				answers: own.length,
				failed: own.filter(({ status }) => status === "failed").length,
			},
		];
	});
}

function votesOn(statements: readonly Statement[]): ReportSummary["votes"] {
	const { agree, disagree } = sumVotes(statements);
	const counted = sumVotes(statements.map(percentageVotes));
	return {
		total: agree + disagree,
		agree,
		disagree,
		community_agreement: agreementPercent(counted.agree, counted.disagree),
	};
}

function roundedMean(values: readonly number[]): number {
	return Math.round(total(values) / values.length);
}

function total(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}
