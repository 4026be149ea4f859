import type { Creator } from "#contract/claims.ts";

/** `mean`: of the channel's scores as they are; null where no video of it has one. */
export function channelFigures(
	mean: number | null,
): Pick<Creator, "avg_bs_score" | "reputation_score"> {
	if (mean === null) return { avg_bs_score: null, reputation_score: null };
	const avg_bs_score = Math.round(mean);
	return { avg_bs_score, reputation_score: 100 - avg_bs_score };
}
