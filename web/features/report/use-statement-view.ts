import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readView, type StatementView, writeView } from "./statement-view.ts";

/** The view of the statements, kept in the address: a link shows the same, and going back restores it. */
export function useStatementView(): [
	StatementView,
	(change: Partial<StatementView>) => void,
] {
	const { search } = useLocation();
	const navigate = useNavigate();
	const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
	return [
		view,
		(change) => {
			// Not what is drawn: the address is ahead of it while an earlier change is being drawn.
			const params = new URLSearchParams(window.location.search);
			const next = writeView(params, {
				...readView(params),
				...change,
			}).toString();
			// A statement that the address named is no more what is looked at.
			if (next !== params.toString()) {
				navigate({ search: next }, { preventScrollReset: true });
			}
		},
	];
}
