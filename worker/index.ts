import { ProblemError } from "#http/problems.ts";
import { DayLedger } from "#objects/day-ledger.ts";
import { NotificationBell } from "#objects/notification-bell.ts";
import { ProviderCaller } from "#objects/provider-caller.ts";
import { Quota } from "#objects/quota.ts";
import { SourceLimiter } from "#objects/source-limiter.ts";
import { VideoAnalysis } from "#objects/video-analysis.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { type Context, createContext } from "./context.ts";
import { everyMinute } from "./every-minute.ts";

export {
	DayLedger,
	NotificationBell,
	ProviderCaller,
	Quota,
	SourceLimiter,
	VideoAnalysis,
};

const app = createApp();

export default {
	fetch: (request, env, ctx) => app.fetch(request, env, ctx),

	async scheduled({ scheduledTime }, env) {
		const context = contextIfConfigured(env);
		if (context) await everyMinute(context, new Date(scheduledTime));
	},
} satisfies ExportedHandler<Bindings>;

/** Null if a setting is bad: every request names it, and the cron has nobody to answer. */
function contextIfConfigured(env: Bindings): Context | null {
	try {
		return createContext(env);
	} catch (error) {
		if (error instanceof ProblemError) return null;
		throw error;
	}
}
