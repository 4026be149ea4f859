import { Link } from "react-router-dom";
import { HowSteps } from "#web/features/pages/how-steps.tsx";
import { WorkedExample } from "#web/features/pages/worked-example.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { ScaleLegend } from "#web/ui/scale-legend.tsx";

/** An analysis, step by step. */
export function HowItWorksPage() {
	useDocumentTitle("How it works");
	return (
		<div className="page-width flex flex-col gap-10 py-8 sm:py-14">
			<div className="flex flex-col gap-4">
				<PageHeading>How It Works</PageHeading>
				<p className="max-w-[60ch] text-lg text-muted">
					From a link to a report, in five steps. It typically takes 30-60
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
					The report is a public page. Members vote on its statements, the
					channel's owner can answer it, and anybody can look at the reasons,
					the sources and the second in the video. The limits of all this, and
					what to do about a mistake, are on the About page.
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
