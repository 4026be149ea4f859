import {
	type RefObject,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { useSearchParams } from "react-router-dom";
import { findLink, sharedLink } from "#web/features/analysis/find-link.ts";

/**
 * The link in the home page's field. A link that is pasted anywhere on the page, or that came with
 * the address, only fills the field: an analysis is published under the member's name, so it starts
 * with a click or Enter.
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
	useLayoutEffect(() => {
		const before = readPrehydrationField();
		if (before === null) return;
		if (before.link) setUrl(before.link);
		if (before.focused) field.current?.focus({ preventScroll: true });
		// After the next microtask the form contains the link.
		if (before.sent) queueMicrotask(() => field.current?.form?.requestSubmit());
	}, [field]);
	usePastedLink((link) => {
		setUrl(link);
		setPasted(link);
		field.current?.scrollIntoView({ block: "center" });
		field.current?.focus({ preventScroll: true });
	});
	return { url, setUrl, filled: url !== "" && [shared, pasted].includes(url) };
}

/** Elements in which a paste has another meaning. */
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

/** What a visitor entered into the page's own field before the app replaced it. */
type PrehydrationField = {
	link: string;
	focused: boolean;
	/** The form was submitted; the app has to start the analysis. */
	sent: boolean;
};

let field: HTMLInputElement | null = null;
let focused = false;
let sent = false;

/** Must be called before the app renders into the page, which may have come with a form. */
export function watchPrehydrationField(root: ParentNode): void {
	const served = root.querySelector<HTMLInputElement>('input[name="url"]');
	if (served === null) return;
	field = served;
	focused = served === document.activeElement;
	served.addEventListener("focus", () => {
		focused = true;
	});
	served.addEventListener("blur", () => {
		// Removing the field from the page also fires "blur"; it is removed once the microtasks
		// have run.
		queueMicrotask(() => {
			if (served.isConnected) focused = false;
		});
	});
	served.form?.addEventListener("submit", (event) => {
		event.preventDefault();
		sent = true;
	});
}

/** Returns the values once; null if the page came without such a field. */
export function readPrehydrationField(): PrehydrationField | null {
	if (field === null) return null;
	const value = { link: field.value, focused, sent };
	field = null;
	return value;
}
