import { ApiProblem } from "#web/api/api-problem.ts";
import { useAuth } from "./auth-context.ts";

/** Whether the server wants the member to sign in again before it does this. */
export function wantsFreshSignIn(thrown: unknown): thrown is ApiProblem {
	return thrown instanceof ApiProblem && thrown.code === "sign_in_again";
}

/** Runs a call; if the last sign-in is too old for it, asks for a new one and runs it again. */
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
