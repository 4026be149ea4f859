import useSWRImmutable from "swr/immutable";
import type { Health } from "#contract/site.ts";
import { keys } from "./keys.ts";

/** How the site runs; it does not change while a page is open. */
export function useHealth(): Health | undefined {
	return useSWRImmutable<Health>(keys.health).data;
}
