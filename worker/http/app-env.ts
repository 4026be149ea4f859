import type { Context as HonoContext } from "hono";
import type { User } from "#contract/account.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Context } from "#worker/context.ts";
import type { EndpointRules } from "./endpoint-rules.ts";

/** The variables that middleware sets on a request. */
export type AppEnv = {
	Bindings: Bindings;
	Variables: {
		request_id: string;
		context: Context;
		/** What is declared at the request's path; unset for pages and unknown addresses. */
		endpoint: EndpointRules | undefined;
		/** The signed-in member; null for a visitor. Unset if the endpoint looks nobody up. */
		user: User | null;
		/** Whether the member's confirmed address is on the operator's list. */
		is_admin: boolean;
		/** Whether the member of the session has set up a second factor. */
		has_second_factor: boolean;
		/** When the member last authenticated in this session; null if unknown. */
		proven_at: string | null;
		/** SHA-256 of the session token, if the request has a valid one. */
		session_hash: string | null;
		/** SHA-256 of the credential (session token or API key) that identified the member. */
		credential_hash: string | null;
	};
};

export type RequestContext = HonoContext<AppEnv>;
