import { Link } from "react-router-dom";
import { BAND_WORDS, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { useHealth } from "#web/api/use-site.ts";
import { CORRECTIONS_ANCHOR, paths } from "#web/paths.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

/** How a score is made and what it does not mean. */
const scoreSections: TextSection[] = [
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

export function AboutPage() {
	useDocumentTitle("About");
	return (
		<TextPage
			title="About BS Detector"
			lead={
				<p>
					AI-powered fact-checking for videos with community validation: what it
					does, how it comes to a score, and what to do when it is wrong.
				</p>
			}
			sections={aboutSections}
		/>
	);
}

const aboutSections: TextSection[] = [
	{
		id: "what-for",
		title: "What it is for",
		body: (
			<>
				<p>
					A video says a hundred things in ten minutes, and nobody looks them
					all up. BS Detector takes the statements that can be checked out of
					what is really said, has several AI models rate each of them apart
					from the others, and puts the result on a page that anybody can read
					and share.
				</p>
				<p>
					It is meant as a first look: which statements hold up, which do not,
					how sure the models are, and where they disagree.{" "}
					<Link to={paths.howItWorks()}>How it works</Link> shows each step.
				</p>
			</>
		),
	},
	{
		id: "promises",
		title: "What you can rely on",
		body: (
			<ul>
				<li>
					<strong>Nothing is made up.</strong> Quotes stand word for word in the
					transcript, and the report names where the transcript comes from. What
					is estimated or simulated says so.
				</li>
				<li>
					<strong>You can check it.</strong> Every score comes with each model's
					own score, its reasons and its sources, and with a link to the second
					in the video.
				</li>
				<li>
					<strong>The other side is heard.</strong> A channel's owner can answer
					a whole report or a single statement, and the answer stands in the
					report.
				</li>
			</ul>
		),
	},
	...scoreSections,
	{
		id: CORRECTIONS_ANCHOR,
		title: "Corrections",
		body: <Corrections />,
	},
	{
		id: "who",
		title: "Who is behind it",
		body: (
			<p>
				BS Detector is a program under the MIT licence that anybody may run.
				Whoever runs this site decides which AI models are on its panel, reviews
				claims on channels, and answers for the site; the{" "}
				<Link to={paths.contact()}>contact page</Link> says whether and how they
				can be reached. There is no advertising here, and nobody can pay for a
				score.
			</p>
		),
	},
];

/** What to do about a report that is wrong. */
function Corrections() {
	const reachable = Boolean(useHealth()?.contact_email);
	return (
		<>
			<p>Reports can be wrong. There are four ways to put that right:</p>
			<ul>
				<li>
					<strong>Vote.</strong> “Is this rating right?” Members say whether
					they agree with its rating; the counts stand beside it.
				</li>
				<li>
					<strong>Have it checked afresh.</strong> Members can re-analyze a
					video. The new result takes the old one's place only when it is whole.
				</li>
				<li>
					<strong>Answer, if it is your video.</strong> Prove that the channel
					is yours and your answer is published in the report, with its date and
					its earlier wordings. <Link to={paths.creators()}>For creators</Link>{" "}
					says how.
				</li>
				<li>
					<strong>Report the mistake.</strong>{" "}
					{reachable ? (
						<>
							<Link to={paths.contact()}>Write to us</Link> with the report's
							address, the statement, and what shows that it is wrong: a wrong
							quote, a misheard word, a rating that misses a fact.
						</>
					) : (
						<>
							This site's operator has given no address for that; the other ways
							are open.
						</>
					)}
				</li>
			</ul>
			<p>
				A mistake is corrected by a new analysis, never by changing a figure.
				The report shows when it was last updated.
			</p>
		</>
	);
}
