import { parseSync, Visitor } from "vite";

export type LongComponent = { name: string; lines: number };

/** Longer than this, a component is more than one: its parts want names of their own. */
export const COMPONENT_LINES = 150;

type Span = { start: number; end: number };
type Pattern = { type: string; name?: string };
type Value = (Span & { type: string }) | null;

const is_component_name = /^[A-Z]/;
const holds_code = /^(ArrowFunction|Function|Call)Expression$/;

/**
 * The components of a source that have more lines than allowed: functions and classes with a
 * capital, and functions under such a name, wrapped (memo) or not. Throws on a syntax error.
 */
export function longComponents(path: string, source: string): LongComponent[] {
	const { program, errors } = parseSync(path, source);
	const [error] = errors;
	if (error) throw new Error(`${path}: ${error.message}`);
	const found: LongComponent[] = [];
	const judge = (name: string | undefined, { start, end }: Span) => {
		if (name === undefined || !is_component_name.test(name)) return;
		const lines = source.slice(start, end).split("\n").length;
		if (lines > COMPONENT_LINES) found.push({ name, lines });
	};
	const judgeNamed = (node: Span & { id: { name: string } | null }) =>
		judge(node.id?.name, node);
	const judgeValue = ({ id, init }: { id: Pattern; init: Value }) => {
		if (init !== null && holds_code.test(init.type)) judge(id.name, init);
	};
	new Visitor({
		FunctionDeclaration: judgeNamed,
		ClassDeclaration: judgeNamed,
		VariableDeclarator: judgeValue,
	}).visit(program);
	return found;
}
