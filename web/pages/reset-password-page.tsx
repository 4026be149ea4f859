import { useSearchParams } from "react-router-dom";
import { ChoosePassword } from "#web/features/auth/choose-password.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { BrokenLink } from "./broken-link.tsx";

/** Where the link of a forgotten password's mail leads. */
export function ResetPasswordPage() {
	useDocumentTitle("Choose a new password");
	const token = useSearchParams()[0].get("token");
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>Choose a new password</PageHeading>
			{token ? <ChoosePassword token={token} /> : <BrokenLink />}
		</div>
	);
}
