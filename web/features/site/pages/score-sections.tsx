import { BAND_WORDS, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import type { TextSection } from "./text-page.tsx";

/** How a score is made and what it does not mean. */
export const scoreSections: TextSection[] = [
	{
		id: "score",
		title: "How the score is made",
		body: (
			<>
				<p>
					Every AI model on the panel rates every statement from 0 (factual) to
					100 (false), and says how sure it is. What follows is arithmetic:
				</p>
				<FactRows
					rows={[
						[
							"A statement",
							"The rounded mean of the models' scores. Its confidence is the rounded mean of theirs.",
						],
						[
							"A video",
							"The rounded mean of its statements' scores, each counted once.",
						],
						[
							"No answer",
							"A model that fails to answer counts as 50 with a confidence of 30, and the report says that it failed. If none answers, there is no score and no report.",
						],
						[
							"No statements",
							"A video without anything to check gets no verdict; the report says so.",
						],
					]}
				/>
				<p>
					0-{MODERATE_FROM - 1} is {BAND_WORDS.factual.badge}, {MODERATE_FROM}-
					{HIGH_FROM - 1} is {BAND_WORDS.moderate.badge}, {HIGH_FROM}-100 is{" "}
					{BAND_WORDS.high.badge}. Votes of members stand beside the score and
					never change it. Nobody can edit a score by hand, the people who run
					this site included.
				</p>
			</>
		),
	},
	{
		id: "automated",
		title: "An automated rating",
		body: (
			<>
				<p>
					No person checks a report before it is published. The models judge
					from what they have learnt; they do not read the sources that they
					name, and we do not either. A source is a place to begin your own
					check.
				</p>
				<p>
					Models can be wrong together, can be out of date, and cannot see
					irony, pictures or what was left unsaid. A score is about statements.
					It never says that a person lies.
				</p>
			</>
		),
	},
	{
		id: "simulated",
		title: "Simulated scores",
		body: (
			<p>
				A site without any AI provider runs in demo mode: three simulated raters
				stand in, every score is hatched and marked as simulated, and it says
				nothing about a video. Real and simulated results are never mixed.
			</p>
		),
	},
	{
		id: "data",
		title: "Scores in search engines",
		body: (
			<p>
				Reports carry structured data (ClaimReview) for search engines, where
				the better rating is the higher one. There the scale is turned round:{" "}
				<code>ratingValue = 100 − BS score</code>, from 0 (false) to 100
				(factual). Simulated reports, and those made from a transcript that a
				member gave, carry none.
			</p>
		),
	},
];
