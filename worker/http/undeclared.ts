import { EXTENSION_TOKEN_PATH } from "#contract/extension.ts";
import type { CrossOrigin, EndpointRules } from "./endpoint-rules.ts";

/** The public reads among the routes that are not declared as endpoints. */
const PUBLIC_PATH = /^\/api\/videos\/[^/]+\/events$/;

/** What the middleware has to know about the routes that are not declared as endpoints. */
export function undeclaredRules(path: string): EndpointRules {
	const cross_origin = crossOriginOf(path);
	const reads = cross_origin === "public" && !path.endsWith("/events") ? "near" : "primary";
	return { method: "GET", path, cross_origin, reads };
}

function crossOriginOf(path: string): CrossOrigin {
	if (path === EXTENSION_TOKEN_PATH) return "extension";
	return PUBLIC_PATH.test(path) ? "public" : "own";
}
