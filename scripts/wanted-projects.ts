const all = ["unit", "web", "worker", "e2e"];

/** The test projects that a command line for vitest may run: the named ones, else all. */
export function wantedProjects(args: string[]): string[] {
	const named = args.flatMap((arg, index) => {
		if (arg === "--project") return [args[index + 1] ?? ""];
		return arg.startsWith("--project=") ? [arg.slice("--project=".length)] : [];
	});
	// A pattern such as "!web" is vitest's to understand; preparing too much does no harm.
	return named.length > 0 && named.every((name) => all.includes(name))
		? named
		: all;
}
