import { useSearchParams } from "react-router-dom";
import type { Band } from "#web/ui/bands.ts";

const PARAMETER = "band";

/** The chosen band, kept in the address so that a link shows the same. */
export function useBandFilter(): [Band | null, (band: Band | null) => void] {
	const [params, setParams] = useSearchParams();
	const value = params.get(PARAMETER);
	const chosen =
		value === "factual" || value === "moderate" || value === "high"
			? value
			: null;
	return [
		chosen,
		(band) => {
			const next = new URLSearchParams(params);
			if (band === null) next.delete(PARAMETER);
			else next.set(PARAMETER, band);
			setParams(next, { replace: true, preventScrollReset: true });
		},
	];
}
