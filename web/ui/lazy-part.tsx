import { type ComponentType, createElement, lazy, useReducer } from "react";
import { connected, loadAhead } from "./load-ahead.ts";
import type { Reload } from "./missing-part.tsx";
import { useTakenOver } from "./taken-over.tsx";

/** Long enough for a server restart. */
const RETRY_AFTER_MS = 1_000;

/**
 * Loaders of named components, which several files may define. A component is registered when the
 * file that defines it is loaded.
 */
const named = new Map<string, (() => Promise<void>)[]>();

/** Called with the name of each named component that is rendered. */
let onRender: ((name: string) => void) | null = null;

/** Loads what is shown instead of a component; null shows nothing. */
type Missing<Props> = (() => Promise<ComponentType<Props & { reload: Reload }>>) | null;

/** The notice in the place of a part of the page. */
export const missingPart = async () => (await import("./missing-part.tsx")).MissingPart;
/** The notice in the place of a menu or a dialog. */
export const missingLayer = async () => (await import("./missing-part.tsx")).MissingLayer;

/**
 * A component whose code is loaded when it is first rendered. If it cannot be loaded, because the
 * connection is lost or a newer version of the site has replaced it, `missing` is shown in its
 * place, and the code is loaded again when the connection is back and a few times before.
 * Server-rendered pages can contain only components with a `name`.
 */
export function lazyComponent<Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	name?: string,
	{
		ahead = false,
		missing = missingPart,
	}: {
		/** Whether a press shows it, so that it is loaded while the browser is idle. */
		ahead?: boolean;
		missing?: Missing<Props>;
	} = {},
): ComponentType<Props> {
	type Given = { given: Props; renderAgain: () => void };
	let Part: ComponentType<Given> | null = null;

	const wrap =
		(Loaded: ComponentType<Props>): ComponentType<Given> =>
		({ given }) =>
			createElement(Loaded, given);

	async function replace(): Promise<void> {
		Part = wrap(await load());
	}

	async function openMissing(): Promise<ComponentType<Given>> {
		// They are loaded soon after the page. If that failed, the placeholder stays for a while.
		const [Notice, { Retrying }] = await loadPatiently(() =>
			Promise.all([missing?.(), import("./missing-part.tsx")]),
		);
		return ({ given, renderAgain }) => (
			<Retrying load={replace} onLoad={renderAgain}>
				{(reload) => Notice && <Notice {...given} reload={reload} />}
			</Retrying>
		);
	}

	if (ahead) loadAhead(load);
	if (name !== undefined)
		named.set(name, [
			...(named.get(name) ?? []),
			async () => {
				const loaded = wrap(await load());
				Part ??= loaded;
			},
		]);

	// biome-ignore lint/correctness/noComponentHookFactories: like React's `lazy`, it is called outside of components, once for each chunk.
	return function LazyComponent(props: Props) {
		if (name !== undefined) onRender?.(name);
		const [, renderAgain] = useReducer((count: number) => count + 1, 0);
		// What the server rendered stays until then.
		const loadPart = useTakenOver() ? loadTwice : loadPatiently;
		Part ??= lazy(async () => ({ default: await loadPart(load).then(wrap, openMissing) }));
		return <Part given={props} renderAgain={renderAgain} />;
	};
}

/** Loads the code, and again after a moment. */
async function loadTwice<Part>(load: () => Promise<Part>): Promise<Part> {
	try {
		return await load();
	} catch {
		await pause(RETRY_AFTER_MS);
		return load();
	}
}

/** Loads the code, and again after each pause, when there is a connection. */
async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
	for (const pause_ms of [RETRY_AFTER_MS, 5_000, 15_000]) {
		try {
			return await load();
		} catch {
			await pause(pause_ms);
			await connected();
		}
	}
	return load();
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Loads the chunks of these components, so that they render synchronously. A component within
 * another's chunk is registered when that chunk is loaded.
 */
export async function loadParts(names: readonly string[]): Promise<void> {
	const loaders = () => names.flatMap((name) => named.get(name) ?? []);
	for (let loaded = -1; loaded < loaders().length; ) {
		loaded = loaders().length;
		await Promise.all(loaders().map((load) => load()));
	}
	const unknown = names.filter((name) => !named.has(name));
	if (unknown.length > 0) throw new Error(`Unknown parts: ${unknown.join(", ")}`);
}

/** Loads every named component. The server calls this once at the start. */
export async function loadAllParts(): Promise<void> {
	for (let loaded = -1; loaded < named.size; ) {
		loaded = named.size;
		await loadParts([...named.keys()]);
	}
}

/**
 * Returns the result of a render and the names of the lazy components in it. `render` must be
 * synchronous.
 */
export function collectParts<Result>(render: () => Result): { result: Result; parts: string[] } {
	const parts = new Set<string>();
	onRender = (name) => parts.add(name);
	try {
		return { result: render(), parts: [...parts] };
	} finally {
		onRender = null;
	}
}
