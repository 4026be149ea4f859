import { DayLedger } from "#objects/day-ledger.ts";
import { NotificationBell } from "#objects/notification-bell.ts";
import { ProviderCaller } from "#objects/provider-caller.ts";
import { Quota } from "#objects/quota.ts";
import { VideoAnalysis } from "#objects/video-analysis.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { createContext } from "./context.ts";
import { createDeps } from "./deps.ts";
import { everyMinute } from "./every-minute.ts";

export { DayLedger, NotificationBell, ProviderCaller, Quota, VideoAnalysis };

const app = createApp();

export default {
	fetch: (request, env, ctx) => app.fetch(request, env, ctx),

	async scheduled({ scheduledTime }, env) {
		const context = createContext(env);
		const deps = createDeps(env, context);
		await everyMinute(context, deps, new Date(scheduledTime));
	},
} satisfies ExportedHandler<Bindings>;
