import { useEffect, useRef } from "react";
import useSWR from "swr";
import type { SessionAnswer, User } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import type { ApiProblem } from "./api-problem.ts";
import { keys } from "./keys.ts";
import { fetchJson } from "./request.ts";
import { type Channel, openTabChannel } from "./tab-channel.ts";

/** The member, the same in every tab of the browser: null for an anonymous visitor, undefined while unknown. */
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
	const tabs = useRef<Channel | null>(null);
	useEffect(() => {
		const channel = openTabChannel("session");
		channel?.addEventListener("message", () => void mutate());
		tabs.current = channel;
		return () => channel?.close();
	}, [mutate]);
	return {
		user: data?.user,
		settled: data !== undefined || error !== undefined,
		google: data?.providers.google ?? false,
		refresh: async () => {
			const answer = fetchJson<SessionAnswer>(keys.session);
			const user = (await mutate(answer, { revalidate: false }))?.user ?? null;
			tabs.current?.postMessage(null);
			return user;
		},
	};
}

/** The member's own account. Requests nothing for a visitor. */
export function useMe(user: User | null | undefined) {
	return useSWR<Me, ApiProblem>(user ? keys.me : null);
}
