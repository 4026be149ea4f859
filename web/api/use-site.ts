import useSWRImmutable from "swr/immutable";
import type { Health, Sample } from "#contract/site.ts";
import { keys } from "./keys.ts";

/** How the site runs; it does not change while a page is open. */
export function useHealth(): Health | undefined {
	return useSWRImmutable<Health>(keys.health).data;
}

const NONE: Sample[] = [];

/** The sample videos; none outside demo mode. */
export function useSamples(): Sample[] {
	const demo = useHealth()?.mode === "demo";
	const { data } = useSWRImmutable<{ samples: Sample[] }>(
		demo ? keys.samples : null,
	);
	return data?.samples ?? NONE;
}
