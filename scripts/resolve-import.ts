import { posix } from "node:path";

/** What an import leads to: a file of the project, named from its root, or a package. */
export type Target =
	| { kind: "file"; path: string; relative: boolean }
	| { kind: "package"; name: string };

function packageName(specifier: string): string {
	if (specifier.startsWith("node:") || specifier.startsWith("cloudflare:"))
		return specifier;
	const [scope = "", name = ""] = specifier.split("/");
	return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

/**
 * Where a specifier in a file leads. `aliases` is package.json's "imports", whose keys and
 * values end in a star.
 */
export function resolveImport(
	from: string,
	specifier: string,
	aliases: Record<string, string>,
): Target {
	if (specifier.startsWith("."))
		return {
			kind: "file",
			path: posix.join(posix.dirname(from), specifier),
			relative: true,
		};
	for (const [alias, place] of Object.entries(aliases)) {
		const prefix = alias.slice(0, -1);
		if (specifier.startsWith(prefix)) {
			const rest = specifier.slice(prefix.length);
			const path = posix.normalize(place.slice(0, -1) + rest);
			return { kind: "file", path, relative: false };
		}
	}
	return { kind: "package", name: packageName(specifier) };
}
