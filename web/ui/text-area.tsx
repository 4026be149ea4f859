import { type ComponentProps, useId } from "react";

/** A labelled field of several lines with its own message. */
export function TextArea({
	label,
	message,
	hint,
	...textarea
}: ComponentProps<"textarea"> & {
	label: string;
	message?: string | undefined;
	hint?: string | undefined;
}) {
	const id = useId();
	const note = message ?? hint;
	return (
		<div className="flex flex-col gap-1">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
			</label>
			<textarea
				rows={4}
				{...textarea}
				id={id}
				aria-invalid={message !== undefined || undefined}
				aria-describedby={note === undefined ? undefined : `${id}-note`}
				className="w-full resize-y rounded-md border border-rule bg-ground px-3 py-2 aria-invalid:border-2 aria-invalid:border-ink"
			/>
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
