import type { User } from "#contract/account.ts";
import { useMe } from "#web/api/use-me.ts";
import { useAuth } from "#web/features/auth/auth-context.ts";
import { CommunityHub } from "#web/features/community/community-hub.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { MembersOnly } from "./members-only.tsx";
import { TeamNav } from "./team-nav.tsx";
import { useDashboardPlace } from "./use-dashboard-place.ts";

/** The community, and what members have of their own. */
export function DashboardPage() {
	useDocumentTitle("Dashboard");
	const { user, promptSignIn } = useAuth();
	const { place, chooseTab, chooseView } = useDashboardPlace();
	const locked = user === null;
	return (
		<div className="page-width flex flex-col gap-6 py-8 sm:py-12">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
				<PageHeading>Dashboard</PageHeading>
				{user && <TeamLinks user={user} />}
				{locked && (
					<p className="text-sm text-muted">
						Two of these are for members.{" "}
						<button
							type="button"
							onClick={() => void promptSignIn()}
							className="min-h-8 font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-ink"
						>
							Sign in to open them
						</button>
					</p>
				)}
			</div>
			<Tabs
				label="Dashboard"
				tabs={[
					{ id: "community", label: "Community Hub" },
					{ id: "owner", label: "Video Owner", locked },
					{ id: "activity", label: "My Activity", locked },
				]}
				chosen={place.tab}
				onChoose={chooseTab}
			>
				{place.tab === "community" ? (
					<CommunityHub view={place.view} onView={chooseView} />
				) : (
					<MembersOnly user={user} place={place} onView={chooseView} />
				)}
			</Tabs>
		</div>
	);
}

/** The team finds its queue and the site's spending here. */
function TeamLinks({ user }: { user: User }) {
	const { data: me } = useMe(user);
	return me?.is_admin === true ? <TeamNav /> : null;
}
