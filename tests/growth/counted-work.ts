import { Session } from "node:inspector";

const TypedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;

/** Built-in functions whose work is proportional to their subject's length. */
const WHOLE: [object, string[]][] = [
	[
		String.prototype,
		[
			"normalize",
			"toLowerCase",
			"toUpperCase",
			"trim",
			"trimStart",
			"trimEnd",
			"localeCompare",
			"replaceAll",
			"split",
			"isWellFormed",
			"toWellFormed",
		],
	],
	[
		Array.prototype,
		[
			"includes",
			"indexOf",
			"lastIndexOf",
			"join",
			"concat",
			"shift",
			"unshift",
			"splice",
			"reverse",
			"sort",
			"flat",
		],
	],
	[TypedArray, ["indexOf", "includes", "set"]],
];
/** Built-in functions that read from a position to their match. */
const SEARCHES = ["indexOf", "includes"];

type Any = (this: { length: number }, ...given: unknown[]) => unknown;

let session: Session | undefined;

function coverage(): Session {
	if (session) return session;
	session = new Session();
	session.connect();
	session.post("Profiler.enable");
	session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
	return session;
}

/** How many blocks of any script ran since the last call. */
function takeBlocks(): number {
	let blocks = 0;
	coverage().post("Profiler.takePreciseCoverage", (error, taken) => {
		if (error) throw error;
		for (const { functions } of taken.result)
			for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
	});
	return blocks;
}

/**
 * The work of a call, counted instead of timed: executed blocks of code, plus the characters and
 * elements read by built-in functions and regular expressions. Backtracking within a single match
 * is not counted. Only for files of the project `growth`, as it slows the process down permanently.
 */
export function countWork(call: () => void): number {
	let read = 0;
	const restore: (() => void)[] = [];
	const wrap = (of: object, name: string, by: (native: Any) => Any) => {
		const before = Object.getOwnPropertyDescriptor(of, name);
		if (!before) throw new Error(`There is no ${name}`);
		Object.defineProperty(of, name, { ...before, value: by(before.value) });
		restore.push(() => Object.defineProperty(of, name, before));
	};
	for (const [of, names] of WHOLE)
		for (const name of names)
			wrap(
				of,
				name,
				(native) =>
					function (...given) {
						read += this.length;
						return native.apply(this, given);
					},
			);
	for (const of of [Array.prototype, TypedArray])
		wrap(
			of,
			"slice",
			(native) =>
				function (...given) {
					const part = native.apply(this, given) as unknown[];
					read += part.length;
					return part;
				},
		);
	const { indexOf } = String.prototype as unknown as { indexOf: Any };
	for (const name of SEARCHES)
		wrap(
			String.prototype,
			name,
			(native) =>
				function (...given) {
					const from = Number(given[1] ?? 0);
					const at = Number(indexOf.apply(this, given));
					read += Math.max(0, (at < 0 ? this.length : at) - from);
					return native.apply(this, given);
				},
		);
	wrap(
		RegExp.prototype,
		"exec",
		(native) =>
			function (...given) {
				const pattern = this as unknown as RegExp;
				const text = String(given[0]);
				const goes_on = pattern.global || pattern.sticky;
				const from = goes_on ? pattern.lastIndex : 0;
				const match = native.apply(this, given) as RegExpExecArray | null;
				if (match) read += match.index + match[0].length - from;
				else if (!pattern.sticky) read += text.length - from;
				return match;
			},
	);
	takeBlocks();
	try {
		call();
	} finally {
		for (const undo of restore) undo();
	}
	return takeBlocks() + read;
}
