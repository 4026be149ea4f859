/** The environment of wrangler.toml that a command line names; "" for the site itself. */
export function environmentOf(args: readonly string[]): string {
	const at = args.findIndex((arg) => /^(--env|-e)(=|$)/.test(arg));
	if (at === -1) return "";
	const arg = args[at] ?? "";
	return arg.includes("=")
		? arg.slice(arg.indexOf("=") + 1)
		: (args[at + 1] ?? "");
}
