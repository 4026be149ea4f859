import type { Db } from "#db/client.ts";
import { createQuotas } from "#identity/quota.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Context } from "#worker/context.ts";

/** The context as what is not a function of it yet wants it. */
export type Base = Omit<Context, "db" | "now"> & {
	env: Bindings;
	db: Db;
	/** What is counted here is told to the caller. */
	quota: ReturnType<typeof createQuotas>;
	/** ISO 8601. */
	now: () => string;
};

export function composeBase(env: Bindings, context: Context): Base {
	return {
		...context,
		env,
		db: context.db.primary,
		quota: createQuotas(env.QUOTA, context.counted),
		now: () => context.now().toISOString(),
	};
}
