type Route = { method: string; path: string };

/** What stands before routes is listed under this; it answers nothing by itself. */
const MIDDLEWARE = "ALL";

/**
 * Which methods the routes know at a path, as Allow lists them; null where no
 * route is.
 */
export function allowedMethods(
	routes: readonly Route[],
): (path: string) => string[] | null {
	const known = routes
		.filter(({ method }) => method !== MIDDLEWARE)
		.map(({ method, path }) => ({ method, matches: matcher(path) }));
	return (path) => {
		const methods = known
			.filter(({ matches }) => matches.test(path))
			.map(({ method }) => method);
		if (!methods.length) return null;
		const head = methods.includes("GET") ? ["HEAD"] : [];
		return [...new Set([...methods, ...head, "OPTIONS"])].sort();
	};
}

function matcher(path: string): RegExp {
	const parts = path
		.split("/")
		.map((part) =>
			part.startsWith(":")
				? "[^/]+"
				: part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
		);
	return new RegExp(`^${parts.join("/")}$`);
}
