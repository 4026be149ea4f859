import { type ComponentType, createElement, lazy, type ReactNode } from "react";

/**
 * A chunk of the app could not be loaded, because the connection is lost or a newer version has
 * replaced it.
 */
export class ChunkLoadError extends Error {}

/** Long enough for a server restart. */
const RETRY_AFTER_MS = 1_000;

const failed = new Set<() => void>();

/** Allows all failed chunks to be requested again. */
export function resetFailedChunks(): void {
	for (const reset of failed) reset();
	failed.clear();
}

/**
 * Loaders of named components. A component is registered when the file that defines it is loaded.
 */
const named = new Map<string, () => Promise<void>>();

/** Called with the name of each named component that is rendered. */
let onRender: ((name: string) => void) | null = null;

/**
 * A component whose chunk is loaded when it is first rendered, with one retry. Unlike React's
 * `lazy` it does not keep a failure: after `resetFailedChunks` it is loaded again. Throws
 * `ChunkLoadError` while rendering. Server-rendered pages can contain only named components.
 */
export function lazyComponent<Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	name?: string,
): ComponentType<Props> {
	let render: ((props: Props) => ReactNode) | null = null;

	async function fetchChunk() {
		try {
			const Loaded = await load().catch(() => loadAgain(load));
			return { default: ({ given }: { given: Props }) => createElement(Loaded, given) };
		} catch (cause) {
			failed.add(() => {
				render = null;
			});
			throw new ChunkLoadError("A part of the page was not loaded", { cause });
		}
	}

	function openLazily(): (props: Props) => ReactNode {
		const Part = lazy(fetchChunk);
		return (given) => <Part given={given} />;
	}

	if (name !== undefined)
		named.set(name, async () => {
			const loaded = await load();
			render ??= (props) => createElement(loaded, props);
		});

	// biome-ignore lint/correctness/noComponentHookFactories: like React's `lazy`, it is called outside of components, once for each chunk.
	return function LazyComponent(props: Props) {
		if (name !== undefined) onRender?.(name);
		render ??= openLazily();
		return render(props);
	};
}

async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
	await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
	return load();
}

/**
 * Loads the chunks of these components, so that they render synchronously. A component within
 * another's chunk is registered when that chunk is loaded.
 */
export async function loadParts(names: readonly string[]): Promise<void> {
	let missing = names;
	while (missing.length > 0) {
		const known = missing.filter((name) => named.has(name));
		if (known.length === 0) throw new ChunkLoadError(`Unknown parts: ${missing.join(", ")}`);
		await Promise.all(known.map((name) => named.get(name)?.()));
		missing = missing.filter((name) => !known.includes(name));
	}
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
