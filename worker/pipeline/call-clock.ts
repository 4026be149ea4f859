import { OutboundError } from "./outbound.ts";

/** Ends one outside call: by the caller's wish at any time, by its deadline once that is set. */
export type CallClock = {
	/** Its reason, once aborted, is an OutboundError. */
	signal: AbortSignal;
	startDeadline: (timeout_ms: number) => void;
	/** Lets go of timer and listener; the signal stays as it is. */
	stop: () => void;
};

export function createCallClock(caller: AbortSignal | null): CallClock {
	const controller = new AbortController();
	let timer: ReturnType<typeof setTimeout> | null = null;

	const stop = () => {
		if (timer !== null) clearTimeout(timer);
		caller?.removeEventListener("abort", onCallerAbort);
	};
	const end = (error: OutboundError) => {
		stop();
		controller.abort(error);
	};
	const onCallerAbort = () =>
		end(new OutboundError("aborted", "The call was stopped."));

	if (caller?.aborted) onCallerAbort();
	else caller?.addEventListener("abort", onCallerAbort, { once: true });

	return {
		signal: controller.signal,
		stop,
		startDeadline: (timeout_ms) => {
			if (controller.signal.aborted) return;
			timer = setTimeout(
				() =>
					end(
						new OutboundError(
							"timeout",
							`No answer within ${timeout_ms / 1_000} s.`,
						),
					),
				timeout_ms,
			);
		},
	};
}
