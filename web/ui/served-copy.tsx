import { useLayoutEffect, useRef } from "react";

/**
 * Copies of what an element contains, if the server sent it; otherwise none. Buttons need the app,
 * so those of the copy are disabled.
 */
export function copyServed(id: string): Node[] {
	if (document.documentElement.dataset.hydrated === undefined) return [];
	const copy = document.getElementById(id)?.cloneNode(true);
	if (!(copy instanceof HTMLElement)) return [];
	for (const button of copy.querySelectorAll<HTMLButtonElement>("button[type=button]"))
		button.disabled = true;
	return [...copy.childNodes];
}

/** Shows the page as the server sent it, where the app cannot show it in this browser. */
export function ServedCopy({ nodes }: { nodes: Node[] }) {
	const place = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		place.current?.replaceChildren(...nodes);
		// What only scripts can open is shown.
		delete document.documentElement.dataset.scripts;
	}, [nodes]);
	return (
		<>
			<div className="page-width py-3">
				<p role="alert" className="note px-3 py-2 text-sm">
					<strong className="font-semibold">
						Part of this page does not work in this browser.
					</strong>{" "}
					You can read the page and follow its links. A newer version of the browser shows all of
					it.
				</p>
			</div>
			<div ref={place} className="contents" />
		</>
	);
}
