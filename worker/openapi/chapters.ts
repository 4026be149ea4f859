import * as z from "zod";
import { accountOperations } from "#features/accounts/account-routes.ts";
import { activityOperations } from "#features/accounts/activity.ts";
import { signInOperations } from "#features/accounts/auth-routes.ts";
import { extensionOperations } from "#features/accounts/extension/routes.ts";
import { googleOperations } from "#features/accounts/google/routes.ts";
import { keyOperations } from "#features/accounts/key-routes.ts";
import { secondFactorOperations } from "#features/accounts/second-factor/routes.ts";
import { eventOperations } from "#features/analysis/event-routes.ts";
import type { Operations } from "#http/operation.ts";
import { undeclaredRules } from "#http/undeclared.ts";
import type { Described } from "./document.ts";

/** The operations that are not declared as endpoints, by chapter. */
const UNDECLARED: Record<string, Operations> = {
	Videos: {
		...eventOperations(),
	},
	Account: {
		...accountOperations(),
		...activityOperations(),
		...secondFactorOperations(),
		...keyOperations(),
	},
	"Signing in": {
		...signInOperations(),
		...googleOperations(),
		...extensionOperations(),
	},
};

/** Public routes that still look up a session and therefore refuse an invalid API key. */
const ASKS_WHO = /^\/api\/auth\//;

/** What stands in a chapter beside its endpoints, described as these are. */
export function undeclaredEndpoints(chapter: string): Described[] {
	return Object.entries(UNDECLARED[chapter] ?? {}).map(([route, operation]) => {
		const [method, path = ""] = route.split(" ");
		const { access, path: params = {}, query = {}, wanted = [], body, ...rest } = operation;
		const { headers = {}, ...described } = rest;
		const { "idempotency-key": idempotent, ...others } = headers;
		return {
			...described,
			...undeclaredRules(path),
			method: method as Described["method"],
			access: access === "everyone" && ASKS_WHO.test(path) ? "known" : access,
			params,
			query: Object.fromEntries(
				Object.entries(query).map(([name, field]) => [
					name,
					wanted.includes(name) ? field : optional(field),
				]),
			),
			headers: others,
			body: body ? (body.optional ? body.schema.optional() : body.schema) : null,
			idempotent: idempotent !== undefined,
		};
	});
}

function optional(field: z.ZodType): z.ZodType {
	const description = z.globalRegistry.get(field)?.description;
	return description === undefined ? field.optional() : field.optional().describe(description);
}
