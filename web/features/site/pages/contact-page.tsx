import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { useHealth } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { FactRows } from "#web/ui/fact-list.tsx";
import { TextArea, TextField } from "#web/ui/form-fields.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { CONTACT_FIELDS, type ContactMessage, contactMail, missingIn } from "./contact-mail.ts";

/** How to reach the people who run the site. */
export function ContactPage() {
	useDocumentTitle("Contact");
	const health = useHealth();
	const email = health?.contact_email ?? null;
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-14">
			<div className="flex flex-col gap-4">
				<PageHeading>Contact</PageHeading>
				<p className="max-w-[60ch] text-lg text-muted">
					Ask a question, report a mistake, or ask about your data.
				</p>
			</div>
			{health === undefined && <Skeleton className="h-96 w-full max-w-xl" />}
			{health !== undefined && email === null && (
				<NoContact responds={health.claim_methods.length > 0} />
			)}
			{email !== null && (
				<div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
					<div className="flex flex-col gap-4">
						<p>
							The form opens your email program with your message. Nothing is sent until you press
							Send there.
						</p>
						<ContactForm to={email} onMail={openMail} />
					</div>
					<ContactDetails email={email} />
				</div>
			)}
		</div>
	);
}

const LINK = "link";

/** The operator's address, and when mail is read. Without an address, nobody answers. */
function ContactDetails({ email }: { email: string }) {
	return (
		<section aria-labelledby="when" className="flex flex-col gap-3">
			<h2 id="when" className="heading">
				Where and when
			</h2>
			<FactRows
				rows={[
					emailRow(email),
					["Business hours", "Mon-Fri 9-5 EST"],
					["Reply", "Within 24 hours"],
				]}
			/>
			<p className="text-sm text-muted">
				About a report? Include its address and the statement.{" "}
				<Link to={paths.corrections()} className={LINK}>
					Corrections
				</Link>{" "}
				explains what happens next.
			</p>
		</section>
	);
}

function emailRow(email: string): [string, ReactNode] {
	const link = (
		<a href={`mailto:${email}`} className={LINK}>
			{email}
		</a>
	);
	return ["Email", link];
}

/**
 * Says that the operator has published no address, and what can be done without email. There is no
 * form, because its message would have no recipient.
 */
function NoContact({
	responds,
}: {
	/** Whether creators can prove that a channel is theirs, and so respond. */
	responds: boolean;
}) {
	return (
		<section aria-labelledby="no-address" className="flex flex-col gap-4">
			<h2 id="no-address" className="heading">
				No contact address
			</h2>
			<p className="max-w-[60ch]">
				The operator of this site has not published an email address, so you cannot write to them
				from here. You can do these yourself:
			</p>
			<ul className="flex max-w-[60ch] list-disc flex-col gap-1 pl-5">
				<li>
					<Link to={paths.corrections()} className={LINK}>
						A report that is wrong
					</Link>
					: how to get it checked again.
				</li>
				{responds && (
					<li>
						<Link to={paths.creators()} className={LINK}>
							Your own video
						</Link>
						: how to respond to its report in public.
					</li>
				)}
				<li>
					<Link to={paths.account()} className={LINK}>
						Your data
					</Link>
					: export or delete it yourself.
				</li>
			</ul>
		</section>
	);
}

/** Opens a mailto link in the visitor's mail program; the page stays open. */
function openMail(link: string): void {
	window.location.assign(link);
}

const CONFIRMED_MS = 3_000;
/** Mail programs truncate longer links. Non-Latin letters take several characters each. */
const MAX_CHARS = 1_500;
const EMPTY: ContactMessage = { name: "", email: "", subject: "", message: "" };

/** A form that opens a mail to the operator in the visitor's own mail program. */
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
	/** The mail that was passed on, shown in case no mail program opened. */
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
			<TextArea label="Message" rows={7} maxLength={MAX_CHARS} {...field("message")} />
			<Button type="submit" variant="primary" className="sm:self-start">
				{opened && <Icon name="check" />}
				{opened ? "Email Client Opened!" : "Send Message"}
			</Button>
			<div role="status" className="text-sm text-muted">
				{opened && <span className="sr-only">Email Client Opened!</span>}
				{handed !== null && (
					<p>
						Your message is now in your email program. Send it from there. Nothing opened?{" "}
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
