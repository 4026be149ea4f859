import { keys } from "#web/api/keys.ts";
import { Icon } from "#web/ui/icon.tsx";
import { MenuButton } from "#web/ui/menu-button.tsx";

/** The report as a file, made by the server at the press. */
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
