import { Suspense } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import type { User } from "#contract/account.ts";
import { useMe } from "#web/api/use-session.ts";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { SignInRequired } from "#web/features/accounts/sign-in-required.tsx";
import { CommunityHub } from "#web/features/community/community-hub.tsx";
import { AdminNav } from "#web/features/operations/admin-nav.tsx";
import { type DashboardTab, paths } from "#web/paths.ts";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";

/** The community, and the member's own areas. */
export function DashboardPage() {
	useDocumentTitle("Dashboard");
	const { user, promptSignIn } = useAuth();
	const { location, chooseTab, chooseView } = useDashboardLocation();
	const locked = user === null;
	return (
		<div className="page-width flex flex-col gap-6 py-8 sm:py-12">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
				<PageHeading>Dashboard</PageHeading>
				{user && (
					<p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
						<Link to={paths.following()} className="inline-flex min-h-8 items-center link">
							Following
						</Link>
					</p>
				)}
				{user && <AdminLinks user={user} />}
				{locked && (
					<p className="text-sm text-muted">
						Two of these tabs are for members.{" "}
						<button
							type="button"
							onClick={() => void promptSignIn()}
							className="min-h-8 font-semibold text-ink link"
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
				chosen={location.tab}
				onChoose={chooseTab}
			>
				{location.tab === "community" ? (
					<CommunityHub view={location.view} onView={chooseView} />
				) : (
					<MemberTabs user={user} location={location} onView={chooseView} />
				)}
			</Tabs>
		</div>
	);
}

/** Links for admins to the queue and to the site's spending. */
function AdminLinks({ user }: { user: User }) {
	const { data: me } = useMe(user);
	return me?.is_admin === true ? <AdminNav /> : null;
}

const OwnerArea = lazyComponent(
	async () => (await import("#web/features/channels/owner-area.tsx")).OwnerArea,
);
const MyActivity = lazyComponent(
	async () => (await import("#web/features/accounts/activity/my-activity.tsx")).MyActivity,
);

const WHY = {
	owner:
		"You need an account to claim a channel and respond to its analyses, so that we know who is speaking.",
	activity: "Your votes and analyses are saved in your account.",
};

/** The dashboard's two tabs for members; visitors are asked to sign in. */
function MemberTabs({
	user,
	location: { tab, view, url },
	onView,
}: {
	/** undefined while unknown. */
	user: User | null | undefined;
	location: DashboardLocation;
	onView: (view: string, url?: string) => void;
}) {
	if (user === undefined) return <Skeleton className="h-60" />;
	if (user === null) {
		return <SignInRequired text={tab === "owner" ? WHY.owner : WHY.activity} />;
	}
	return (
		<Suspense fallback={<Skeleton className="h-60" />}>
			{tab === "owner" ? (
				<OwnerArea key={user.id} member_id={user.id} view={view} url={url} onView={onView} />
			) : (
				<MyActivity key={user.id} member_id={user.id} />
			)}
		</Suspense>
	);
}

type DashboardLocation = {
	tab: DashboardTab;
	view: string | null;
	/** A link to a channel, or to one of its videos, for the claim form. */
	url: string;
};

/** The tab and the view, stored in the address so that they can be linked to. */
function useDashboardLocation() {
	const [params] = useSearchParams();
	const navigate = useNavigate();
	const url = params.get("url") ?? "";
	const tab = parseTab(params.get("tab"), url);
	const location: DashboardLocation = { tab, view: params.get("view"), url };
	const go = (to: string) => navigate(to, { replace: true, preventScrollReset: true });
	return {
		location,
		chooseTab: (next: DashboardTab) => void go(paths.dashboard({ tab: next })),
		chooseView: (view: string, link?: string) =>
			void go(paths.dashboard({ tab, view, ...(link === undefined ? {} : { url: link }) })),
	};
}

/** An address with a link to claim but no tab opens the claim form. */
function parseTab(value: string | null, url: string): DashboardTab {
	if (value === "community" || value === "owner" || value === "activity") {
		return value;
	}
	return url === "" ? "community" : "owner";
}
