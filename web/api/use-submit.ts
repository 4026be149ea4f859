import { useState } from "react";
import { ApiProblem, problemText } from "./api-problem.ts";

export type Submission = {
	busy: boolean;
	/** Why the server refused, or null. */
	error: string | null;
	/** Messages keyed by field, for example "password/next". */
	fields: Record<string, string>;
	/** Whether the last call succeeded. */
	done: boolean;
	/** Runs a call. Returns whether it succeeded. */
	run: (call: () => Promise<unknown>) => Promise<boolean>;
};

const IDLE = { busy: false, error: null, fields: {}, done: false };

/** The state of a form while it is submitted. */
export function useSubmit(): Submission {
	const [state, setState] = useState<Omit<Submission, "run">>(IDLE);
	async function run(call: () => Promise<unknown>): Promise<boolean> {
		if (state.busy) return false;
		setState({ ...IDLE, busy: true });
		try {
			await call();
			setState({ ...IDLE, done: true });
			return true;
		} catch (thrown) {
			const fields = thrown instanceof ApiProblem ? thrown.fields : {};
			setState({ ...IDLE, error: problemText(thrown), fields });
			return false;
		}
	}
	return { ...state, run };
}
