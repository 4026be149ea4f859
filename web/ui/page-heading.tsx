import { type ReactNode, useEffect, useRef } from "react";

/** The page's h1. After a change of route it takes the focus, so that it is read out. */
export function PageHeading({
	children,
	className = "font-serif text-2xl font-semibold sm:text-3xl",
}: {
	children: ReactNode;
	className?: string;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (takeArrival()) heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<h1 ref={heading} tabIndex={-1} className={className}>
			{children}
		</h1>
	);
}

let pending = false;
let travelled = false;

/** A new route has come up; the heading that shows next takes the focus. */
export function announceArrival(): void {
	pending = true;
	travelled = true;
}

/** Whether a heading that has just appeared should take the focus. */
function takeArrival(): boolean {
	if (pending) {
		pending = false;
		return true;
	}
	// A loading page's heading leaves with the focus; the real one follows on.
	return travelled && document.activeElement === document.body;
}

const SITE = "BS Detector";

let page = "";
let progress: string | null = null;

function write(): void {
	const title = page === "" ? SITE : `${page} · ${SITE}`;
	document.title = progress === null ? title : `(${progress}) ${title}`;
}

/** Names the page in the tab. */
export function useDocumentTitle(title: string): void {
	useEffect(() => {
		page = title;
		write();
	}, [title]);
}

/** Puts a running analysis in front of the page's name, on whichever page. */
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
