import { ApiProblem } from "#web/api/api-problem.ts";
import { useAuth } from "./auth-context.ts";

/** Whether the server requires a new sign-in before it performs this action. */
export function wantsFreshSignIn(thrown: unknown): thrown is ApiProblem {
	return thrown instanceof ApiProblem && thrown.code === "sign_in_again";
}

/**
 * Runs a call. If the last sign-in is too old for it, asks for a new one and runs the call again.
 */
export function useFreshSignIn() {
	const { promptSignIn } = useAuth();
	return async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
		try {
			return await call();
		} catch (thrown) {
			if (!wantsFreshSignIn(thrown)) throw thrown;
			if (!(await promptSignIn(thrown.message))) throw thrown;
			return call();
		}
	};
}
