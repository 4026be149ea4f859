// An entry round the built worker, which it finds beside itself: it counts what a video's object
// is asked, and can end the object as a crash does.
import worker, * as product from "./index.js";

const asked = { streams: 0, tails: 0, tails_from_ms: 0, tails_to_ms: 0 };

export class VideoAnalysis extends product.VideoAnalysis {
	fetch(request) {
		asked.streams++;
		return super.fetch(request);
	}

	tail(request) {
		asked.tails++;
		asked.tails_to_ms = Date.now();
		asked.tails_from_ms ||= asked.tails_to_ms;
		return super.tail(request);
	}

	crash() {
		this.ctx.abort("crash");
	}
}

export const {
	DayLedger,
	NotificationBell,
	ProviderCaller,
	ProviderLimiter,
	Quota,
	SourceLimiter,
} = product;

export default {
	async fetch(request, env, ctx) {
		const { pathname, searchParams } = new URL(request.url);
		if (pathname === "/_asked") return Response.json(asked);
		if (pathname !== "/_crash") return worker.fetch(request, env, ctx);
		const id = env.VIDEO_ANALYSIS.idFromName(searchParams.get("video"));
		await env.VIDEO_ANALYSIS.get(id)
			.crash()
			.catch(() => {});
		return new Response();
	},
};
