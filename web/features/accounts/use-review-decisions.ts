import { useEffect, useRef, useState } from "react";
import { problemText } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import { useRecount } from "#web/api/waiting-reviews.ts";
import { useFreshSignIn } from "./use-fresh-sign-in.ts";

/**
 * What an admin decides about the items of a list, one at a time. `path` is the address of an item
 * without its id, and `doneWords` says what a decision did.
 */
export function useReviewDecisions<Decision extends object>(
	path: string,
	reload: () => Promise<unknown>,
	doneWords: (decision: Decision) => string,
) {
	const [busy, setBusy] = useState<string | null>(null);
	const [result, setResult] = useState<{ done?: string; failed?: string }>({});
	const freshly = useFreshSignIn();
	const recount = useRecount();
	const ref = useRef<HTMLParagraphElement>(null);

	useEffect(() => {
		// The decided item has disappeared with its button, which had the focus.
		if (result.done !== undefined) ref.current?.focus();
	}, [result]);

	async function decide(id: string, decision: Decision): Promise<void> {
		if (busy !== null) return;
		setBusy(id);
		setResult({});
		try {
			const address = `${path}/${encodeURIComponent(id)}`;
			await freshly(() => request(address, { method: "POST", body: decision }));
			await Promise.all([reload(), recount()]);
			setResult({ done: doneWords(decision) });
		} catch (thrown) {
			setResult({ failed: problemText(thrown) });
		} finally {
			setBusy(null);
		}
	}

	/** `busy` is the id of the item that is being decided. */
	return { busy, outcome: { ref, ...result }, decide, forget: () => setResult({}) };
}
