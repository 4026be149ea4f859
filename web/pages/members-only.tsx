import { Suspense } from "react";
import type { User } from "#contract/account.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SignInRequired } from "./sign-in-required.tsx";
import type { DashboardPlace } from "./use-dashboard-place.ts";

const OwnerArea = lazyPart(async () => ({
	default: (await import("#web/features/ownership/owner-area.tsx")).OwnerArea,
}));
const MyActivity = lazyPart(async () => ({
	default: (await import("#web/features/activity/my-activity.tsx")).MyActivity,
}));

const WHY = {
	owner:
		"Claiming a channel and answering its analyses takes an account, so that we know who speaks.",
	activity: "Your votes and analyses are kept with your account.",
};

/** The dashboard's two tabs for members; others are asked to sign in. */
export function MembersOnly({
	user,
	place: { tab, view, url },
	onView,
}: {
	/** undefined while unknown. */
	user: User | null | undefined;
	place: DashboardPlace;
	onView: (view: string, url?: string) => void;
}) {
	if (user === undefined) return <Skeleton className="h-60" />;
	if (user === null) {
		return <SignInRequired text={tab === "owner" ? WHY.owner : WHY.activity} />;
	}
	return (
		<Suspense fallback={<Skeleton className="h-60" />}>
			{tab === "owner" ? (
				<OwnerArea
					key={user.id}
					member_id={user.id}
					view={view}
					url={url}
					onView={onView}
				/>
			) : (
				<MyActivity key={user.id} member_id={user.id} />
			)}
		</Suspense>
	);
}
