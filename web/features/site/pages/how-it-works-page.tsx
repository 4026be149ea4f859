import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { LEAST_CHECKED } from "#contract/evidence-words.ts";
import { useSearches } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { BandBadge } from "#web/ui/badges.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { ScoreScale } from "#web/ui/score-bar.tsx";
import { ScaleLegend } from "./scale-legend.tsx";
import {
	CueDrawing,
	GaugeDrawing,
	LinkDrawing,
	PageDrawing,
	QuoteDrawing,
	RatingsDrawing,
} from "./step-drawings.tsx";
import { DemoNote, SourceNames } from "./text-page.tsx";

export function HowItWorksPage() {
	useDocumentTitle("How it works");
	return (
		<div className="page-width flex flex-col gap-10 py-8 sm:py-14">
			<div className="flex flex-col gap-4">
				<PageHeading>How It Works</PageHeading>
				<p className="max-w-[60ch] text-lg text-muted">
					From a link to a report. It typically takes 30-60 seconds, and you can watch it happen.
				</p>
			</div>
			<DemoNote />
			<HowSteps />
			<div className="grid gap-6 md:grid-cols-2">
				<WorkedExample />
				<ScaleLegend />
			</div>
			<section
				aria-labelledby="next"
				className="flex flex-col items-start gap-4 border-t-2 border-ink pt-6"
			>
				<h2 id="next" className="heading">
					After the report
				</h2>
				<p className="max-w-[68ch]">
					The report is a public page. For each statement, members answer “Is this rating right?”
					with Agree or Disagree; votes never change a score. The channel's owner can respond.
					Anyone can read the reasons, open the sources and jump to the moment in the video. The
					About page explains the limits and what to do about a mistake. The{" "}
					<Link to={paths.accuracy()} className="link">
						Accuracy page
					</Link>{" "}
					shows what the program's checks achieve.
				</p>
				<p className="max-w-[68ch]">
					You can also have one moment checked instead of the whole video: at the player's time, by
					words that you select in the transcript, or by a link with a time. What was said around it
					goes through the same steps, at most three statements of it, and changes no score.
				</p>
				<p className="max-w-[68ch]">
					<Link to={paths.extension()} className="link">
						The browser extension
					</Link>{" "}
					shows all of this beside the player on YouTube.
				</p>
				<p className="flex flex-wrap gap-3">
					<Link to={paths.home()} className={buttonClass("primary")}>
						Check a Video
					</Link>
					<Link to={paths.about()} className={buttonClass("secondary")}>
						About BS Detector
					</Link>
				</p>
			</section>
		</div>
	);
}

type Step = { title: string; text: ReactNode; drawing: ReactNode };

/** How statements are found, the same on every site. */
const FINDING: Step[] = [
	{
		title: "You paste a link",
		drawing: <LinkDrawing />,
		text: (
			<p>
				We take the video's id from the link, and its title, channel, length and date from YouTube.
				If a report already exists, you see it at once.
			</p>
		),
	},
	{
		title: "The transcript is read",
		drawing: <CueDrawing />,
		text: (
			<p>
				We fetch the video's own captions, each line with its time. If it has none, Gemini can
				listen to the video if it is set up, or a member can paste a transcript. The report says
				which. We never ask a model to invent a transcript.
			</p>
		),
	},
	{
		title: "Statements are found",
		drawing: <QuoteDrawing />,
		text: (
			<p>
				If this site has an AI model, the model picks the claims that can be checked: numbers,
				events, causes, what a person said or did. It leaves out opinions, jokes, stories and
				advertising. Without a model, or if no model can read the transcript, a simple rule picks
				sentences with numbers, studies, absolutes or quoted people. Each report says who found its
				statements. A program then looks up each quote in the transcript and drops any that is not
				there word for word. If the sentence to be rated differs from the quote, it is compared with
				the quote and the speech around it; if it says something else, the speaker's own words are
				rated. In a long video, the statements that matter most are rated, across its whole length;
				the report lists the others.
			</p>
		),
	},
];

