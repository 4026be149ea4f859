import useSWR from "swr";
import type { ApiKey, MeEdit, SessionInfo } from "#contract/me.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";

/** The member's sessions. */
export function useSessions() {
	return useSWR<{ sessions: SessionInfo[] }, ApiProblem>(keys.sessions);
}

export function useApiKeys() {
	return useSWR<{ keys: ApiKey[] }, ApiProblem>(keys.apiKeys);
}

export function editMe(edit: MeEdit): Promise<unknown> {
	return request(keys.me, { method: "PATCH", body: edit });
}
