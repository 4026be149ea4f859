import type { MouseEvent } from "react";
import { Link } from "react-router-dom";
import { homeSteps } from "#contract/page-texts.ts";
import { useHealth, useSearches } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { VideoCard, VideoGrid, VideoGridSkeleton } from "#web/ui/video-card.tsx";
import { EmptyState, ProblemNotice } from "#web/ui/view-states.tsx";
import { CueDrawing, GaugeDrawing, QuoteDrawing } from "../pages/step-drawings.tsx";
import { useRecent } from "./use-recent.tsx";

/** The most recently analysed videos. */
export function RecentVideos({
	locked,
	onChoose,
}: {
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const { data, error, mutate } = useRecent();
	return (
		<section aria-labelledby="recent" className="flex flex-col gap-6">
			<div className="flex flex-wrap items-baseline justify-between gap-4">
				<h2 id="recent" className="font-serif text-2xl font-semibold">
					Recently Analyzed
				</h2>
				{(data?.videos.length ?? 0) > 0 && (
					<Link to={paths.archive()} className="py-1 text-sm link">
						All analyses
					</Link>
				)}
			</div>
			{data !== undefined && data.videos.length > 0 && (
				<VideoGrid>
					{data.videos.map((video) => (
						<li key={video.id}>
							<VideoCard video={video} locked={locked} onChoose={onChoose} />
						</li>
					))}
				</VideoGrid>
			)}
			{data?.videos.length === 0 && (
				<EmptyState
					title="Nothing analyzed yet"
					text="The first report will appear here. Paste a link above to start it."
				/>
			)}
			{data === undefined && error !== undefined && (
				<ProblemNotice detail={error.message} announce={false}>
					<Button onClick={() => void mutate()}>Try Again</Button>
				</ProblemNotice>
			)}
			{data === undefined && error === undefined && <VideoGridSkeleton count={3} />}
		</section>
	);
}

/** The product in three steps, with drawings. */
export function HowItWorks() {
	const { transcript, statements, ratings } = homeSteps(
		useSearches(),
		useHealth()?.mode === "demo",
	);
	const steps = [
		{ ...transcript, drawing: <CueDrawing /> },
		{ ...statements, drawing: <QuoteDrawing /> },
		{ ...ratings, drawing: <GaugeDrawing /> },
	];
	return (
		<section aria-labelledby="how" className="flex flex-col gap-6">
			<div className="flex flex-wrap items-baseline justify-between gap-4">
				<h2 id="how" className="font-serif text-2xl font-semibold">
					How It Works
				</h2>
				<Link to={paths.howItWorks()} className="py-1 text-sm link">
					Every step
				</Link>
			</div>
			<ol className="grid gap-8 md:grid-cols-3">
				{steps.map(({ title, text, drawing }, index) => (
					<li key={title} className="flex flex-col gap-3 border-t-2 border-ink pt-4">
						{drawing}
						<h3 className="font-serif text-lg font-semibold">
							{index + 1}. {title}
						</h3>
						<p className="text-sm text-muted">{text}</p>
					</li>
				))}
			</ol>
		</section>
	);
}

/** A link back to the field for visitors who have read to the end. */
export function CallToAction({ onStart }: { onStart: () => void }) {
	return (
		<section
			aria-labelledby="closing"
			className="flex flex-col items-start gap-4 border-t-2 border-ink pt-6 sm:flex-row sm:items-center sm:justify-between"
		>
			<div>
				<h2 id="closing" className="heading">
					Heard something that sounds off?
				</h2>
				<p className="text-muted">
					Check the video before you pass it on. It takes about a minute.
				</p>
			</div>
			<div className="flex flex-wrap gap-3 sm:shrink-0">
				<Button variant="primary" onClick={onStart}>
					Check a Video
				</Button>
				<Link to={paths.about()} className={buttonClass("secondary")}>
					About BS Detector
				</Link>
			</div>
		</section>
	);
}
