import { type SubmitEvent, useState } from "react";
import { ApiProblem, problemText } from "./api-problem.ts";

type SubmissionState = {
	busy: boolean;
	/** Why the server refused, or null. */
	error: string | null;
	/** The code of the server's problem, or null. */
	code: string | null;
	/** Messages keyed by field, for example "password/next". */
	fields: Record<string, string>;
	/** Whether the last call succeeded. */
	done: boolean;
};

export type Submission = SubmissionState & {
	/** Runs a call. Returns whether it succeeded. */
	run: (call: () => Promise<unknown>) => Promise<boolean>;
	/** Makes a form's submit handler, which runs a call with the form's texts by name. */
	onSubmit: (
		call: (text: (name: string) => string, form: HTMLFormElement) => Promise<unknown>,
	) => (event: SubmitEvent<HTMLFormElement>) => void;
	/** Forgets the outcome of the last call. */
	clear: () => void;
};

const IDLE: SubmissionState = { busy: false, error: null, code: null, fields: {}, done: false };

/**
 * The state of a form while it is submitted.
 * @param failed the message for a failure without a description, if it is not the general one
 */
export function useSubmit(failed?: string): Submission {
	const [state, setState] = useState(IDLE);
	async function run(call: () => Promise<unknown>): Promise<boolean> {
		if (state.busy) return false;
		setState({ ...IDLE, busy: true });
		try {
			await call();
			setState({ ...IDLE, done: true });
			return true;
		} catch (thrown) {
			const problem = thrown instanceof ApiProblem ? thrown : null;
			const described = problem !== null && problem.code !== "unknown";
			setState({
				...IDLE,
				error: described || !failed ? problemText(thrown, failed) : failed,
				code: problem?.code ?? null,
				fields: problem?.fields ?? {},
			});
			return false;
		}
	}
	return {
		...state,
		run,
		onSubmit: (call) => (event) => {
			event.preventDefault();
			const form = event.currentTarget;
			const given = new FormData(form);
			void run(() => call((name) => String(given.get(name) ?? ""), form));
		},
		clear: () => setState(IDLE),
	};
}
