import { type MouseEvent, useEffect, useRef } from "react";
import {
	useLocation,
	useNavigate,
	useParams,
	useSearchParams,
} from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import type { Statement } from "#contract/statement.ts";

type StatementTarget = {
	id: string;
	/** Another one each time that it is asked for. */
	asked: string;
};

/** The statement that the address names, and a way to name another. Filters that would hide it go. */
export function useStatementTarget(
	statements: readonly Statement[],
	shown: readonly Statement[],
): {
	target: StatementTarget | null;
	open: (id: string, event: MouseEvent) => void;
} {
	const { hash, search, key } = useLocation();
	const { statementId } = useParams();
	const navigate = useNavigate();
	// The fragment is the later choice on a page that is about one statement.
	const isNamed = ({ id }: Statement) =>
		hash === "" ? id === statementId : hash === `#${statementAnchor(id)}`;
	const named = statements.find(isNamed);
	const hidden = named !== undefined && !shown.includes(named);

	useEffect(() => {
		if (!hidden) return;
		const params = new URLSearchParams(search);
		for (const name of ["band", "from", "to"]) params.delete(name);
		navigate({ search: params.toString(), hash }, { replace: true });
	}, [hidden, hash, search, navigate]);

	return {
		target: named === undefined || hidden ? null : { id: named.id, asked: key },
		open: (id, event) => {
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
				return;
			}
			event.preventDefault();
			const wanted = `#${statementAnchor(id)}`;
			// The address is ahead of what is drawn while a change of the filters is being drawn.
			const { search } = window.location;
			navigate({ search, hash: wanted }, { replace: hash === wanted });
		},
	};
}

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

/** A page that has just come up may still grow for so long. */
const SETTLING_MS = 2_000;

/** With any of these the reader has taken over. */
const TAKING_OVER = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Scrolls to an element, and again as long as the page above it is still growing, unless the
 * reader does something. The answer gives that up.
 */
export function bringIntoSight(element: HTMLElement | null): () => void {
	const scroll = () => element?.scrollIntoView({ block: "start" });
	scroll();
	if (typeof ResizeObserver === "undefined") return () => {};
	const observer = new ResizeObserver(scroll);
	observer.observe(document.body);
	const end = () => {
		clearTimeout(settled);
		observer.disconnect();
		for (const name of TAKING_OVER) window.removeEventListener(name, end);
	};
	const settled = setTimeout(end, SETTLING_MS);
	for (const name of TAKING_OVER) {
		window.addEventListener(name, end, { passive: true });
	}
	return end;
}
