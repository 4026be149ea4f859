import { useEffect } from "react";

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