const BY_SOURCES: Step[] = [
	{
		title: "Pages are searched and opened",
		drawing: <PageDrawing />,
		text: (
			<p>
				For each statement we search <SourceNames />. We open the pages we find and pick the
				passages that speak for or against the statement. The video itself, its channel's own site
				and copies of its transcript never count. If a fact check of the same claim was published,
				its rating appears beside ours, with its publisher and date. It never becomes our verdict.
			</p>
		),
	},
	{
		title: "Each model judges each statement by the passages",
		drawing: <RatingsDrawing />,
		text: (
			<p>
				A model sees one statement with the speech around it, the video's title, channel and date,
				and the passages. It does not see the other models' answers. It must quote what it relies
				on. A program looks up each quote on its page, numbers included; an answer without a quote
				on a page does not count. If no page settles a statement, it is called unverified and has no
				number, whatever the models believe. Models learn from much the same texts, so it proves
				little if they agree. Where they differ, the report says so first.
			</p>
		),
	},
	{
		title: "The quotes are read a second time",
		drawing: <PageDrawing checks={2} />,
		text: (
			<p>
				A quote can be on its page and still not show the statement. So a model that is told no
				rating reads the quotes again. If they show only a part of the statement, or if this reading
				disagrees with the first, the statement is unverified, and the report says why. If the
				quotes were not read a second time, the report says that too.
			</p>
		),
	},
	{
		title: "The score is calculated",
		drawing: <GaugeDrawing />,
		text: (
			<p>
				A statement's score is the rounded average of the ratings that count; the video's score is
				the rounded average of its checked statements. The arc inside the gauge shows how many were
				checked, the line outside it shows the uncertainty, and each tick is one model's average.
				With fewer than {LEAST_CHECKED} checked statements (or not all of a video with fewer), or
				less than a third, there is no score: too little could be checked.
			</p>
		),
	},
];

/** The steps on a site without sources. */
const FROM_MEMORY: Step[] = [
	{
		title: "Each model rates each statement from memory",
		drawing: <RatingsDrawing />,
		text: (
			<p>
				This site does not search for sources. A model sees one statement and the video's date, and
				nothing else: not the title, not the channel, not the other models' answers. It rates the
				statement by what it remembers, explains why, and names sources that nobody has opened.
			</p>
		),
	},
	{
		title: "The score is calculated",
		drawing: <GaugeDrawing />,
		text: (
			<p>
				A statement's score is the rounded average of all ratings; the video's score is the rounded
				average of its statements. A missing answer counts as 50. Each tick on the gauge is one
				model's average.
			</p>
		),
	},
];

/** The steps of an analysis on this site, each with a picture. */
function HowSteps() {
	const steps = [...FINDING, ...(useSearches() ? BY_SOURCES : FROM_MEMORY)];
	return (
		<ol className="flex flex-col gap-10">
			{steps.map(({ title, text, drawing }, index) => (
				<li
					key={title}
					className="grid items-start gap-x-10 gap-y-4 border-t-2 border-ink pt-5 md:grid-cols-[minmax(0,1fr)_20rem]"
				>
					<div className="prose-text">
						<h2 className="heading">
							{index + 1}. {title}
						</h2>
						{text}
					</div>
					{drawing}
				</li>
			))}
		</ol>
	);
}

const SCORES = [6, 12, 21];
const MEAN = Math.round(SCORES.reduce((sum, score) => sum + score) / 3);

/** The arithmetic of one statement, with made-up figures. */
function WorkedExample() {
	return (
		<section
			aria-labelledby="example"
			className="flex flex-col gap-4 border border-rule bg-raised p-5"
		>
			<h2 id="example" className="eyebrow border-b border-line pb-2">
				A worked example
			</h2>
			<p>
				Three raters give one statement {SCORES.join(", ")}. The average is {MEAN}, which is
				Factual. The tick on the right is the third rater's score.
			</p>
			<ScoreScale
				score={MEAN}
				simulated={false}
				ticks={SCORES.map((score, index) => ({ name: `Rater ${index + 1}`, score }))}
			/>
			<p>
				<BandBadge score={MEAN} />
			</p>
			<p className="text-sm text-muted">
				These figures only show the arithmetic. They come from no video.
			</p>
		</section>
	);
}
