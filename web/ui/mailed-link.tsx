import { useLocation } from "react-router-dom";
import { ProblemNotice } from "./view-states.tsx";

/**
 * What a mailed link says: its token, null if it is missing, and the address that the mail was sent
 * to, if the page needs it. Both are in the fragment, which no server, log or referrer contains. Some
 * mail programs quote its "=".
 */
export function useLink(): { token: string | null; email: string | null; is_cut: boolean } {
	const { hash } = useLocation();
	const [, token = null] = /[#&]token(?:=|%3d)([\w-]+)/i.exec(hash) ?? [];
	const [, email] = /(?:&|%26)email(?:=|%3d)([^&]+)/i.exec(hash) ?? [];
	return {
		token,
		email: email === undefined ? null : new URLSearchParams(`email=${email}`).get("email"),
		is_cut: token === null && hash.length > 1,
	};
}

/** Shown if a mailed link is incomplete. */
export function BrokenLink() {
	return (
		<ProblemNotice
			title="This link is not complete"
			detail="The end of the link is missing: some email programs break long lines. Copy the whole link from the email into the address bar, or use the code below it."
		/>
	);
}
