import { type ComponentType, createElement, lazy } from "react";

/** A part of the program that could not be fetched: the connection is gone, or a newer version took its place. */
export class PartNotLoaded extends Error {}

/** Long enough for a server that is being replaced. */
const RETRY_AFTER_MS = 1_000;

const failed = new Set<() => void>();

/** Lets every part that could not be fetched be asked for again. */
export function forgetFailedParts(): void {
	for (const forget of failed) forget();
	failed.clear();
}

/**
 * A component whose code is fetched when it is first shown, and once more where
 * that failed. Unlike React's `lazy` it does not hold on to a failure: after
 * `forgetFailedParts` it is fetched anew. Throws `PartNotLoaded` while drawing.
 */
export function lazyPart<Props extends object>(
	load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
	let part: ComponentType<Props> | null = null;

	async function fetchPart(): Promise<{ default: ComponentType<Props> }> {
		try {
			return await load().catch(() => loadAgain(load));
		} catch (cause) {
			failed.add(() => {
				part = null;
			});
			throw new PartNotLoaded("A part of the page was not loaded", { cause });
		}
	}

	// biome-ignore lint/correctness/noComponentHookFactories: as React's own `lazy`, it is called once a part, outside of any component.
	return function LazyPart(props: Props) {
		part ??= lazy(fetchPart) as unknown as ComponentType<Props>;
		return createElement(part, props);
	};
}

async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
	await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
	return load();
}
