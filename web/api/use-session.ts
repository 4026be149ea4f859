import useSWR from "swr";
import type { SessionAnswer, User } from "#contract/account.ts";
import { keys } from "./keys.ts";

/** The member, null for an anonymous visitor, undefined while unknown. */
export function useSession(): {
	user: User | null | undefined;
	refresh: () => Promise<User | null>;
} {
	const { data, mutate } = useSWR<SessionAnswer>(keys.session);
	return {
		user: data?.user,
		refresh: async () => (await mutate())?.user ?? null,
	};
}
