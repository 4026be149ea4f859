import type { ReactNode } from "react";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { PlayerContext } from "./player/player-context.ts";
import type { VideoPlayer } from "./player/video-player.ts";

/**
 * The report's parts in the order title, finding, verdict, body, more, which is the order for
 * screen readers and on a phone. On a wide screen the verdict sticks beside the others until the
 * last part is scrolled up below it.
 */
export function ReportLayout({
	player = null,
	notice,
	title,
	finding,
	verdict,
	body,
	more,
}: {
	/** The player of the whole report; null while there is no report. */
	player?: VideoPlayer | null;
	notice?: ReactNode;
	title: ReactNode;
	/** What was found; nothing before there is a result. */
	finding?: ReactNode;
	/** The video and the score. */
	verdict: ReactNode;
	body: ReactNode;
	more?: ReactNode;
}) {
	return (
		<PlayerContext value={player}>
			<div className="page-width flex flex-col gap-4 py-3 sm:gap-6 sm:py-5">
				{notice}
				<div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 sm:gap-y-7 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr_auto]">
					<div className="flex flex-col gap-3">
						{title}
						{finding}
					</div>
					<div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
						<div
							// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and without a control inside only a tab stop lets the keyboard scroll it.
							tabIndex={0}
							className="flex flex-col gap-4 lg:sticky lg:top-[calc(var(--header)+var(--notice)+1rem)] lg:max-h-[calc(100dvh-6rem-var(--notice))] lg:overflow-y-auto"
						>
							{verdict}
						</div>
					</div>
					<div className="flex flex-col gap-4 sm:gap-8 lg:row-span-3 lg:row-start-2">{body}</div>
					{more && (
						<div className="flex flex-col gap-4 sm:gap-7 lg:col-start-2 lg:row-start-4">{more}</div>
					)}
				</div>
			</div>
		</PlayerContext>
	);
}

/** A placeholder for the report while it loads. It keeps the footer below the fold. */
export function ReportSkeleton() {
	return (
		<div className="min-h-dvh">
			<ReportLayout
				title={
					<div className="flex flex-col gap-4">
						<PageHeading className="late text-sm text-muted">Loading Analysis...</PageHeading>
						<div className="flex flex-col gap-3">
							<Skeleton className="h-8 w-full" />
							<Skeleton className="h-5 w-1/2" />
						</div>
					</div>
				}
				verdict={<Skeleton className="h-96" />}
				body={
					<>
						<Skeleton className="aspect-video lg:aspect-[5/2]" />
						<Skeleton className="h-20" />
						<Skeleton className="h-40" />
						<Skeleton className="h-40" />
					</>
				}
			/>
		</div>
	);
}
