import { BandBadge } from "#web/ui/band-badge.tsx";
import { ScoreScale } from "#web/ui/score-scale.tsx";

const SCORES = [10, 21, 50];
const MEAN = Math.round(SCORES.reduce((sum, score) => sum + score) / 3);

/** The arithmetic of one statement, with figures that belong to no video. */
export function WorkedExample() {
	return (
		<section
			aria-labelledby="example"
			className="flex flex-col gap-4 border border-rule bg-raised p-5"
		>
			<h2 id="example" className="eyebrow border-b border-line pb-2">
				A worked example
			</h2>
			<p>
				Three models give one statement {SCORES.join(", ")}. Their mean is{" "}
				{MEAN}, which is Factual; the doubt of the third stays visible as its
				ring far to the right.
			</p>
			<ScoreScale
				score={MEAN}
				simulated={false}
				ticks={SCORES.map((score, index) => ({
					name: `Model ${index + 1}`,
					score,
				}))}
			/>
			<p className="mt-auto">
				<BandBadge score={MEAN} />
			</p>
			<p className="text-sm text-muted">
				Figures chosen to show the arithmetic; they belong to no video.
			</p>
		</section>
	);
}
