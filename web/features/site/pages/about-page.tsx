import { Link } from "react-router-dom";
import { BAND_WORDS, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { CONFIDENCE_CAPS, LEAST_CHECKED } from "#contract/evidence-words.ts";
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
					Pages are searched for each statement and opened. Every AI model on
					the panel judges it by the passages found, from 0 (factual) to 100
					(false), says how sure it is, and quotes what it relies on. What
					follows is arithmetic:
				</p>
				<FactRows
					rows={[
						[
							"A statement",
							"The rounded mean of the ratings that a quote supports; the quote must stand on its page, which a program checks. If fewer than half of the answers have one, the statement is unverified and has no score.",
						],
						[
							"Its confidence",
							`The rounded mean of the models' own, but at most ${CONFIDENCE_CAPS[1]}% with one independent source, ${CONFIDENCE_CAPS[2]}% with two and ${CONFIDENCE_CAPS[3]}% with three or more. Sites with the same text count as one.`,
						],
						[
							"A video",
							`The rounded mean of its checked statements' scores, each counted once. With fewer than ${LEAST_CHECKED} checked, or less than a third, there is none.`,
						],
						[
							"No answer",
							"A model that fails to answer does not count, and the report says that it failed.",
						],
						[
							"Without sources",
							"If this site is run without sources, the models rate from memory: then every answer counts, a missing one as 50 with a confidence of 30, and the report shows no quotes.",
						],
						[
							"Older reports",
							"Those made before pages were searched for have no colour and say that they were rated from memory.",
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
					No person checks a report before it is published. A program makes sure
					that every quote stands on its page; whether it proves the point is
					the models' judgement. That a page says something does not make it
					true. Open it and see for yourself.
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
				(factual). Simulated reports, those made from a transcript that a member
				gave, and statements that are unverified carry none.
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
					what is really said, searches for pages about each, has several AI
					models judge it by what stands there, and puts the result on a page
					that anybody can read and share.
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
					<strong>No verdict without a page.</strong> A verdict and its colour
					appear only where a page was opened and a quote found on it by a
					program. Everything else is called unverified.
				</li>
				<li>
					<strong>You can check it.</strong> Every quote links to its place on
					the page, every score comes with each model's own score and reasons,
					and every statement with the second in the video.
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
