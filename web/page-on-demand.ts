import type { ComponentType } from "react";
import { lazyPart } from "./ui/lazy-part.tsx";

/** A page whose code comes when it is first shown, or before, where somebody waits for it. */
export function pageOnDemand(load: () => Promise<ComponentType>) {
	let page: ComponentType = lazyPart(async () => ({ default: await load() }));
	return {
		/** Resolves when the page can be shown at once. To be called before anything is. */
		ready: async () => {
			page = await load();
		},
		page: () => page,
	};
}
