import useSWR from "swr";
import type { User } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import type { ApiProblem } from "./api-problem.ts";
import { keys } from "./keys.ts";

/** The member's own account; asks nothing for a visitor. */
export function useMe(user: User | null | undefined) {
	return useSWR<Me, ApiProblem>(user ? keys.me : null);
}
