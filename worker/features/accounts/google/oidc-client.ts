import type { Context } from "#worker/context.ts";
import type { OidcClient } from "./identity-provider.ts";

/** null if the operator has not configured a Google client. */
export function googleClient({ settings }: Pick<Context, "settings">): OidcClient | null {
	const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = settings;
	if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null;
	return {
		issuer: GOOGLE_ISSUER,
		client_id: GOOGLE_CLIENT_ID,
		client_secret: GOOGLE_CLIENT_SECRET,
	};
}
