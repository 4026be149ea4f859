import { type ReactNode, useEffect, useRef } from "react";

/** The page's h1. After a navigation it takes the focus, so that it is announced. */
export function PageHeading({
	children,
	className = "font-serif text-2xl font-semibold sm:text-3xl",
}: {
	children: ReactNode;
	className?: string;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (shouldFocusHeading()) heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<h1 ref={heading} tabIndex={-1} className={className}>
			{children}
		</h1>
	);
}

let pending = false;
let has_navigated = false;

/** The next heading that is shown takes the focus. */
export function focusNextHeading(): void {
	pending = true;
	has_navigated = true;
}

/** Whether a heading that has just been shown should take the focus. */
function shouldFocusHeading(): boolean {
	if (pending) {
		pending = false;
		return true;
	}
	// A loading page's heading leaves with the focus; the final one takes it over.
	return has_navigated && document.activeElement === document.body;
}

const SITE = "BS Detector";

let page = "";
let progress: string | null = null;

function write(): void {
	const title = page === "" ? SITE : `${page} · ${SITE}`;
	document.title = progress === null ? title : `(${progress}) ${title}`;
}

/** Sets the tab's title. */
export function useDocumentTitle(title: string): void {
	useEffect(() => {
		page = title;
		write();
	}, [title]);
}

/** Puts a running analysis before the page's name in the tab's title. */
export function useTitleProgress(text: string | null): void {
	useEffect(() => {
		progress = text;
		write();
		return () => {
			progress = null;
			write();
		};
	}, [text]);
}
