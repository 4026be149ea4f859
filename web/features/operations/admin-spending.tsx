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
					Providers report the tokens. Costs are estimates from list prices or your own prices; a
					model without a known price is listed as unknown. Simulated ratings cost nothing.
				</p>
			</div>
			<SpendingView member_id={user.id} />
		</div>
	);
}
