import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

const CONFIRMED_MS = 2_000;

/** Lines to take elsewhere; they are selected where the browser lets no page copy. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
	const block = useRef<HTMLPreElement>(null);
	const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
	useEffect(() => {
		if (state !== "copied") return;
		const timer = setTimeout(() => setState("idle"), CONFIRMED_MS);
		return () => clearTimeout(timer);
	}, [state]);

	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(code);
			setState("copied");
		} catch {
			if (block.current !== null)
				getSelection()?.selectAllChildren(block.current);
			setState("refused");
		}
	}

	return (
		<div className="flex flex-col gap-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<p className="font-semibold">{label}</p>
				<Button onClick={copy} aria-label={`Copy: ${label}`}>
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
