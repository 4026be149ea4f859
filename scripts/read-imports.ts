import { parseSync } from "vite";

export type Import = {
	specifier: string;
	/** Gone after compiling: `import type`, `export type ... from`. */
	type_only: boolean;
};

type Span = { start: number; end: number };

/** An import named "type" is a value; `import { type A }` leaves an import that runs the module. */
const erased = /^(import|export)\s+type\s+(?!from\b)/;

/** Every module that a source asks for. `path` only tells the language. Throws on a syntax error. */
export function readImports(path: string, source: string): Import[] {
	const { module, errors } = parseSync(path, source);
	const [error] = errors;
	if (error) throw new Error(`${path}: ${error.message}`);
	const text = ({ start, end }: Span) => source.slice(start, end);
	const isErased = (statement: Span) => erased.test(text(statement));
	const imports = module.staticImports.map((statement) => ({
		specifier: statement.moduleRequest.value,
		type_only: isErased(statement),
	}));
	const exports = module.staticExports.flatMap((statement) =>
		statement.entries.flatMap(({ moduleRequest }) =>
			moduleRequest
				? [{ specifier: moduleRequest.value, type_only: isErased(statement) }]
				: [],
		),
	);
	const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
		specifier: text(moduleRequest).replace(/^["'`]|["'`]$/g, ""),
		type_only: false,
	}));
	return [...imports, ...exports, ...dynamic];
}
