import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const CONFIRMED_MS = 2_000;

type State = "idle" | "copied" | "refused";

/** Copies the report's address. */
export function CopyLink({ path }: { path: string }) {
	const [state, setState] = useState<State>("idle");
	const url = new URL(path, window.location.origin).href;
	useEffect(() => {
		if (state !== "copied") return;
		const timer = setTimeout(() => setState("idle"), CONFIRMED_MS);
		return () => clearTimeout(timer);
	}, [state]);

	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(url);
			setState("copied");
		} catch {
			setState("refused");
		}
	}

	return (
		<>
			<Button onClick={copy}>
				<Icon name={state === "copied" ? "check" : "link"} />
				{state === "copied" ? "Link Copied" : "Copy Link"}
			</Button>
			<span role="status" className="sr-only">
				{state === "copied" && "Link copied"}
			</span>
			{state === "refused" && (
				<label className="flex w-full flex-col gap-1 text-sm">
					Your browser does not let pages copy. Copy it from here:
					<input
						readOnly
						value={url}
						onFocus={(event) => event.currentTarget.select()}
						className="h-11 rounded-md border border-rule bg-ground px-3"
					/>
				</label>
			)}
		</>
	);
}
