import { hasScore, isCounted } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { CommunityActivity } from "#web/features/votes/community-activity.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { ProviderAverages } from "./provider-averages.tsx";
import { disputeSentence, type ProviderSummary } from "./report-words.ts";
import { Unverified } from "./unverified.tsx";

/** How the score was measured, and the votes. */
export function ScoreDetails({
	video,
	statements: all_statements,
	summaries,
}: {
	video: Video;
	statements: Statement[];
	/** Empty without a score. */
	summaries: ProviderSummary[];
}) {
	const statements = all_statements.filter(isCounted);
	const dispute = disputeSentence(statements, summaries);
	const { bs_score, confidence_level, simulated } = video;
	return (
		<>
			{bs_score !== null && (
				<>
					<div className="flex flex-col gap-2 text-sm">
						<Unverified statements={statements} />
						{dispute !== null && (
							<p className="border-l-4 border-ink pl-3 font-semibold">{dispute}</p>
						)}
					</div>
					<ProviderAverages summaries={summaries} />
					{confidence_level !== null && (
						<Confidence
							name={simulated ? "Simulated confidence" : "AI confidence"}
							percent={confidence_level}
						/>
					)}
				</>
			)}
			{statements.some(hasScore) && <CommunityActivity statements={all_statements} />}
		</>
	);
}

function Confidence({ name, percent }: { name: string; percent: number }) {
	return (
		<div className="flex flex-col gap-1.5">
			<p className="flex justify-between text-sm">
				<span>{name}</span>
				<span className="font-semibold">{percent}%</span>
			</p>
			<PercentBar label={name} percent={percent} className="h-1.5" />
		</div>
	);
}
