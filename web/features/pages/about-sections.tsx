import { Link } from "react-router-dom";
import { CORRECTIONS_ANCHOR, paths } from "#web/paths.ts";
import { Corrections } from "./corrections.tsx";
import { scoreSections } from "./score-sections.tsx";
import type { TextSection } from "./text-page.tsx";

export const aboutSections: TextSection[] = [
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
