// An entry round the built worker, which it finds beside itself: a video's object waits long for
// its disk, and notes each event that it sends before the disk has it.
import worker, * as product from "./index.js";

const DISK_MS = 150;
const sent = { events: 0, too_early: [] };

export class VideoAnalysis extends product.VideoAnalysis {
	#ctx;
	#on_disk = 0;

	constructor(ctx, env) {
		super(ctx, env);
		this.#ctx = ctx;
		const sync = ctx.storage.sync.bind(ctx.storage);
		ctx.storage.sync = async () => {
			const written = this.#written();
			await sync();
			await scheduler.wait(DISK_MS);
			this.#on_disk = Math.max(this.#on_disk, written);
		};
	}

	async fetch(request) {
		const response = await super.fetch(request);
		if (!response.body) return response;
		const decoder = new TextDecoder();
		const watched = new TransformStream({
			transform: (chunk, controller) => {
				const ids = decoder.decode(chunk, { stream: true }).match(/^id: .*$/gm);
				for (const id of ids ?? []) {
					sent.events++;
					const seq = Number(id.split("-").at(-1));
					if (seq > this.#on_disk) sent.too_early.push(seq);
				}
				controller.enqueue(chunk);
			},
		});
		return new Response(response.body.pipeThrough(watched), response);
	}

	#written() {
		const rows = this.#ctx.storage.sql.exec("SELECT max(seq) AS seq FROM event");
		return rows.one().seq ?? 0;
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
	fetch(request, env, ctx) {
		const { pathname } = new URL(request.url);
		if (pathname === "/_sent") return Response.json(sent);
		return worker.fetch(request, env, ctx);
	},
};
