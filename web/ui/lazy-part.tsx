import { type ComponentType, createElement, lazy } from "react";

/** A chunk of the app that could not be loaded: the connection is gone, or a newer version has replaced it. */
export class ChunkLoadError extends Error {}

/** Long enough for a server that is being replaced. */
const RETRY_AFTER_MS = 1_000;

const failed = new Set<() => void>();

/** Lets every chunk that could not be loaded be requested again. */
export function resetFailedChunks(): void {
	for (const reset of failed) reset();
	failed.clear();
}

/**
 * A component whose chunk is loaded when it is first shown, and a second time if that fails. Unlike
 * React's `lazy` it does not keep a failure: after `resetFailedChunks` it is loaded again. Throws
 * `ChunkLoadError` while rendering.
 */
export function lazyComponent<Props extends object>(
	load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
	let component: ComponentType<Props> | null = null;

	async function fetchChunk(): Promise<{ default: ComponentType<Props> }> {
		try {
			return await load().catch(() => loadAgain(load));
		} catch (cause) {
			failed.add(() => {
				component = null;
			});
			throw new ChunkLoadError("A part of the page was not loaded", { cause });
		}
	}

	// biome-ignore lint/correctness/noComponentHookFactories: like React's `lazy`, it is called outside of components, once for each chunk.
	return function LazyComponent(props: Props) {
		component ??= lazy(fetchChunk) as unknown as ComponentType<Props>;
		return createElement(component, props);
	};
}

async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
	await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
	return load();
}
