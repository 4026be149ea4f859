import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const namespace = "required-builtin";

/**
 * Lets packages written for Node run in workerd, which has Node's modules under "node:" names and
 * for `import` only: "crypto" gets its prefix, and `require` a module that imports for it.
 */
export const nodeBuiltins: Plugin = {
	name: "node-builtins",
	setup(build) {
		const names = builtinModules.filter(
			(name) => !name.startsWith("_") && !name.startsWith("node:"),
		);
		const filter = new RegExp(`^(node:)?(${names.join("|")})$`);
		build.onResolve({ filter }, ({ path, kind }) => {
			const name = path.startsWith("node:") ? path : `node:${path}`;
			return kind === "require-call"
				? { path: name, namespace }
				: { path: name, external: true };
		});
		build.onLoad({ filter: /./, namespace }, ({ path }) => ({
			contents: `import builtin from "${path}";\nmodule.exports = builtin;`,
		}));
	},
};
