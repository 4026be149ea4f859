/** The test projects of each tier: what every change is tried with, and what takes the product's surroundings apart. */
const TIERS = {
	test: ["unit", "web", "worker", "e2e"],
	system: ["system", "libsql"],
};
export type Tier = keyof typeof TIERS;

/**
 * The test projects that a command line for vitest may run, and that command line: without a
 * project in it, it gets those of the tier.
 */
export function wantedProjects(
	args: string[],
	tier: Tier,
): { projects: string[]; args: string[] } {
	const named = args.flatMap((arg, index) => {
		if (arg === "--project") return [args[index + 1] ?? ""];
		return arg.startsWith("--project=") ? [arg.slice("--project=".length)] : [];
	});
	if (named.length === 0)
		return {
			projects: TIERS[tier],
			args: [...args, ...TIERS[tier].map((name) => `--project=${name}`)],
		};
	const all = Object.values(TIERS).flat();
	// A pattern such as "!web" is vitest's to understand; preparing too much does no harm.
	return {
		projects: named.every((name) => all.includes(name)) ? named : all,
		args,
	};
}
