import type { Health } from "#contract/site.ts";
import type { Deps } from "#worker/deps.ts";

/** How the site runs, the same for everyone. */
export function healthOf({ mode, panel, contact_email }: Deps["site"]): Health {
	return { status: "ok", mode, panel, contact_email };
}
