import { useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

/** Lines to take elsewhere; they are selected where the browser lets no page copy. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
	const block = useRef<HTMLPreElement>(null);
	const { state, copy } = useCopy();

	async function take(): Promise<void> {
		if ((await copy(code)) === "refused" && block.current !== null)
			getSelection()?.selectAllChildren(block.current);
	}

	return (
		<div className="flex flex-col gap-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<p className="font-semibold">{label}</p>
				<Button onClick={take} aria-label={`Copy: ${label}`}>
					<Icon name={state === "copied" ? "check" : "link"} />
					{state === "copied" ? "Copied" : "Copy"}
				</Button>
			</div>
			<pre
				ref={block}
				className="border border-line bg-raised p-4 text-sm wrap-anywhere whitespace-pre-wrap"
			>
				<code>{code}</code>
			</pre>
			<p role="status" className="text-sm text-muted empty:hidden">
				{state === "copied" && <span className="sr-only">Copied</span>}
				{state === "refused" &&
					"Your browser does not let pages copy. The lines are selected: copy them by hand."}
			</p>
		</div>
	);
}
