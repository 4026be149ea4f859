import type { ReactNode } from "react";
import type { Video } from "#contract/video.ts";
import { ExportMenu } from "./export-menu.tsx";
import { ShareMenu } from "./share-menu.tsx";

/** Share, export, analyse again: above the title, on a phone in a bar below. */
export function ReportActions({
	video,
	again,
	refusal,
}: {
	video: Video;
	/** null while an analysis is on. */
	again: ReactNode;
	/** Why the last press on it started nothing. */
	refusal: string | null;
}) {
	return (
		<div
			data-print="no"
			data-bottom-bar=""
			className="flex flex-wrap items-center gap-1.5 sm:gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-rule max-sm:bg-raised max-sm:p-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-sm:*:[button]:grow max-sm:*:[button]:px-1.5 sm:*:[button]:px-3 *:[button]:text-sm *:[button]:whitespace-nowrap"
		>
			<ShareMenu video={video} />
			<ExportMenu videoId={video.id} />
			{again}
			{refusal !== null && (
				<p role="alert" className="w-full text-sm font-semibold">
					{refusal}
				</p>
			)}
		</div>
	);
}
