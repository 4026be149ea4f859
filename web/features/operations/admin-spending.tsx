import type { User } from "#contract/account.ts";
import { SpendingView } from "#web/features/spending/spending-view.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { AdminNav } from "./admin-nav.tsx";

/** What analyses cost. */
export function AdminSpending({ user }: { user: User }) {
	useDocumentTitle("Spending");
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="spending" />
			<div className="flex max-w-[65ch] flex-col gap-2">
				<PageHeading>Spending</PageHeading>
				<p className="text-muted">
					Tokens are as reported by the providers. Costs are estimates by list
					prices or your own; what has no known price is unknown, and simulated
					ratings cost nothing.
				</p>
			</div>
			<SpendingView member_id={user.id} />
		</div>
	);
}
