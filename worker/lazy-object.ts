import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "./bindings.ts";

type ObjectClass<T> = new (ctx: DurableObjectState, env: Bindings) => T;

/** The names of the methods that a class defines. */
type MethodNames<T> = Exclude<
	{
		[K in keyof T]-?: T extends Record<K, (...args: never[]) => unknown> ? K : never;
	}[keyof T] &
		string,
	"__DURABLE_OBJECT_BRAND"
>;

/**
 * A Durable Object class whose code is loaded when an object is made: the worker that answers a
 * page evaluates none of it. `methods` names all of its methods, so that each can be called; no
 * call is delivered before the object is there.
 */
export function lazyObject<T>(
	load: () => Promise<ObjectClass<T>>,
	methods: Record<MethodNames<T>, true>,
): ObjectClass<DurableObject<Bindings>> {
	class LazyObject extends DurableObject<Bindings> {
		loaded: T | null = null;

		constructor(ctx: DurableObjectState, env: Bindings) {
			super(ctx, env);
			ctx.blockConcurrencyWhile(async () => {
				const Loaded = await load();
				this.loaded = new Loaded(ctx, env);
			});
		}
	}
	for (const method of Object.keys(methods) as (keyof T & string)[])
		Object.defineProperty(LazyObject.prototype, method, {
			value(this: LazyObject, ...args: unknown[]) {
				const { loaded } = this;
				const call = loaded?.[method] as (...args: unknown[]) => unknown;
				return call.apply(loaded, args);
			},
		});
	return LazyObject;
}
