import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextArea, TextField } from "#web/ui/form-fields.tsx";
import { Icon } from "#web/ui/icon.tsx";
import {
	CONTACT_FIELDS,
	type ContactMessage,
	contactMail,
	missingIn,
} from "./contact-mail.ts";

const CONFIRMED_MS = 3_000;
/** Mail programs cut longer links off; other scripts take several characters for each letter. */
const MOST_CHARS = 1_500;
const EMPTY: ContactMessage = { name: "", email: "", subject: "", message: "" };

/** Writes a mail to the operator in the visitor's own mail program. */
export function ContactForm({
	to,
	onMail,
}: {
	/** The operator's address. */
	to: string;
	/** Opens the mail. */
	onMail: (link: string) => void;
}) {
	const form = useRef<HTMLFormElement>(null);
	const [given, setGiven] = useState(EMPTY);
	const [missing, setMissing] = useState<Partial<ContactMessage>>({});
	/** The mail that was passed on, in case no mail program opened. */
	const [handed, setHanded] = useState<ContactMessage | null>(null);
	const [opened, setOpened] = useState(false);
	useEffect(() => {
		if (!opened) return;
		const timer = setTimeout(() => setOpened(false), CONFIRMED_MS);
		return () => clearTimeout(timer);
	}, [opened]);

	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const refusals = missingIn(given);
		setMissing(refusals);
		const first = CONTACT_FIELDS.find((field) => refusals[field] !== undefined);
		if (first !== undefined) {
			form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
			return;
		}
		onMail(contactMail(to, given));
		setHanded(given);
		setGiven(EMPTY);
		setOpened(true);
	}

	const field = (name: keyof ContactMessage) => ({
		name,
		required: true,
		value: given[name],
		message: missing[name],
		onChange: (event: { target: { value: string } }) =>
			setGiven({ ...given, [name]: event.target.value }),
	});
	return (
		<form
			ref={form}
			onSubmit={submit}
			noValidate
			aria-label="Contact"
			className="flex max-w-xl flex-col gap-4"
		>
			<div className="grid gap-4 sm:grid-cols-2">
				<TextField label="Name" autoComplete="name" {...field("name")} />
				<TextField
					label="Email"
					type="email"
					autoComplete="email"
					autoCapitalize="none"
					spellCheck={false}
					{...field("email")}
				/>
			</div>
			<TextField label="Subject" maxLength={150} {...field("subject")} />
			<TextArea
				label="Message"
				rows={7}
				maxLength={MOST_CHARS}
				{...field("message")}
			/>
			<Button type="submit" look="primary" className="sm:self-start">
				{opened && <Icon name="check" />}
				{opened ? "Email Client Opened!" : "Send Message"}
			</Button>
			<div role="status" className="text-sm text-muted">
				{opened && <span className="sr-only">Email Client Opened!</span>}
				{handed !== null && (
					<p>
						Your mail program has your message now; it is sent from there.
						Nothing opened?{" "}
						<button
							type="button"
							onClick={() => {
								setGiven(handed);
								setHanded(null);
							}}
							className="min-h-8 font-semibold text-ink underline underline-offset-4"
						>
							Put my message back
						</button>
					</p>
				)}
			</div>
		</form>
	);
}
