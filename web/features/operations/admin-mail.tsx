import useSWR from "swr";
import type { FailedEmail, FailedEmails } from "#contract/deliveries.ts";
import { formatMinute } from "#contract/format.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { useHealth } from "#web/api/use-site.ts";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Loading } from "#web/ui/view-states.tsx";
import { AdminNav } from "./admin-nav.tsx";

/** The emails that could not be delivered, and why. */
export function AdminMail() {
	useDocumentTitle("Email");
	const { data, error, mutate } = useSWR<FailedEmails, ApiProblem>("/api/admin/mail");
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="mail" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Email</PageHeading>
				<p className="text-muted">
					Emails of the last 30 days that the mail server refused, or that never reached it. What
					bounces later comes to the address in MAIL_FROM.
				</p>
			</div>
			{data === undefined ? (
				<Loading problem={error} retry={mutate} className="h-60 w-full max-w-3xl" />
			) : (
				<Failed failed={data.failed} />
			)}
		</div>
	);
}

function Failed({ failed }: { failed: FailedEmail[] }) {
	const sends = useHealth()?.mail;
	if (failed.length === 0)
		return (
			<EmptyState
				title={sends === false ? "This site sends no email" : "No email has failed"}
				text={
					sends === false
						? "Set SMTP_URL, and members confirm their addresses."
						: "Those that fail appear here for 30 days."
				}
			/>
		);
	return (
		<ul className="flex max-w-3xl flex-col divide-y divide-rule border-y border-rule">
			{failed.map((email) => (
				<li
					key={`${email.failed_at} ${email.domain} ${email.subject}`}
					className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[14rem_1fr]"
				>
					<div className="flex min-w-0 flex-col">
						<span className="font-semibold wrap-anywhere">{email.domain}</span>
						<span className="text-sm text-muted">{formatMinute(email.failed_at)}</span>
					</div>
					<div className="flex min-w-0 flex-col">
						<span className="font-semibold">{FAULTS[email.fault]}</span>
						<span className="wrap-anywhere">{email.reply}</span>
						<span className="text-sm wrap-anywhere text-muted">
							{email.subject ?? "The connection was tried first."}
						</span>
					</div>
				</li>
			))}
		</ul>
	);
}

const FAULTS: Record<FailedEmail["fault"], string> = {
	recipient: "The address was refused",
	server: "Our mail server failed",
};
