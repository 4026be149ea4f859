import { Link } from "react-router-dom";
import { BAND_WORDS, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { LEAST_CHECKED } from "#contract/evidence-words.ts";
import { useHealth, useSearches } from "#web/api/use-site.ts";
import { CORRECTIONS_ANCHOR, paths } from "#web/paths.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import { DemoNote, TextPage, type TextSection } from "./text-page.tsx";

/** How a score is made and what it does not mean. */
const scoreSections: TextSection[] = [
	{ id: "score", title: "How the score is made", body: <HowScored /> },
	{ id: "automated", title: "An automated rating", body: <Automated /> },
	{
		id: "simulated",
		title: "Simulated scores",
		body: (
			<p>
				A site without an AI provider runs in demo mode. Only its sample videos have scores: they
				are hatched, marked as simulated, and say nothing about a video. Any other video gets its
				statements and what the sources say about them, without a score. Results of demo mode and
				results of AI models are never mixed.
			</p>
		),
	},
	{
		id: "data",
		title: "Scores in search engines",
		body: (
			<p>
				Reports include structured data (ClaimReview) for search engines, where a higher rating is
				better. So the scale is reversed: <code>ratingValue = 100 − BS score</code>, from 0 (false)
				to 100 (factual). Simulated reports, reports made from a member's transcript and unverified
				statements have none.
			</p>
		),
	},
];

function Automated() {
	return (
		<>
			<p>
				No person checks a report before it is published.{" "}
				{useSearches() &&
					"A program checks that each quote is on its page; models judge whether it shows the statement, and one reads the quotes a second time. A page can be wrong, so open it and see for yourself."}
			</p>
			<p>
				All models can be wrong or out of date, and they do not understand irony, pictures or what
				is left unsaid. They learn from much the same texts, so it proves little if they agree. A
				score is about statements. It never says that a person lies.
			</p>
		</>
	);
}

/** How this site computes a score. */
function HowScored() {
	return (
		<>
			{useSearches() ? <ScoredBySources /> : <ScoredFromMemory />}
			<p>
				0–{MODERATE_FROM - 1} is {BAND_WORDS.factual.badge}, {MODERATE_FROM}–{HIGH_FROM - 1} is{" "}
				{BAND_WORDS.moderate.badge}, {HIGH_FROM}–100 is {BAND_WORDS.high.badge}. Members' votes
				appear beside the score and never change it. Nobody can edit a score, not even the people
				who run this site.
			</p>
		</>
	);
}

const NO_STATEMENTS: [string, string] = [
	"No statements",
	"A video with nothing to check gets no score, and the report says so.",
];

function ScoredBySources() {
	return (
		<>
			<p>
				We search for pages about each statement and open them. Every AI model on the panel judges
				the statement by the passages found, from 0 (factual) to 100 (false), says how sure it is,
				and quotes what it relies on. The rest is arithmetic:
			</p>
			<FactRows
				rows={[
					[
						"A statement",
						"The rounded average of the ratings with a quote. A program checks that the quote is on its page. If fewer than half of the answers have one, or a second reading of the quotes does not confirm the verdict, the statement is unverified and has no score.",
					],
					[
						"Its confidence",
						"How many of 100 test verdicts were right in which models were as sure as these. Accuracy shows how it was measured.",
					],
					[
						"A video",
						`The rounded average of its checked statements. With fewer than ${LEAST_CHECKED} checked statements (or not all of a video with fewer), or less than a third, it has no score.`,
					],
					[
						"No answer",
						"A model that fails to answer does not count, and the report says that it failed.",
					],
					NO_STATEMENTS,
				]}
			/>
		</>
	);
}

function ScoredFromMemory() {
	return (
		<>
			<p>
				This site does not search for sources. Every AI model on the panel rates each statement by
				what it remembers, from 0 (factual) to 100 (false), says how sure it is, and explains why.
				The rest is arithmetic:
			</p>
			<FactRows
				rows={[
					["A statement", "The rounded average of all ratings."],
					["Its confidence", "The rounded average of the models' own confidence."],
					["A video", "The rounded average of its statements."],
					[
						"No answer",
						"A model that fails to answer counts as 50 with 30% confidence, and the report says that it failed.",
					],
					NO_STATEMENTS,
				]}
			/>
		</>
	);
}

export function AboutPage() {
	useDocumentTitle("About");
	return (
		<TextPage
			title="About BS Detector"
			lead={
				<>
					<p>
						AI-powered fact-checking for videos with community validation: what it does, how it
						scores, and what to do when it is wrong.
					</p>
					<DemoNote />
				</>
			}
			sections={aboutSections}
		/>
	);
}

const aboutSections: TextSection[] = [
	{ id: "what-for", title: "What it is for", body: <WhatFor /> },
	{ id: "promises", title: "What you can rely on", body: <Promises /> },
	...scoreSections,
	{ id: CORRECTIONS_ANCHOR, title: "Corrections", body: <Corrections /> },
	{
		id: "who",
		title: "Who is behind it",
		body: (
			<p>
				BS Detector is a program under the MIT license that anyone can run. The people who run this
				site choose its AI models and are responsible for the site. The{" "}
				<Link to={paths.contact()}>contact page</Link> says whether and how you can reach them.
				There is no advertising here, and nobody can pay for a score.
			</p>
		),
	},
];

function WhatFor() {
	const how = useSearches()
		? "searches for pages about each, lets several AI models judge it by those pages,"
		: "lets several AI models rate each by what they remember,";
	return (
		<>
			<p>
				A video makes a hundred claims in ten minutes, and nobody looks them all up. BS Detector
				finds the statements that can be checked, {how} and puts the result on a page that anyone
				can read and share.
			</p>
			<p>
				It gives you a first look: which statements hold up, which do not, how sure the models are,
				and where they disagree. <Link to={paths.howItWorks()}>How it works</Link> shows each step.
			</p>
		</>
	);
}

function Promises() {
	const searches = useSearches();
	return (
		<ul>
			<li>
				<strong>Nothing is passed off as real.</strong> Quotes match the transcript word for word
				and are shown with the speech around them, and the report says where the transcript comes
				from. Anything estimated or simulated is marked.
			</li>
			<li>
				{searches ? (
					<>
						<strong>No verdict without a page.</strong> A verdict and its color appear only if a
						page was opened and a program found the quote on it. Everything else is called
						unverified and has no number. Published fact checks of the same claim appear beside the
						verdict, as their publishers' word.
					</>
				) : (
					<>
						<strong>Sources are named, not opened.</strong> The models rate from memory here. A
						report lists the sources they name; nobody has opened them.
					</>
				)}
			</li>
			<li>
				<strong>You can check it.</strong>{" "}
				{searches && "Each quote links to its place on the page. "}Each score comes with every
				model's own score and reasons, and each statement with its time in the video.
			</li>
			<li>
				<strong>The other side is heard.</strong> A channel's owner can respond to a report or to a
				single statement, and the response appears in the report.
			</li>
		</ul>
	);
}

/** How to report an error in a report. */
function Corrections() {
	const health = useHealth();
	const reachable = Boolean(health?.contact_email);
	const decided = health?.claim_methods.length !== 0;
	return (
		<>
			<p>Reports can be wrong. You have four ways to correct them:</p>
			<ul>
				<li>
					<strong>Vote.</strong> Members answer “Is this rating right?” for each statement; the
					counts appear beside the rating.
				</li>
				<li>
					<strong>Run a fresh analysis.</strong> Members can re-analyze a video. The new result
					replaces the old one only when it is complete.
				</li>
				<li>
					<strong>Respond, if it is your video.</strong>{" "}
					{decided
						? "Prove that the channel is yours, and your response appears in the report, with its date and earlier versions."
						: "That needs proof that the channel is yours, which this site cannot check yet."}{" "}
					<Link to={paths.creators()}>For creators</Link> explains how.
				</li>
				<li>
					<strong>Report the mistake.</strong>{" "}
					{reachable ? (
						<>
							<Link to={paths.contact()}>Write to us</Link> with the address of the report, the
							statement, and what is wrong: a wrong quote, a misheard word, or a rating that misses
							a fact.
						</>
					) : (
						<>
							The operator of this site has not published an address for that. You can still vote
							and run a fresh analysis.
						</>
					)}
				</li>
			</ul>
			<p>
				Only a new analysis corrects a mistake; nobody changes a score. The report shows when it was
				last updated.
			</p>
		</>
	);
}
