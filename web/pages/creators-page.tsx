import { Link } from "react-router-dom";
import { AnswerDrawing } from "#web/features/pages/answer-drawing.tsx";
import { CreatorRights } from "#web/features/pages/creator-rights.tsx";
import { CreatorSteps } from "#web/features/pages/creator-steps.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";

const CLAIM = paths.dashboard({ tab: "owner", view: "claim" });

/** Why and how a creator takes part. */
export function CreatorsPage() {
	useDocumentTitle("For creators");
	return (
		<div className="page-width flex flex-col gap-14 py-8 sm:py-14">
			<div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
				<div className="flex flex-col items-start gap-5">
					<PageHeading className="max-w-[22ch] font-serif text-3xl font-semibold tracking-tight sm:text-4xl">
						Was your video checked? Answer where it is read.
					</PageHeading>
					<p className="max-w-[60ch] text-lg text-muted">
						A report is what AI models make of your words. You know what you
						meant and where it comes from. Claim your channel, and your answer
						becomes part of every report on it.
					</p>
					<Link to={CLAIM} className={buttonClass("primary")}>
						Claim Your Channel
					</Link>
				</div>
				<AnswerDrawing />
			</div>
			<section aria-labelledby="how" className="flex flex-col gap-6">
				<h2 id="how" className="font-serif text-2xl font-semibold">
					Three steps
				</h2>
				<CreatorSteps />
			</section>
			<CreatorRights />
		</div>
	);
}
