import useSWRImmutable from "swr/immutable";
import type { Sample } from "#contract/site.ts";
import { keys } from "./keys.ts";
import { useHealth } from "./use-health.ts";

const NONE: Sample[] = [];

/** The sample videos; none outside demo mode. */
export function useSamples(): Sample[] {
	const demo = useHealth()?.mode === "demo";
	const { data } = useSWRImmutable<{ samples: Sample[] }>(
		demo ? keys.samples : null,
	);
	return data?.samples ?? NONE;
}
