import type { VideoId } from "#contract/ids.ts";
import type {
	AnswerTo,
	CallProvider,
	ProviderRequest,
} from "#pipeline/provider-request.ts";

type Rpc = { call(request: ProviderRequest): Promise<unknown> };

/** One object may have six connections that await headers, so it is given no more calls. */
export const CALLS_PER_OBJECT = 6;

/**
 * Spreads a video's provider calls over as many objects as they need, so that
 * all of them run at once although each object's connections are few.
 */
export function providerCallers(
	namespace: DurableObjectNamespace,
	video_id: VideoId,
): CallProvider {
	const inFlight: number[] = [];
	return async <R extends ProviderRequest>(request: R) => {
		const shard = freeShard(inFlight);
		inFlight[shard] = (inFlight[shard] ?? 0) + 1;
		try {
			const name = `${video_id}:${shard}`;
			const stub = namespace.get(namespace.idFromName(name)) as unknown as Rpc;
			return (await stub.call(request)) as AnswerTo<R>;
		} finally {
			inFlight[shard] = (inFlight[shard] ?? 1) - 1;
		}
	};
}

function freeShard(inFlight: number[]): number {
	const free = inFlight.findIndex((calls) => calls < CALLS_PER_OBJECT);
	return free === -1 ? inFlight.length : free;
}
