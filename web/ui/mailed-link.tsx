import { useLocation } from "react-router-dom";
import { ProblemNotice } from "./view-states.tsx";

/**
 * The token of a mailed link. It is in the fragment, which no server, log or referrer contains.
 * Some mail programs quote its "=".
 */
export function useLinkToken(): string | null {
	const fragment = useLocation().hash.replace(/%3d/gi, "=");
	return /[#&]token=([\w-]+)/.exec(fragment)?.[1] ?? null;
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
