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
