import { type MouseEvent, useEffect, useRef } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import type { Statement } from "#contract/statement.ts";

type StatementTarget = {
	id: string;
	/** A new value for every request of the statement. */
	asked: string;
};

/**
 * The statement in the address's fragment, and a function to select another one. Filters that
 * would hide it are cleared.
 */
export function useStatementTarget(
	statements: readonly Statement[],
	shown: readonly Statement[],
): { target: StatementTarget | null; open: (id: string, event: MouseEvent) => void } {
	const { hash, search, key } = useLocation();
	const navigate = useNavigate();
	const named = statements.find(({ id }) => hash === `#${statementAnchor(id)}`);
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
			// The address is newer than the rendered state while a change of the filters is being
			// rendered.
			const { search } = window.location;
			navigate({ search, hash: wanted }, { replace: hash === wanted });
		},
	};
}

/**
 * Scrolls once to the statement at the address's `t`; later playback does not scroll. The page of
 * a statement has it at its top.
 * @param wanted false if the address's fragment identifies a statement
 */
export function useStartPosition(activeId: string | null, wanted: boolean): void {
	const [params] = useSearchParams();
	const { statementId } = useParams();
	const position = params.get("t");
	const done = useRef<string | null>(null);
	useEffect(() => {
		if (!wanted || statementId || position === null || done.current === position) return;
		done.current = position;
		if (activeId === null) return;
		scrollIntoViewStable(document.getElementById(statementAnchor(activeId)));
	}, [activeId, position, statementId, wanted]);
}

/** How long a new page may still change its layout. */
const LAYOUT_SETTLE_MS = 2_000;

/** Events that show that the user scrolls. */
const USER_INPUT_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Scrolls to an element, and again while the layout above it changes, until the user interacts.
 * The returned function stops it.
 */
export function scrollIntoViewStable(element: HTMLElement | null): () => void {
	// Smoothly, it would meet cards on the way that are not laid out yet, and miss its aim.
	const scroll = () => element?.scrollIntoView({ block: "start", behavior: "instant" });
	scroll();
	if (typeof ResizeObserver === "undefined") return () => {};
	const observer = new ResizeObserver(scroll);
	observer.observe(document.body);
	const end = () => {
		clearTimeout(settled);
		observer.disconnect();
		for (const name of USER_INPUT_EVENTS) window.removeEventListener(name, end);
	};
	const settled = setTimeout(end, LAYOUT_SETTLE_MS);
	for (const name of USER_INPUT_EVENTS) {
		window.addEventListener(name, end, { passive: true });
	}
	return end;
}
