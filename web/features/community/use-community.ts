import useSWR from "swr";
import type { Community } from "#contract/community.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";

export function useCommunity() {
	return useSWR<Community, ApiProblem>(keys.community);
}
