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

/** The document's own jsdom, in the tests of the web app. */
declare const jsdom: { reconfigure(options: { url: string }): void };

/** The platform's class of objects, with which the types of the objects' stubs compile. */
declare module "cloudflare:workers" {
	export abstract class DurableObject<Env = unknown> {
		__DURABLE_OBJECT_BRAND: never;
		protected ctx: DurableObjectState;
		protected env: Env;
		constructor(ctx: DurableObjectState, env: Env);
		fetch?(request: Request): Response | Promise<Response>;
		alarm?(): void | Promise<void>;
	}
}

type DurableObjectState = import("@cloudflare/workers-types").DurableObjectState;

interface DurableObjectNamespace<T extends object> {
	getByName(
		name: string,
		options?: { locationHint?: import("@cloudflare/workers-types").DurableObjectLocationHint },
	): import("@cloudflare/workers-types").Rpc.Provider<T, "fetch" | "alarm"> & {
		fetch(request: Request): Promise<Response>;
	};
}
