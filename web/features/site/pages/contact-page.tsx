import { Link } from "react-router-dom";
import { useHealth } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { ContactForm } from "./contact-form.tsx";

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
					A question, a mistake in a report, or something about your data.
				</p>
			</div>
			{health === undefined && <Skeleton className="h-96 w-full max-w-xl" />}
			{health !== undefined && email === null && <NoContact />}
			{email !== null && (
				<div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
					<div className="flex flex-col gap-4">
						<p>
							The form writes a mail in your own mail program. Nothing is sent
							before you press send there.
						</p>
						<ContactForm to={email} onMail={openMail} />
					</div>
					<ContactDetails email={email} />
				</div>
			)}
		</div>
	);
}

const LINK =
	"underline decoration-rule underline-offset-4 hover:decoration-ink";

/** The operator's address and when mail is read. */
function ContactDetails({ email }: { email: string }) {
	return (
		<section aria-labelledby="when" className="flex flex-col gap-3">
			<h2 id="when" className="font-serif text-xl font-semibold">
				Where and when
			</h2>
			<FactRows
				rows={[
					[
						"Email",
						<a key="email" href={`mailto:${email}`} className={LINK}>
							{email}
						</a>,
					],
					["Business hours", "Mon-Fri 9-5 EST"],
					["Reply", "Within 24 hours"],
				]}
			/>
			<p className="text-sm text-muted">
				About a report? Send its address and the statement.{" "}
				<Link to={paths.corrections()} className={LINK}>
					Corrections
				</Link>{" "}
				says what happens then.
			</p>
		</section>
	);
}

/** What can be done without writing a mail. */
function NoContact() {
	return (
		<section aria-labelledby="no-address" className="flex flex-col gap-4">
			<h2 id="no-address" className="font-serif text-xl font-semibold">
				No address to write to
			</h2>
			<p className="max-w-[60ch]">
				The operator of this site has not given an email address, so there is
				nowhere for a message to go and no form to fill in. These ways need no
				mail:
			</p>
			<ul className="flex max-w-[60ch] list-disc flex-col gap-1 pl-5">
				<li>
					<Link to={paths.corrections()} className={LINK}>
						A report that is wrong
					</Link>
					: how to have it checked afresh.
				</li>
				<li>
					<Link to={paths.creators()} className={LINK}>
						Your own video
					</Link>
					: how to answer its report in public.
				</li>
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

/** Passes a mailto link to the visitor's mail program; the page stays. */
function openMail(link: string): void {
	window.location.assign(link);
}
