import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { MAX_LINK_CHARS, PASSWORD_MIN } from "#contract/limits.ts";

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
	/** Shown at the end of the field, inside of it. */
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
					className={message === undefined ? "text-sm text-muted" : "text-sm font-semibold"}
				>
					{note}
				</p>
			)}
		</div>
	);
}

/** A field for the address of a page. */
export function AddressField(
	field: Pick<ComponentProps<typeof TextField>, "label" | "name" | "hint" | "message">,
) {
	return (
		<TextField
			type="url"
			inputMode="url"
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			maxLength={MAX_LINK_CHARS}
			placeholder="https://"
			{...field}
		/>
	);
}

/** A password with a button that shows it. */
export function PasswordField({
	label = "Password",
	name = "password",
	is_new,
	message,
}: {
	label?: string;
	name?: string;
	/** A new password is being chosen. */
	is_new: boolean;
	message?: string | undefined;
}) {
	const [shown, setShown] = useState(false);
	const word = label.toLowerCase();
	return (
		<TextField
			label={label}
			name={name}
			type={shown ? "text" : "password"}
			autoComplete={is_new ? "new-password" : "current-password"}
			autoCapitalize="none"
			spellCheck={false}
			required
			message={message}
			{...(is_new ? { hint: `At least ${PASSWORD_MIN} characters.` } : {})}
			aside={
				<button
					type="button"
					onClick={() => setShown(!shown)}
					aria-label={shown ? `Hide ${word}` : `Show ${word}`}
					className="absolute inset-y-0 right-0 px-3 text-sm font-semibold link"
				>
					{shown ? "Hide" : "Show"}
				</button>
			}
		/>
	);
}

/** A labelled choice from a list. */
export function SelectField({
	label,
	options,
	message,
	...select
}: ComponentProps<"select"> & {
	label: string;
	message?: string | undefined;
	/** The labels of the values, in order. */
	options: Record<string, string>;
}) {
	const id = useId();
	return (
		<div className="flex flex-col gap-1">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
			</label>
			<select
				{...select}
				id={id}
				aria-invalid={message !== undefined}
				aria-describedby={message === undefined ? undefined : `${id}-message`}
				className="h-11 w-full rounded-md border border-rule bg-ground px-3"
			>
				{Object.entries(options).map(([value, words]) => (
					<option key={value} value={value}>
						{words}
					</option>
				))}
			</select>
			{message !== undefined && (
				<p id={`${id}-message`} role="alert" className="text-sm font-semibold">
					{message}
				</p>
			)}
		</div>
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
					className={message === undefined ? "text-sm text-muted" : "text-sm font-semibold"}
				>
					{note}
				</p>
			)}
		</div>
	);
}

/** The outcome of the last attempt, announced as it comes. */
export function SubmitNote({
	submission,
	done = "",
	hint,
	removes = false,
}: {
	submission: {
		/** Why the server refused, or null. */
		error: string | null;
		/** Messages by field. */
		fields: Record<string, string>;
		done: boolean;
	};
	/** Shown after success. */
	done?: string;
	/** What to try after a failure. */
	hint?: string | undefined;
	/** Whether success removes the pressed button, so that the outcome takes its focus. */
	removes?: boolean;
}) {
	const { error, fields } = submission;
	const outcome = useRef<HTMLParagraphElement>(null);
	useEffect(() => {
		if (removes && submission.done) outcome.current?.focus();
	}, [removes, submission.done]);
	// The message is not repeated if a field already shows it, without the field's name.
	const shown_at_field =
		error !== null &&
		Object.values(fields).some((message) => error.toLowerCase().endsWith(message.toLowerCase()));
	return (
		<>
			{error !== null && (
				<div role="alert" className={shown_at_field ? "sr-only" : undefined}>
					<p className="font-semibold">{error}</p>
					{hint !== undefined && <p>{hint}</p>}
				</div>
			)}
			<p
				ref={outcome}
				role="status"
				tabIndex={removes ? -1 : undefined}
				className="text-sm empty:hidden focus:outline-none"
			>
				{submission.done ? done : ""}
			</p>
		</>
	);
}
