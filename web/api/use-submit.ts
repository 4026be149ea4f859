import { useState } from "react";
import { ApiProblem, problemText } from "./api-problem.ts";

export type Sending = {
	busy: boolean;
	/** Why the server refused, or null. */
	refusal: string | null;
	/** Messages by field, e.g. "password/next". */
	fields: Record<string, string>;
	/** Whether the last call succeeded. */
	done: boolean;
	/** Runs one call after another; returns whether it succeeded. */
	run: (call: () => Promise<unknown>) => Promise<boolean>;
};

const IDLE = { busy: false, refusal: null, fields: {}, done: false };

/** The state of a form while it is submitted. */
export function useSending(): Sending {
	const [state, setState] = useState<Omit<Sending, "run">>(IDLE);
	async function run(call: () => Promise<unknown>): Promise<boolean> {
		if (state.busy) return false;
		setState({ ...IDLE, busy: true });
		try {
			await call();
			setState({ ...IDLE, done: true });
			return true;
		} catch (thrown) {
			const fields = thrown instanceof ApiProblem ? thrown.fields : {};
			setState({ ...IDLE, refusal: problemText(thrown), fields });
			return false;
		}
	}
	return { ...state, run };
}
