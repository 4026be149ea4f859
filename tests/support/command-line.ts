import { type ParseArgsConfig, parseArgs } from "node:util";

/** Ends a command that was asked for what it cannot do. */
export function refuse(message: string): never {
	console.error(message);
	process.exit(2);
}

/** What a command was called with. `--help`, or what it does not know, ends it with its usage. */
export function readCommandLine<const T extends ParseArgsConfig>(
	usage: string,
	config: T,
): ReturnType<typeof parseArgs<T>> {
	if (process.argv.slice(2).some((it) => it === "--help" || it === "-h")) {
		console.log(usage);
		process.exit(0);
	}
	try {
		return parseArgs(config);
	} catch (error) {
		const [said] = (error instanceof Error ? error.message : "").split(". ");
		return refuse(`${said}.\n${usage}`);
	}
}

/** A whole number that is not negative. */
export function countOf(name: string, value: string): number {
	if (/^\d{1,9}$/.test(value)) return Number(value);
	return refuse(`--${name} takes a whole number, not "${value}".`);
}
