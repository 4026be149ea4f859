import { Link, useLocation } from "react-router-dom";
import { plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { paths, transcriptAnchor } from "#web/paths.ts";

const LINK =
	"inline-flex min-h-8 items-center underline decoration-rule underline-offset-4 hover:decoration-ink";

/** Links to the statement's place in the transcript and to its own address; not printed. */
export function StatementLinks({ statement }: { statement: Statement }) {
	const { search } = useLocation();
	return (
		<p className="flex flex-wrap gap-x-6 text-sm" data-print="no">
			<Link to={{ search, hash: transcriptAnchor(statement.id) }} className={LINK}>
				Show in transcript
			</Link>
			<Link to={paths.statement(statement.video_id, statement.id)} className={LINK}>
				Link to this statement
			</Link>
			{statement.also_said && (
				<Link to={paths.claim(statement.also_said.key)} className={LINK}>
					Also said in {plural(statement.also_said.videos, "other video")}
				</Link>
			)}
		</p>
	);
}
