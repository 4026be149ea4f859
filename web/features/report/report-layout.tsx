import type { ReactNode } from "react";
import { PlayerContext } from "./player-context.ts";
import type { VideoPlayer } from "./video-player.ts";

/**
 * Title, verdict, body, more: in this order for readers and on a phone; on a
 * wide screen the verdict stands beside the others and stays in sight until
 * what there is more comes up below it.
 */
export function ReportLayout({
	player = null,
	notice,
	title,
	verdict,
	body,
	more,
}: {
	/** What everything in it plays with; null before a report is there. */
	player?: VideoPlayer | null;
	notice?: ReactNode;
	title: ReactNode;
	verdict: ReactNode;
	body: ReactNode;
	more?: ReactNode;
}) {
	return (
		<PlayerContext value={player}>
			<div className="page-width flex flex-col gap-6 py-6 sm:py-8">
				{notice}
				<div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr_auto]">
					<div>{title}</div>
					<div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
						<div
							// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it, with or without a control in it.
							tabIndex={0}
							className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
						>
							{verdict}
						</div>
					</div>
					<div className="flex flex-col gap-8 lg:row-span-3 lg:row-start-2">
						{body}
					</div>
					{more && (
						<div className="flex flex-col gap-7 lg:col-start-2 lg:row-start-4">
							{more}
						</div>
					)}
				</div>
			</div>
		</PlayerContext>
	);
}
