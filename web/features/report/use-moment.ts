import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { statementAnchor } from "#web/paths.ts";
import { bringIntoSight } from "./bring-into-sight.ts";

/**
 * Brings the statement of the address's `t` into sight, once: what plays later moves nothing.
 * @param wanted false where the address names a statement itself
 */
export function useMoment(activeId: string | null, wanted: boolean): void {
	const [params] = useSearchParams();
	const moment = params.get("t");
	const done = useRef<string | null>(null);
	useEffect(() => {
		if (!wanted || moment === null || done.current === moment) return;
		done.current = moment;
		if (activeId === null) return;
		bringIntoSight(document.getElementById(statementAnchor(activeId)));
	}, [activeId, moment, wanted]);
}
