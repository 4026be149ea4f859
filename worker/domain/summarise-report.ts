import { PROVIDER_NAMES, PROVIDERS } from "#contract/ids.ts";
import type {
	ProviderAverage,
	ReportSummary,
} from "#contract/report-export.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { bandOf } from "./bands.ts";

/** A finished report in figures; `results_url` is where it is shown. */
export function summariseReport(
	video: Video,
	statements: readonly Statement[],
	results_url: string,
): ReportSummary {
	const claims_by_band = { factual: 0, moderate: 0, high: 0 };
	for (const { ai_score } of statements) claims_by_band[bandOf(ai_score)] += 1;
	const nothing = statements.length === 0;
	return {
		// The stored zero of an empty report is no verdict.
		bs_score: nothing ? null : video.bs_score,
		band: nothing ? null : bandOf(video.bs_score),
		confidence_level: video.confidence_level,
		claims_count: statements.length,
		claims_by_band,
		provider_averages: providerAverages(statements),
		votes: votesOn(statements),
		panel: video.panel,
		simulated: video.simulated,
		transcript_source: video.transcript_source,
		version: video.version,
		results_url,
	};
}

function providerAverages(statements: readonly Statement[]): ProviderAverage[] {
	const ratings = statements.flatMap((statement) => statement.ratings);
	return PROVIDERS.flatMap((provider) => {
		const own = ratings.filter((rating) => rating.provider === provider);
		if (own.length === 0) return [];
		return [
			{
				provider,
				name: PROVIDER_NAMES[provider],
				average_score: roundedMean(own.map(({ score }) => score)),
				average_confidence: roundedMean(own.map((it) => it.confidence)),
				answers: own.length,
				failed: own.filter(({ status }) => status === "failed").length,
			},
		];
	});
}

function votesOn(statements: readonly Statement[]): ReportSummary["votes"] {
	const agree = total(statements.map(({ upvotes }) => upvotes));
	const disagree = total(statements.map(({ downvotes }) => downvotes));
	const shown = statements.map(
		(statement) => statement.votes_held ?? statement,
	);
	const agreeing = total(shown.map(({ upvotes }) => upvotes));
	const of = agreeing + total(shown.map(({ downvotes }) => downvotes));
	return {
		total: agree + disagree,
		agree,
		disagree,
		community_agreement: of === 0 ? null : Math.round((100 * agreeing) / of),
	};
}

function roundedMean(values: readonly number[]): number {
	return Math.round(total(values) / values.length);
}

function total(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}
