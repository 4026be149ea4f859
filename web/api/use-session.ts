import useSWR from "swr";
import type { SessionAnswer, User } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import type { ApiProblem } from "./api-problem.ts";
import { keys } from "./keys.ts";
import { fetchJson } from "./request.ts";

/** The member, null for an anonymous visitor, undefined while unknown. */
export function useSession(): {
	user: User | null | undefined;
	/** Whether the server has answered or could not be reached. */
	settled: boolean;
	/** Whether Google sign-in is available. */
	google: boolean;
	/** Rejects if the server does not answer. */
	refresh: () => Promise<User | null>;
} {
	const { data, error, mutate } = useSWR<SessionAnswer>(keys.session);
	return {
		user: data?.user,
		settled: data !== undefined || error !== undefined,
		google: data?.providers.google ?? false,
		refresh: async () => {
			const answer = fetchJson<SessionAnswer>(keys.session);
			return (await mutate(answer, { revalidate: false }))?.user ?? null;
		},
	};
}

/** The member's own account. Requests nothing for a visitor. */
export function useMe(user: User | null | undefined) {
	return useSWR<Me, ApiProblem>(user ? keys.me : null);
}
