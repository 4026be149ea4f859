import type { Context as HonoContext } from "hono";
import type { User } from "#contract/account.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Context } from "#worker/context.ts";

/** What a request carries through the middleware. */
export type AppEnv = {
	Bindings: Bindings;
	Variables: {
		request_id: string;
		/** What every operation works with. */
		context: Context;
		/** Who is signed in; null for a visitor. Set by the session middleware. */
		user: User | null;
		/** Whether they are on the operator's list with a confirmed address. */
		is_admin: boolean;
		/** SHA-256 of the session token, where the request has one that is valid. */
		session_hash: string | null;
	};
};

/** A request on its way through the routes. */
export type RequestContext = HonoContext<AppEnv>;
