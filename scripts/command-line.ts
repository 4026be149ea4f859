import { type ParseArgsConfig, parseArgs } from "node:util";

/** Exits a command with an error message. */
export function refuse(message: string): never {
	console.error(message);
	process.exit(2);
}

/** Prints the usage and exits if the arguments ask for help, so that nothing else is done. */
export function answerHelp(usage: string): void {
	if (!process.argv.slice(2).some((it) => it === "--help" || it === "-h")) return;
	console.log(usage);
	process.exit(0);
}

/** Parses the command line. Prints the usage and exits for `--help` and invalid arguments. */
export function readCommandLine<const T extends ParseArgsConfig>(
	usage: string,
	config: T,
): ReturnType<typeof parseArgs<T>> {
	answerHelp(usage);
	try {
		return parseArgs(config);
	} catch (error) {
		const [said] = (error instanceof Error ? error.message : "").split(". ");
		return refuse(`${said}.\n${usage}`);
	}
}

/** Parses a non-negative integer. */
export function countOf(name: string, value: string): number {
	if (/^\d{1,9}$/.test(value)) return Number(value);
	return refuse(`--${name} takes a whole number, not "${value}".`);
}
