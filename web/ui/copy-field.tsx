import { useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.tsx";

const FIELD = "rounded-md border border-dashed border-rule bg-ground px-3 font-semibold";

/**
 * A text to copy, in one line unless it has to be read. If the browser does not allow copying, the text is selected instead.
 */
export function CopyField({
	label,
	text,
	what,
	short = false,
	whole = false,
}: {
	label: string;
	text: string;
	/** The text's name in the button's label: "Code", "Key". */
	what: string;
	/** Uses only as much width as needed. */
	short?: boolean;
	/** Shows all of a text that may have to be typed, in two lines. */
	whole?: boolean;
}) {
	const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
	const { state, copy } = useCopy();
	const copied = state === "copied";
	const shown = {
		ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
			field.current = element;
		},
		readOnly: true,
		"aria-label": label,
		value: text,
		onFocus: () => field.current?.select(),
	};
	return (
		<div className="flex flex-col gap-1">
			<div className="flex flex-wrap gap-2">
				{whole ? (
					<textarea {...shown} rows={2} className={`${FIELD} w-full resize-none py-2`} />
				) : (
					<input
						{...shown}
						size={short ? text.length : undefined}
						className={`${FIELD} h-11 ${short ? "text-lg tracking-wide" : "min-w-48 grow"}`}
					/>
				)}
				<Button
					onClick={async () => {
						if ((await copy(text)) === "refused") field.current?.select();
					}}
				>
					<Icon name={copied ? "check" : "copy"} />
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

/** Lines of text to copy. If the browser does not allow copying, they are selected instead. */
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
					<Icon name={state === "copied" ? "check" : "copy"} />
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
