import { useHealth } from "#web/api/use-health.ts";
import { apiSections } from "#web/features/pages/api-sections.tsx";
import { curlLines, NO_EXAMPLE } from "#web/features/pages/curl-lines.ts";
import { TextPage } from "#web/features/pages/text-page.tsx";
import { useExampleId } from "#web/features/pages/use-example-id.ts";
import { useDocumentTitle } from "#web/ui/document-title.ts";

/** What a program can do here. */
export function ApiPage() {
	useDocumentTitle("API");
	const id = useExampleId() ?? NO_EXAMPLE;
	const panel = useHealth()?.panel ?? [];
	return (
		<TextPage
			title="API"
			lead={
				<p>
					Analyze videos and read reports from a program, a script or the
					command line.
				</p>
			}
			sections={apiSections(curlLines(window.location.origin, id, panel))}
		/>
	);
}
