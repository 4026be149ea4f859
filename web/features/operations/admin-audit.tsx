import type { User } from "#contract/account.ts";
import type { AuditAction, AuditEntry, AuditLog } from "#contract/audit.ts";
import { formatMinute } from "#contract/format.ts";
import { withCursor } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { ReviewFacts } from "#web/ui/fact-list.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Skeleton } from "#web/ui/view-states.tsx";
import { AdminNav } from "./admin-nav.tsx";

/** The admins' decisions; the list is read-only. */
export function AdminAudit({ user }: { user: User }) {
	useDocumentTitle("Audit log");
	const { pages, problem, more, loading, loadMore, reload } = usePages<AuditLog>(
		(cursor) => withCursor("/api/admin/audit", cursor),
		user.id,
	);
	const entries = pages?.flatMap((page) => page.entries);
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="audit" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Audit Log</PageHeading>
				<p className="text-muted">
					What the team decided: who, when, what and why. Entries are never changed or deleted.
				</p>
			</div>
			<div className="flex max-w-3xl flex-col gap-6">
				{entries === undefined && problem === undefined && <Skeleton className="h-60" />}
				{entries?.length === 0 && (
					<EmptyState
						title="No decisions yet"
						text="Decisions on claims and votes appear here, newest first."
					/>
				)}
				{entries !== undefined && entries.length > 0 && (
					<ol className="flex flex-col gap-6">
						{entries.map((entry) => (
							<Entry key={entry.id} entry={entry} />
						))}
					</ol>
				)}
				<ListEnd
					problem={problem}
					more={more}
					loading={loading}
					onMore={loadMore}
					onRetry={reload}
				/>
			</div>
		</div>
	);
}

const ACTIONS: Record<AuditAction, string> = {
	claim_verified: "Claim verified",
	claim_rejected: "Claim rejected",
	votes_lifted: "Votes counted",
	votes_upheld: "Votes left out",
	response_hidden: "Response hidden",
	response_shown: "Response shown again",
	speaker_name_hidden: "Speaker's name hidden",
	speaker_name_shown: "Speaker's name shown",
	page_hidden: "Page hidden",
	page_shown: "Page shown again",
	dispute_hidden: "Dispute hidden",
	dispute_shown: "Dispute shown again",
	video_hidden: "Report taken down",
	video_shown: "Report shown again",
	statement_hidden: "Statement taken down",
	statement_shown: "Statement shown again",
	account_closed: "Account closed",
	account_reopened: "Account opened again",
	notice_answered: "Notice answered",
	newsletter_exported: "Newsletter list exported",
};

function Entry({ entry }: { entry: AuditEntry }) {
	const { action, admin, subject, reason, decided_at } = entry;
	return (
		<li className="flex flex-col gap-2 border-t border-line pt-4">
			<h2 className="font-semibold">{ACTIONS[action]}</h2>
			<ReviewFacts
				facts={[
					["About", subject.id === "" ? null : subject.label],
					["By", admin.full_name ?? "An admin whose account is deleted"],
					[
						"When",
						<time key="when" dateTime={decided_at}>
							{formatMinute(decided_at)}
						</time>,
					],
					["Why", reason],
				]}
			/>
		</li>
	);
}
