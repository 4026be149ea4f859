import type { Statement } from "#contract/statement.ts";
import { Icon } from "#web/ui/icon.tsx";
import { isDisputed } from "./panel-summary.ts";
import { consensusSentence } from "./report-words.ts";

/** How the models stand to each other; where they part, it shows before it is read. */
export function ConsensusLine({ statement }: { statement: Statement }) {
	const disputed = isDisputed(statement);
	return (
		<p className={`grow text-sm ${disputed ? "font-semibold" : "text-muted"}`}>
			{disputed && <Icon name="warning" className="mr-1.5 align-[-0.12em]" />}
			{consensusSentence(statement.ratings)}
		</p>
	);
}
