import type { ReactNode } from "react";
import {
	CueDrawing,
	GaugeDrawing,
	QuoteDrawing,
} from "#web/ui/step-drawings.tsx";
import { LinkDrawing, RatingsDrawing } from "./how-drawings.tsx";

type Step = { title: string; text: ReactNode; drawing: ReactNode };

/** An analysis from the link to the page, in its real order. */
export const HOW_STEPS: Step[] = [
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
				An AI model picks the claims that somebody could check: numbers, events,
				causes, what a person said or did. Opinions, jokes, stories and
				advertising are left alone. Then a program, not a model, looks each
				quote up in the transcript; what does not stand there word for word is
				dropped.
			</p>
		),
	},
	{
		title: "Each model rates each statement",
		drawing: <RatingsDrawing />,
		text: (
			<p>
				A model sees one statement and the video's date, nothing else: neither
				the title, nor the channel, nor what the other models say. It answers
				with a score from 0 (factual) to 100 (false), how sure it is, why, and
				where to look it up.
			</p>
		),
	},
	{
		title: "The score is worked out",
		drawing: <GaugeDrawing />,
		text: (
			<p>
				A statement's score is the rounded mean of the models', the video's the
				rounded mean of its statements'. The mark on the gauge is as broad as
				the doubt, and each model is a ring at its own mean, so that you see
				where they disagree.
			</p>
		),
	},
];

/** The steps, each with its picture. */
export function HowSteps() {
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
