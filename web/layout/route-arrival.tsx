import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { announceArrival } from "../ui/arrival.ts";

/** On a new page: to its top, and the focus to its heading. Stands before the page in the tree, so that it acts first. */
export function RouteArrival() {
	const { pathname, hash } = useLocation();
	const type = useNavigationType();
	const last = useRef(pathname);
	useEffect(() => {
		if (last.current === pathname) return;
		last.current = pathname;
		delete document.documentElement.dataset.takenOver;
		announceArrival();
		// Going back, the browser finds the old place itself.
		if (type !== "POP" && hash === "") window.scrollTo(0, 0);
	}, [pathname, hash, type]);
	return null;
}
