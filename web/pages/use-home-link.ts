import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import { takeServedField } from "#web/features/analyze/served-field.ts";
import { sharedLink } from "#web/features/analyze/shared-link.ts";
import { usePastedLink } from "#web/features/analyze/use-pasted-link.ts";

/**
 * The link in the home page's field. One that is pasted anywhere starts: the
 * visitor has just done it here. One from the address waits for a press, since
 * whoever made the address may be somebody else, and an analysis is published
 * under the member's name.
 */
export function useHomeLink(field: RefObject<HTMLInputElement | null>) {
	const [params] = useSearchParams();
	const shared = sharedLink(params);
	const [url, setUrl] = useState(shared);
	useEffect(() => {
		if (shared === "") return;
		setUrl(shared);
		const submit = field.current?.form?.querySelector("button");
		submit?.focus({ preventScroll: true });
	}, [shared, field]);
	useLayoutEffect(() => {
		const before = takeServedField();
		if (before === null) return;
		if (before.link) setUrl(before.link);
		if (before.focused) field.current?.focus({ preventScroll: true });
		// With the next microtask the form holds the link.
		if (before.sent) queueMicrotask(() => field.current?.form?.requestSubmit());
	}, [field]);
	usePastedLink((link) => {
		// The form sends what it holds, so the link has to be in it first.
		flushSync(() => setUrl(link));
		field.current?.scrollIntoView({ block: "center" });
		field.current?.form?.requestSubmit();
	});
	return { url, setUrl, brought: shared !== "" && url === shared };
}
