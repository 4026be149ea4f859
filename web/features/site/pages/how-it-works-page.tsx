import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { LEAST_CHECKED } from "#contract/evidence-words.ts";
import { paths } from "#web/paths.ts";
import { BandBadge } from "#web/ui/band-badge.tsx";
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

export function HowItWorksPage() {
	useDocumentTitle("How it works");
	return (
		<div className="page-width flex flex-col gap-10 py-8 sm:py-14">
			<div className="flex flex-col gap-4">
				<PageHeading>How It Works</PageHeading>
				<p className="max-w-[60ch] text-lg text-muted">
					From a link to a report, in six steps. It typically takes 30-60
					seconds, and you can watch it happen.
				</p>
			</div>
			<HowSteps />
			<div className="grid gap-6 md:grid-cols-2">
				<WorkedExample />
				<ScaleLegend />
			</div>
			<section
				aria-labelledby="next"
				className="flex flex-col items-start gap-4 border-t-2 border-ink pt-6"
			>
				<h2 id="next" className="font-serif text-xl font-semibold">
					What comes after
				</h2>
				<p className="max-w-[68ch]">
					The report is a public page. Below each statement, members answer “Is
					this rating right?” with Agree or Disagree; votes never change a
					score. The channel's owner can respond, and anyone can read the
					reasons, open every quote on its page and jump to the moment in the
					video. The About page explains the limits, and what to do about a
					mistake.
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

/** An analysis from the link to the page, in its real order. */
const HOW_STEPS: Step[] = [
	{
		title: "You paste a link",
		drawing: <LinkDrawing />,
		text: (
			<p>
				From the link we take the video's id, and from YouTube its title,
				channel, length and date. If there is a report already, you are there at
				once; it is never paid for twice.
			</p>
		),
	},
	{
		title: "The transcript is read",
		drawing: <CueDrawing />,
		text: (
			<p>
				We fetch the video's own captions, each line with its second. Where a
				video has none, a member can paste a transcript, or Gemini listens to
				the video, and the report says which. No model is ever asked to make a
				transcript up.
			</p>
		),
	},
	{
		title: "Statements are found",
		drawing: <QuoteDrawing />,
		text: (
			<p>
				If this site has an AI model set up, the model picks the claims that
				somebody could check: numbers, events, causes, what a person said or
				did. Opinions, jokes, stories and advertising are left alone. Without a
				model, or if none can read the transcript, a simple rule picks sentences
				with numbers, studies, absolutes or quoted people. Each report says who
				found its statements. A program then looks each quote up in the
				transcript and drops what is not there word for word. Of a long video,
				the statements that matter most are rated, from its beginning to its
				end; the report lists the others.
			</p>
		),
	},
	{
		title: "Pages are searched and opened",
		drawing: <PageDrawing />,
		text: (
			<>
				<p>
					For each statement we ask Wikipedia, on health and science PubMed too,
					and whatever else this site is set up with, in words that take no
					side. We open the pages that come up, and pick the passages that speak
					for the statement or against it. The video itself, its channel's own
					site and copies of its transcript never count.
				</p>
				<p>
					A site can be run without any sources. Then the models rate from what
					they have learnt, and the report shows no quotes.
				</p>
			</>
		),
	},
	{
		title: "Each model judges each statement by the passages",
		drawing: <RatingsDrawing />,
		text: (
			<p>
				A model sees one statement, the video's date and the passages, nothing
				else: neither the title, nor the channel, nor what the other models say.
				It must quote what it relies on. A program, not a model, looks each
				quote up on its page, numbers included; an answer without a quote that
				stands there does not count. Where no page settles a statement it is
				called unverified, whatever the models believe.
			</p>
		),
	},
	{
		title: "The score is worked out",
		drawing: <GaugeDrawing />,
		text: (
			<p>
				A statement's score is the rounded mean of the ratings that count, the
				video's the rounded mean of its checked statements'. The arc inside the
				gauge shows how many were checked, the mark is as broad as the doubt,
				and each model is a ring at its own mean. With fewer than{" "}
				{LEAST_CHECKED} checked statements, or less than a third, there is no
				score: too little could be checked.
			</p>
		),
	},
];

/** The steps, each with its picture. */
function HowSteps() {
	return (
		<ol className="flex flex-col gap-10">
			{HOW_STEPS.map(({ title, text, drawing }, index) => (
				<li
					key={title}
					className="grid items-start gap-x-10 gap-y-4 border-t-2 border-ink pt-5 md:grid-cols-[minmax(0,1fr)_20rem]"
				>
					<div className="prose-text">
						<h2 className="font-serif text-xl font-semibold">
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
				Three models find that pages support one statement, and give it{" "}
				{SCORES.join(", ")}. Their mean is {MEAN}, which is Factual; the doubt
				of the third stays visible as its ring to the right.
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
