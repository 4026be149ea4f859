import { useHealth } from "#web/api/use-health.ts";
import {
	ContactDetails,
	NoContact,
} from "#web/features/pages/contact-details.tsx";
import { ContactForm } from "#web/features/pages/contact-form.tsx";
import { openMail } from "#web/features/pages/open-mail.ts";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

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
