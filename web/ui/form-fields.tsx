import { type ComponentProps, type ReactNode, useId, useState } from "react";

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

/** A password with a press to show it. */
export function PasswordField({
	label = "Password",
	name = "password",
	fresh,
	message,
}: {
	label?: string;
	name?: string;
	/** It is being chosen, not asked for. */
	fresh: boolean;
	message?: string | undefined;
}) {
	const [shown, setShown] = useState(false);
	const word = label.toLowerCase();
	return (
		<TextField
			label={label}
			name={name}
			type={shown ? "text" : "password"}
			autoComplete={fresh ? "new-password" : "current-password"}
			autoCapitalize="none"
			spellCheck={false}
			required
			message={message}
			{...(fresh ? { hint: "At least 8 characters." } : {})}
			aside={
				<button
					type="button"
					onClick={() => setShown(!shown)}
					aria-label={shown ? `Hide ${word}` : `Show ${word}`}
					className="absolute inset-y-0 right-0 px-3 text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
				>
					{shown ? "Hide" : "Show"}
				</button>
			}
		/>
	);
}

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

/** How the last attempt ended, read out as it ends. */
export function SendingNote({
	sending,
	done,
}: {
	sending: {
		/** Why the server refused, or null. */
		refusal: string | null;
		/** Messages by field. */
		fields: Record<string, string>;
		done: boolean;
	};
	done: string;
}) {
	const { refusal, fields } = sending;
	// A field that says it already needs no second voice for the eye.
	const told = refusal !== null && Object.values(fields).includes(refusal);
	return (
		<>
			{refusal !== null && (
				<p role="alert" className={told ? "sr-only" : "font-semibold"}>
					{refusal}
				</p>
			)}
			<p role="status" className="text-sm empty:hidden">
				{sending.done ? done : ""}
			</p>
		</>
	);
}
