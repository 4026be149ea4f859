import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import type { VideoId } from "#contract/ids.ts";
import type {
	AnswerTo,
	CallProvider,
	ProviderRequest,
} from "#pipeline/provider-request.ts";

type Rpc = {
	ready(): Promise<void>;
	call(request: ProviderRequest): Promise<unknown>;
};

/** One object may have six connections that await headers, so it is given no more calls. */
export const CALLS_PER_OBJECT = 6;

/**
 * Spreads a video's provider calls over as many objects as they need, so that
 * all of them run at once although each object's connections are few. A new
 * object costs its disk several syncs, so those that `most_ratings` at once will
 * need are made while the model still reads the transcript.
 */
export function providerCallers(
	namespace: DurableObjectNamespace,
	video_id: VideoId,
	most_ratings: number,
): CallProvider {
	const inFlight: number[] = [];
	let prepared = false;

	const objectOf = (shard: number) =>
		namespace.get(
			namespace.idFromName(`${video_id}:${shard}`),
		) as unknown as Rpc;

	/** One after the other, so that the calls under way are not held up. */
	async function prepare(): Promise<void> {
		for (let shard = 0; shard * CALLS_PER_OBJECT < most_ratings; shard++)
			await objectOf(shard).ready();
	}

	return async <R extends ProviderRequest>(request: R) => {
		const shard = freeShard(inFlight);
		inFlight[shard] = (inFlight[shard] ?? 0) + 1;
		try {
			const answer = objectOf(shard).call(request);
			if (request.kind !== "rate" && !prepared) {
				prepared = true;
				// What could not be made now is made by the call that needs it.
				prepare().catch(() => {});
			}
			return (await answer) as AnswerTo<R>;
		} finally {
			inFlight[shard] = (inFlight[shard] ?? 1) - 1;
		}
	};
}

function freeShard(inFlight: number[]): number {
	const free = inFlight.findIndex((calls) => calls < CALLS_PER_OBJECT);
	return free === -1 ? inFlight.length : free;
}
