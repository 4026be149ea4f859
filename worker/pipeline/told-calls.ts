import type { Provider } from "#contract/ids.ts";
import type { CallProvider, ProviderRequest } from "./provider-request.ts";
import type { ProviderFailureKind } from "./providers.ts";

/** A call that brought no answer after all of its attempts, without what was asked. */
export type FailedCall = {
	step: ProviderRequest["kind"];
	provider: Provider;
	/** Empty where none was asked. */
	model: string;
	attempts: number;
	duration_ms: number;
	failure: ProviderFailureKind;
	/** The last answer's HTTP status; null where none came or the status was good. */
	status: number | null;
};

/** Makes the same calls, and tells of each that failed in the end. */
export function toldCalls(
	call: CallProvider,
	tell: (failed: FailedCall) => void,
): CallProvider {
	return async (request) => {
		const outcome = await call(request);
		if (!outcome.ok) {
			const { kind: step, provider } = request;
			const { model, attempts, duration_ms, kind: failure, status } = outcome;
			tell({ step, provider, model, attempts, duration_ms, failure, status });
		}
		return outcome;
	};
}
