import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What `npm start` runs, in a process of its own. */
export type StartCommand = {
	/** Everything it printed so far. */
	output: () => string;
	/** The address it said it is ready on. Rejects with its output when it ends first. */
	ready: Promise<string>;
	/** Its exit code, or the signal that ended it. */
	exited: Promise<number | string>;
	signal: (name: NodeJS.Signals) => void;
	/** To it and to all that it started, as a terminal does; only in a group of its own. */
	signalGroup: (name: NodeJS.Signals) => void;
	killGroup: () => void;
};

/**
 * `own_group` sets it apart from this process, so that all of it can be killed at once;
 * `by_npm` has npm run it, whose process the signals then reach.
 */
export function startCommand(
	env: Record<string, string>,
	{ own_group = false, by_npm = false } = {},
): StartCommand {
	const [command, ...args] = by_npm
		? ["npm", "start"]
		: [process.execPath, "--import", "tsx", "scripts/start.ts"];
	const child = spawn(command, args, {
		cwd: root,
		env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", ...env },
		stdio: ["ignore", "pipe", "pipe"],
		detached: own_group,
	});
	const signalGroup = (name: NodeJS.Signals) => {
		if (!own_group || child.pid === undefined)
			throw new Error("It has no group of its own.");
		process.kill(-child.pid, name);
	};
	let output = "";
	const exited = once(child, "exit").then(([code, signal]) => code ?? signal);
	const ready = new Promise<string>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk;
			const address = /^Ready on (\S+) /m.exec(output)?.[1];
			if (address) resolve(address);
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		exited.then(() => reject(new Error(output)));
	});
	// Who waits for the exit alone does not hear of it.
	ready.catch(() => {});
	return {
		output: () => output,
		ready,
		exited,
		signal: (name) => child.kill(name),
		signalGroup,
		killGroup: () => signalGroup("SIGKILL"),
	};
}
