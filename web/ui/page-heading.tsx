import { type ReactNode, useEffect, useRef } from "react";

/** The page's h1. It takes the focus after a navigation, so that screen readers announce it. */
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

/** Makes the next heading that is shown take the focus. */
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
	// The heading of a loading page disappears with the focus, so the final heading takes the focus
	// again.
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

/** Prepends a running analysis to the tab's title. */
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
