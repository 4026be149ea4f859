import { termsSections } from "#web/features/pages/terms-sections.tsx";
import { TextPage } from "#web/features/pages/text-page.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";

export function TermsPage() {
	useDocumentTitle("Terms of Service");
	return (
		<TextPage
			title="Terms of Service"
			lead={
				<p>
					What holds between you and the people who run this site, in plain
					words. By creating an account you agree to it.
				</p>
			}
			sections={termsSections}
		/>
	);
}
