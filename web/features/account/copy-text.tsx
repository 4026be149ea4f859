import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const CONFIRMED_MS = 2_000;

/** A long text to take elsewhere; it is selected where the browser lets no page copy. */
export function CopyText({ label, text }: { label: string; text: string }) {
	const field = useRef<HTMLInputElement>(null);
	const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
	useEffect(() => {
		if (state !== "copied") return;
		const timer = setTimeout(() => setState("idle"), CONFIRMED_MS);
		return () => clearTimeout(timer);
	}, [state]);

	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(text);
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
					value={text}
					onFocus={(event) => event.currentTarget.select()}
					className="h-11 min-w-48 grow rounded-md border border-dashed border-rule bg-ground px-3 font-semibold"
				/>
				<Button onClick={copy}>
					<Icon name={state === "copied" ? "check" : "link"} />
					{state === "copied" ? "Key Copied" : "Copy Key"}
				</Button>
			</div>
			<p role="status" className="text-sm empty:hidden">
				{state === "copied" && <span className="sr-only">Key copied</span>}
				{state === "refused" &&
					"Your browser does not let pages copy. The key is selected: copy it by hand."}
			</p>
		</div>
	);
}
