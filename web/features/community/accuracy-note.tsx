/** From how many votes on a statement counts as settled: the server's own figure. */
export const SETTLED_FROM = 5;

/** What the board measures, in full, beside what it measured. */
export function AccuracyNote() {
	return (
		<section
			aria-labelledby="accuracy"
			className="max-w-[68ch] border-l-4 border-ink bg-sunken px-4 py-3"
		>
			<h3 id="accuracy" className="font-semibold">
				What accuracy means here
			</h3>
			<p>
				A statement is settled once {SETTLED_FROM} members have voted on it and
				more of them took one side than the other. Accuracy is the share of a
				member's votes on settled statements that side with the majority. The
				score is votes times accuracy in percent.
			</p>
			<p className="mt-2 text-sm text-muted">
				It measures agreement with other members, not truth. Votes never change
				a BS score.
			</p>
		</section>
	);
}
