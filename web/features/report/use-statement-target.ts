import { type MouseEvent, useEffect } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import type { Statement } from "#contract/statement.ts";
import { statementAnchor } from "#web/paths.ts";

export type StatementTarget = {
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
