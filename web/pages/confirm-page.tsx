import { useSearchParams } from "react-router-dom";
import { ConfirmAccount } from "#web/features/auth/confirm-account.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { BrokenLink } from "./broken-link.tsx";

/** Where the link of a confirmation mail leads. */
export function ConfirmPage() {
	useDocumentTitle("Confirm your account");
	const token = useSearchParams()[0].get("token");
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>Confirm your account</PageHeading>
			{token ? <ConfirmAccount token={token} /> : <BrokenLink />}
		</div>
	);
}
