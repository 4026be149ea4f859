import { useCallback, useState } from "react";
import { buttonClass } from "#web/ui/button.tsx";
import { CodeBlock } from "#web/ui/copy-field.tsx";

const NAME = "Check with BS Detector";

/** A bookmark that opens this site with the video that the visitor is watching. */
export function Bookmarklet() {
	const link = bookmarkletLink(window.location.origin);
	const [pressed, setPressed] = useState(false);
	// React refuses such links, because most of them are an attack. This one is ours and only to be
	// dragged: a click on this page explains that and does nothing else.
	const hold = useCallback(
		(anchor: HTMLAnchorElement) => {
			const explain = (event: MouseEvent) => {
				event.preventDefault();
				setPressed(true);
			};
			anchor.setAttribute("href", link);
			anchor.addEventListener("click", explain);
			return () => anchor.removeEventListener("click", explain);
		},
		[link],
	);
	return (
		<div className="flex flex-col gap-5">
			<p>
				On a computer, drag this into the bookmarks bar. Press it there while
				you watch a video: its link comes here, ready to be analyzed.
			</p>
			<div className="flex flex-col gap-2">
				<a
					href="#bookmarklet"
					ref={hold}
					draggable
					className={buttonClass("secondary", "cursor-grab self-start")}
				>
					{NAME}
				</a>
				<p role="status" className="text-sm font-semibold empty:hidden">
					{pressed &&
						"It works from the bookmarks bar: drag it there, or copy the text below."}
				</p>
			</div>
			<p>
				On a phone, or without a bookmarks bar: bookmark any page, edit the
				bookmark, and put this in the place of its address.
			</p>
			<CodeBlock label="Address of the bookmark" code={link} />
		</div>
	);
}

/**
 * A bookmark that opens this site with the link of the current page. `void` keeps that page as it
 * is, so the video goes on.
 */
function bookmarkletLink(origin: string): string {
	const target = `'${origin}/?url='+encodeURIComponent(location.href)`;
	return `javascript:void(open(${target}))`;
}
