import { aboutSections } from "#web/features/pages/about-sections.tsx";
import { TextPage } from "#web/features/pages/text-page.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";

export function AboutPage() {
	useDocumentTitle("About");
	return (
		<TextPage
			title="About BS Detector"
			lead={
				<p>
					AI-powered fact-checking for videos with community validation: what it
					does, how it comes to a score, and what to do when it is wrong.
				</p>
			}
			sections={aboutSections}
		/>
	);
}
