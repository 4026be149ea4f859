import { useLocation } from "react-router-dom";
import { ProblemNotice } from "#web/ui/view-states.tsx";

/**
 * The token of a mailed link. It is in the fragment, which no server, log or referrer contains.
 * Older mails have it in the query.
 */
export function useLinkToken(): string | null {
	const { hash, search } = useLocation();
	return (
		new URLSearchParams(hash.slice(1)).get("token") ?? new URLSearchParams(search).get("token")
	);
}

/** Shown if a mailed link is incomplete. */
export function BrokenLink() {
	return (
		<ProblemNotice
			title="This link is not complete"
			detail="The end of the link is missing: some email programs break long lines. Copy the whole link from the email into the address bar."
		/>
	);
}
