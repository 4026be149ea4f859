import useSWRImmutable from "swr/immutable";
import type { VerificationMethod } from "#contract/claims.ts";
import type { Health, Sample } from "#contract/site.ts";
import { keys } from "./keys.ts";

/** The site's mode. It does not change while a page is open. */
export function useHealth(): Health | undefined {
	return useSWRImmutable<Health>(keys.health).data;
}

/** The methods by which this site can verify ownership claims; undefined while loading. */
export function useClaimMethods(): VerificationMethod[] | undefined {
	return useHealth()?.claim_methods;
}

/** Whether analyses on this site search for sources. True while loading, because most sites do. */
export function useSearches(): boolean {
	return useHealth()?.evidence_sources.length !== 0;
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
