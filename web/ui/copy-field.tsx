import { useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

/** A text in one line to copy; it is selected if the browser does not allow copying. */
export function CopyField({
	label,
	text,
	what,
	short = false,
}: {
	label: string;
	text: string;
	/** The button's name for it: "Code", "Key". */
	what: string;
	/** Takes only as much room as it needs. */
	short?: boolean;
}) {
	const field = useRef<HTMLInputElement>(null);
	const { state, copy } = useCopy();
	const copied = state === "copied";
	return (
		<div className="flex flex-col gap-1">
			<div className="flex flex-wrap gap-2">
				<input
					ref={field}
					readOnly
					aria-label={label}
					value={text}
					size={short ? text.length : undefined}
					onFocus={(event) => event.currentTarget.select()}
					className={`h-11 rounded-md border border-dashed border-rule bg-ground px-3 font-semibold ${short ? "text-lg tracking-wide" : "min-w-48 grow"}`}
				/>
				<Button
					onClick={async () => {
						if ((await copy(text)) === "refused") field.current?.select();
					}}
				>
					<Icon name={copied ? "check" : "link"} />
					{copied ? `${what} Copied` : `Copy ${what}`}
				</Button>
			</div>
			<p role="status" className="text-sm empty:hidden">
				{copied && <span className="sr-only">{`${what} copied`}</span>}
				{state === "refused" &&
					`Your browser blocks copying. The ${what.toLowerCase()} is selected: copy it yourself.`}
			</p>
		</div>
	);
}

/** Lines to copy; they are selected if the browser does not allow copying. */
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
				className="border border-line bg-raised p-3 text-xs wrap-anywhere whitespace-pre-wrap sm:p-4 sm:text-sm"
			>
				<code>{code}</code>
			</pre>
			<p role="status" className="text-sm text-muted empty:hidden">
				{state === "copied" && <span className="sr-only">Copied</span>}
				{state === "refused" &&
					"Your browser blocks copying. The lines are selected: copy them yourself."}
			</p>
		</div>
	);
}
