import { useContext } from "react";
import useSWRImmutable from "swr/immutable";
import type { VerificationMethod } from "#contract/claims.ts";
import type { Health, Sample } from "#contract/site.ts";
import { keys } from "./keys.ts";
import { ServedPageContext } from "./page-data.ts";

/** The site's mode. It does not change while a page is open. */
export function useHealth(): Health | undefined {
	return useConstant<Health>(keys.health);
}

/**
 * An answer that does not change while a page is open; null requests nothing. What came with the
 * page is read without swr: if two components use a key and the second is hydrated later, swr
 * makes React render it a second time, without a pause.
 */
function useConstant<Answer>(path: string | null): Answer | undefined {
	const { answers } = useContext(ServedPageContext);
	const served = path === null ? undefined : (answers[path] as Answer | undefined);
	const requested = useSWRImmutable<Answer>(served === undefined ? path : null);
	return served ?? requested.data;
}

/** The methods by which this site can verify ownership claims; undefined while loading. */
export function useClaimMethods(): VerificationMethod[] | undefined {
	return useHealth()?.claim_methods;
}

/** Whether analyses on this site search for sources. True while loading, because most sites do. */
export function useSearches(): boolean {
	return useHealth()?.evidence_sources.length !== 0;
}

/**
 * Whether the visitor can read the server's console, to which links go on a site without mail: only
 * an operator who tries the site out on their own machine can.
 */
export function useSeesConsole(): boolean {
	const mail = useHealth()?.mail;
	return mail === false && /^(localhost|127\.0\.0\.1)$/.test(window.location.hostname);
}

const NONE: Sample[] = [];

/** The sample videos; none outside demo mode. */
export function useSamples(): Sample[] {
	const demo = useHealth()?.mode === "demo";
	const data = useConstant<{ samples: Sample[] }>(demo ? keys.samples : null);
	return data?.samples ?? NONE;
}
