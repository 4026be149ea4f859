/** What the platform has and the browser's types do not know: tests compile with the latter. */
declare class HTMLRewriter {
	on(
		selector: string,
		handlers: {
			element(
				element: Record<
					"setInnerContent" | "replace" | "before" | "after",
					(content: string, options: { html: boolean }) => HTMLRewriterElement
				>,
			): void;
		},
	): this;
	transform(response: Response): Response;
}

type HTMLRewriterElement = {
	after(content: string, options: { html: boolean }): HTMLRewriterElement;
};

interface CacheStorage {
	readonly default: Cache;
}
/** As much of jsdom as the tests use; it brings no types of its own. */
declare module "jsdom" {
	export class JSDOM {
		constructor(text: string, options?: { contentType?: string });
		readonly window: { readonly document: Document };
	}
}
