import type { createSourceContext } from "#features/evidence/open-sources.ts";
import { createGrantQueue } from "#features/evidence/source-limit.ts";

export type SiteLimiter = Parameters<
	typeof createSourceContext
>[1]["SOURCE_LIMITER"];

/**
 * One queue for each source in this process, in place of the site's object. `unlimited`: recorded
 * answers need not be waited for.
 */
export function createSiteLimiter(unlimited: boolean): SiteLimiter {
	const queues = new Map<string, ReturnType<typeof createGrantQueue>>();
	const queueOf = (name: string) => {
		const queue =
			queues.get(name) ??
			createGrantQueue({
				now: () => Date.now(),
				setTimer(call, ms) {
					const timer = setTimeout(call, ms);
					return () => clearTimeout(timer);
				},
			});
		queues.set(name, queue);
		return {
			take: async (request: Parameters<typeof queue.take>[0]) =>
				unlimited ? 0 : queue.take(request),
			giveBack: async (lease: number) => queue.giveBack(lease),
			pause: async (ms: number) => queue.pause(ms),
		};
	};
	return {
		idFromName: (name: string) => name,
		get: (name: string) => queueOf(name),
	} as unknown as SiteLimiter;
}
