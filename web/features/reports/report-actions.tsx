import type { ReactNode } from "react";
import type { Video } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { ShareMenu } from "#web/features/sharing/share-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MenuButton } from "#web/ui/menu-button.tsx";

/** Share, export, analyse again: above the title, and on a phone in a bar at the bottom. */
export function ReportActions({
	video,
	again,
	refusal,
}: {
	video: Video;
	/** null while an analysis is running. */
	again: ReactNode;
	/** Why the last click started nothing. */
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

/** The report as a file, made by the server on a click. */
export function ExportMenu({ videoId }: { videoId: string }) {
	return (
		<MenuButton
			actions={[
				{
					label: "Whole report (JSON)",
					icon: "download",
					href: keys.reportExport(videoId),
					kind: "download",
				},
				{
					label: "Statements as a table (CSV)",
					icon: "download",
					href: keys.statementsExport(videoId),
					kind: "download",
				},
				{
					label: "Print or save as PDF",
					icon: "print",
					onPress: () => window.print(),
				},
			]}
		>
			<Icon name="download" />
			<span>
				Export <span className="max-sm:sr-only">Report</span>
			</span>
		</MenuButton>
	);
}
