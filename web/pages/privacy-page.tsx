import { privacySections } from "#web/features/pages/privacy-sections.tsx";
import { TextPage } from "#web/features/pages/text-page.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";

export function PrivacyPage() {
	useDocumentTitle("Privacy Policy");
	return (
		<TextPage
			title="Privacy Policy"
			lead={
				<>
					<p>
						We keep what an account needs, and nothing of people who only read.
						“We” are the people who run this site.
					</p>
					<p className="text-sm">Last updated: January 1, 2025</p>
				</>
			}
			sections={privacySections}
		/>
	);
}
