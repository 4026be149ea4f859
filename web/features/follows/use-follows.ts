import useSWR from "swr";
import type { User } from "#contract/account.ts";
import type { Follow, FollowList } from "#contract/follows.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { fetchJson, request } from "#web/api/request.ts";

const FOLLOWS = "/api/follows";
export const FOLLOWING = "/api/following";

/** What can be followed, with the title that a list shows. */
export type Subject = Pick<Follow, "kind" | "id" | "title">;

/** What the member follows. Requests nothing for a visitor. */
export function useFollows(user: User | null | undefined) {
	const { data, error, mutate } = useSWR<FollowList, ApiProblem>(
		// With the member's id, so that the next member on this screen does not see the list.
		user ? [FOLLOWS, user.id] : null,
		([path]: [string, string]) => fetchJson<FollowList>(path),
	);

	/** Shows the change at once. If the server refuses, restores the list and throws. */
	async function change(subject: Subject, follows: boolean): Promise<void> {
		const { kind, id } = subject;
		const path = `${FOLLOWS}/${kind}/${encodeURIComponent(id)}`;
		const others = (list: FollowList | undefined) =>
			(list?.follows ?? []).filter((one) => one.kind !== kind || one.id !== id);
		const changed = (list: FollowList | undefined): FollowList => ({
			feed: list?.feed ?? null,
			follows: follows
				? [{ ...subject, since: new Date().toISOString() }, ...others(list)]
				: others(list),
		});
		const send = follows
			? request(path, { method: "PUT", body: {} })
			: request(path, { method: "DELETE" });
		await mutate(
			send.then(() => undefined),
			{ optimisticData: changed, populateCache: false, rollbackOnError: true },
		);
	}

	return { list: data, problem: error, change, reload: () => mutate() };
}
