/** Platform APIs missing from the browser's types, with which the tests compile. */
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
/** The part of jsdom that the tests use; it has no types of its own. */
declare module "jsdom" {
	export class JSDOM {
		constructor(text: string, options?: { contentType?: string });
		readonly window: { readonly document: Document };
	}
}
