import { ProblemError } from "#http/problems.ts";
import { DayLedger } from "#objects/day-ledger.ts";
import { ProviderLimiter } from "#objects/provider-limiter.ts";
import { Quota } from "#objects/quota.ts";
import { SourceLimiter } from "#objects/source-limiter.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { type Context, createContext } from "./context.ts";
import { lazyObject } from "./lazy-object.ts";

export { DayLedger, ProviderLimiter, Quota, SourceLimiter };

export const NotificationBell = lazyObject(
	async () => (await import("#objects/notification-bell.ts")).NotificationBell,
	{ fetch: true, publish: true, recheck: true },
);

export const ProviderCaller = lazyObject(
	async () => (await import("#objects/provider-caller.ts")).ProviderCaller,
	{ call: true, findCopy: true, read: true, ready: true, reopen: true, search: true, test: true },
);

export const VideoAnalysis = lazyObject(
	async () => (await import("#objects/video-analysis.ts")).VideoAnalysis,
	{
		alarm: true,
		fetch: true,
		join: true,
		live: true,
		start: true,
		tail: true,
		takeDown: true,
		takenDown: true,
		wake: true,
	},
);

const app = createApp();

export default {
	fetch: (request, env, ctx) => app.fetch(request, env, ctx),

	async scheduled({ scheduledTime }, env) {
		const context = contextIfConfigured(env);
		if (!context) return;
		const { everyMinute } = await import("./every-minute.ts");
		await everyMinute(context, new Date(scheduledTime));
	},
} satisfies ExportedHandler<Bindings>;

/**
 * Returns null if a setting is invalid. Every request reports the setting, and the cron job has
 * nobody to report it to.
 */
function contextIfConfigured(env: Bindings): Context | null {
	try {
		return createContext(env);
	} catch (error) {
		if (error instanceof ProblemError) return null;
		throw error;
	}
}
