import { type RefObject, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { findLink, sharedLink } from "#web/features/analysis/find-link.ts";
import { useTypedBefore } from "#web/ui/use-typed-before.ts";

/**
 * The link in the home page's field. A link that was pasted anywhere on the page, or passed in
 * the address, only fills the field: an analysis is published under the member's name, so it must
 * be started with a click or Enter.
 */
export function useHomeLink(field: RefObject<HTMLInputElement | null>) {
	const [params] = useSearchParams();
	const shared = sharedLink(params);
	const [url, setUrl] = useState(shared);
	const [pasted, setPasted] = useState("");
	useEffect(() => {
		if (shared === "") return;
		setUrl(shared);
		const submit = field.current?.form?.querySelector("button");
		submit?.focus({ preventScroll: true });
	}, [shared, field]);
	useTypedBefore(field, setUrl);
	usePastedLink((link) => {
		setUrl(link);
		setPasted(link);
		field.current?.scrollIntoView({ block: "center" });
		field.current?.focus({ preventScroll: true });
	});
	return { url, setUrl, filled: url !== "" && [shared, pasted].includes(url) };
}

/** Elements in which a paste has another purpose. */
const IGNORED_TARGETS =
	"input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=dialog]";

/** Calls back with a link that is pasted onto the page, outside of any field. */
function usePastedLink(onLink: (link: string) => void): void {
	const latest = useRef(onLink);
	latest.current = onLink;
	useEffect(() => {
		function onPaste(event: ClipboardEvent): void {
			const { target } = event;
			if (target instanceof Element && target.closest(IGNORED_TARGETS)) return;
			const link = findLink(event.clipboardData?.getData("text/plain") ?? "");
			if (link === null) return;
			event.preventDefault();
			latest.current(link);
		}
		document.addEventListener("paste", onPaste);
		return () => document.removeEventListener("paste", onPaste);
	}, []);
}
