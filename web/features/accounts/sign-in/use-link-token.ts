import { useLocation } from "react-router-dom";

/**
 * The secret of a mailed link. It is in the fragment, which no server, log or referrer sees; links
 * of mails that were sent before have it in the query.
 */
export function useLinkToken(): string | null {
	const { hash, search } = useLocation();
	return (
		new URLSearchParams(hash.slice(1)).get("token") ??
		new URLSearchParams(search).get("token")
	);
}
