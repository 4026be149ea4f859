import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

const CONFIRMED_MS = 2_000;

/** A short text to take elsewhere; it is selected where the browser lets no page copy. */
export function CopyCode({ label, code }: { label: string; code: string }) {
	const field = useRef<HTMLInputElement>(null);
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
			field.current?.select();
			setState("refused");
		}
	}

	return (
		<div className="flex flex-col gap-1">
			<div className="flex flex-wrap gap-2">
				<input
					ref={field}
					readOnly
					aria-label={label}
					value={code}
					size={code.length}
					onFocus={(event) => event.currentTarget.select()}
					className="h-11 rounded-md border border-dashed border-rule bg-ground px-3 text-lg font-semibold tracking-wide"
				/>
				<Button onClick={copy}>
					<Icon name={state === "copied" ? "check" : "link"} />
					{state === "copied" ? "Code Copied" : "Copy Code"}
				</Button>
			</div>
			<p role="status" className="text-sm text-muted">
				{state === "copied" && <span className="sr-only">Code copied</span>}
				{state === "refused" &&
					"Your browser does not let pages copy. The code is selected: copy it by hand."}
			</p>
		</div>
	);
}
