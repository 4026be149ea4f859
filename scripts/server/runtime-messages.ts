/** workerd's message for a connection that cannot be made, and the host that it names. */
const UNREACHABLE =
	/^workerd\/\S+: error: .*(DNS lookup failed|Connection refused|(?:Network|Host) is unreachable|No route to host|Connection timed out).*?(?:params\.host = ([^;\s]+)|$)/;
const STACK = /^stack: /;
/** Further hosts are not told apart; a crawl of dead links would fill the console. */
const MAX_HOSTS = 200;

/**
 * Prints the lines of workerd's standard error. A host that cannot be reached is printed once, in
 * one line without addresses of the program; everything else as it is.
 */
export function runtimePrinter(print: (line: string) => void): (line: string) => void {
	const printed = new Set<string>();
	let skips_stack = false;
	return (line) => {
		if (skips_stack && STACK.test(line)) return;
		const [, reason, host] = UNREACHABLE.exec(line) ?? [];
		skips_stack = reason !== undefined;
		if (reason === undefined) return print(line);
		const said = `${host ?? "An address"} cannot be reached: ${reason}.`;
		if (printed.has(said) || printed.size >= MAX_HOSTS) return;
		printed.add(said);
		print(said);
	};
}
