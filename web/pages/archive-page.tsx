import { ArchiveList } from "#web/features/archive/archive-list.tsx";
import { useGatedNavigation } from "#web/features/auth/use-gated-navigation.ts";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** Every analysis, newest first. */
export function ArchivePage() {
	useDocumentTitle("All analyses");
	const { locked, choose } = useGatedNavigation();
	return (
		<div className="page-width min-h-dvh flex flex-col gap-8 py-8 sm:py-12">
			<div className="flex flex-col gap-2">
				<PageHeading>All Analyses</PageHeading>
				<p className="text-muted">Every video checked here, newest first.</p>
			</div>
			<ArchiveList locked={locked} onChoose={choose} />
		</div>
	);
}
