import type { Statement } from "#contract/statement.ts";
import { unverifiedWords } from "./report-words.ts";

/** The statements without a verdict, by reason. */
export function Unverified({ statements }: { statements: Statement[] }) {
	const words = unverifiedWords(statements);
	return words === "" ? null : <p className="text-muted">Unverified: {words}.</p>;
}
