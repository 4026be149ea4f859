import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import { computeConsensus, videoScore } from "#features/raters/consensus.ts";

/** What is invented or does not add up in a result, in words. `transcript` is the stored one. */
export function brokenResult(report: Report, transcript: string): string[] {
	const { video, statements } = report;
	const broken = statements.flatMap((it) => brokenStatement(it, transcript));
	if (video.analysis_status === "failed") {
		if (statements.length > 0 || video.bs_score !== 0)
			broken.push("a failed analysis has a score");
		if (!video.error?.detail) broken.push("it failed without a reason");
		return broken;
	}
	const score = videoScore(statements);
	if (video.bs_score !== score.bs_score)
		broken.push(`its score is ${video.bs_score} of ${score.bs_score}`);
	const ratings = statements.flatMap((it) => it.ratings);
	if (ratings.length > 0 && ratings.every((it) => it.status === "failed"))
		broken.push("it has a score that nobody gave");
	return broken;
}

function brokenStatement(statement: Statement, transcript: string): string[] {
	const { content, quote, ratings, ai_score } = statement;
	const broken: string[] = [];
	if (!plain(transcript).includes(plain(quote)) || plain(quote) === "")
		broken.push(`nobody said: ${quote}`);
	if (ai_score !== computeConsensus(ratings).ai_score)
		broken.push(`${ai_score} is not the mean of: ${content}`);
	for (const { provider, status, score, confidence } of ratings)
		if (status === "failed" && (score !== 50 || confidence !== 30))
			broken.push(`${provider} failed and gave ${score}`);
	return broken;
}

function plain(text: string): string {
	return text.replace(/\s+/g, " ").trim().toLowerCase();
}
