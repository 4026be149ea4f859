import { type ComponentProps, type ReactNode, useId } from "react";

/** A labelled field with its own message. */
export function TextField({
	label,
	message,
	hint,
	aside,
	...input
}: ComponentProps<"input"> & {
	label: string;
	message?: string | undefined;
	hint?: string;
	/** Stands inside the field at its end. */
	aside?: ReactNode;
}) {
	const id = useId();
	const note = message ?? hint;
	return (
		<div className="flex flex-col gap-1">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
			</label>
			<div className="relative">
				<input
					{...input}
					id={id}
					aria-invalid={message !== undefined || undefined}
					aria-describedby={note === undefined ? undefined : `${id}-note`}
					className={`h-11 w-full rounded-md border border-rule bg-ground px-3 ${aside === undefined ? "" : "pr-16"} aria-invalid:border-2 aria-invalid:border-ink`}
				/>
				{aside}
			</div>
			{note !== undefined && (
				<p
					id={`${id}-note`}
					className={
						message === undefined
							? "text-sm text-muted"
							: "text-sm font-semibold"
					}
				>
					{note}
				</p>
			)}
		</div>
	);
}
