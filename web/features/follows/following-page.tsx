import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { User } from "#contract/account.ts";
import type { Following, FollowingItem } from "#contract/follows.ts";
import { withCursor } from "#web/api/keys.ts";
import { post } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useHealth } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { SignInRequired } from "#web/features/accounts/sign-in-required.tsx";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { useLink } from "#web/ui/mailed-link.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Skeleton } from "#web/ui/view-states.tsx";
import { FollowButtons } from "./follow-buttons.tsx";
import { FollowedList } from "./followed-list.tsx";
import { FollowingEntry } from "./following-entry.tsx";
import { readOpened } from "./opened-channels.ts";
import { FOLLOWING, useFollows } from "./use-follows.ts";

/** What has happened to what the member follows. */
export function FollowingPage() {
	useDocumentTitle("Following");
	const { user } = useAuth();
	const { token } = useLink();
	return (
		<div className="page-width flex min-h-dvh flex-col gap-6 py-8 sm:py-12">
			<PageHeading>Following</PageHeading>
			{token && <StopWeeklyMail token={token} />}
			{user === undefined && <Skeleton className="h-96" />}
			{user === null && !token && (
				<SignInRequired text="Follow channels, claims and videos to hear of new uploads, new results and verdicts that moved." />
			)}
			{user && <MemberFollowing key={user.id} user={user} />}
		</div>
	);
}

function MemberFollowing({ user }: { user: User }) {
	const follows = useFollows(user);
	const followed = follows.list?.follows;
	return (
		<div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
			<div className="flex min-w-0 flex-col gap-6">
				{followed?.length === 0 && <NothingFollowed user={user} />}
				<News user={user} follows_any={followed === undefined ? undefined : followed.length > 0} />
			</div>
			<FollowedList follows={follows} user={user} />
		</div>
	);
}

/** Suggests the channels whose reports the member opened last. */
function NothingFollowed({ user }: { user: User }) {
	const suggested = readOpened(user.id);
	return (
		<EmptyState
			title="You follow nothing yet"
			text={
				suggested.length > 0
					? "You opened reports of these channels. Follow one, and its new videos and results appear here."
					: "Open a report and press “Follow channel”. Its new videos and results then appear here."
			}
		>
			{suggested.length > 0 ? (
				<FollowButtons named subjects={suggested} />
			) : (
				<Link to={paths.archive()} className={buttonClass("primary")}>
					All Analyses
				</Link>
			)}
		</EmptyState>
	);
}

/** The list of what has happened, with what is new since the last visit first. */
function News({ user, follows_any }: { user: User; follows_any: boolean | undefined }) {
	const { pages, problem, more, loading, loadMore, reload } = usePages<Following>(
		(cursor) => withCursor(FOLLOWING, cursor),
		user.id,
		{ revalidateFirstPage: false },
	);
	const items = pages?.flatMap((page) => page.items);
	// As it was when the page was opened: looking at the list does not make it old at once.
	const seen = useRef<string | null | undefined>(undefined);
	const [first] = pages ?? [];
	if (seen.current === undefined && first !== undefined) seen.current = first.seen_at;
	const newest = first?.items[0]?.at;
	useEffect(() => {
		// If it fails, the same items are new at the next visit.
		if (newest !== undefined) post(`${FOLLOWING}/seen`, { at: newest }).catch(() => {});
	}, [newest]);
	const simulated = useHealth()?.mode === "demo";

	if (items === undefined && problem === undefined) return <Skeleton className="h-96" />;
	const isNew = ({ at }: FollowingItem) => at > (seen.current ?? "");
	const fresh = items?.filter(isNew) ?? [];
	const earlier = items?.filter((item) => !isNew(item)) ?? [];
	const list = (entries: readonly FollowingItem[], look = "") => (
		<ol className={look}>
			{entries.map((item) => (
				<FollowingEntry key={item.id} item={item} simulated={simulated} />
			))}
		</ol>
	);
	return (
		<>
			{items?.length === 0 && follows_any === true && (
				<EmptyState
					title="Nothing has happened yet"
					text="New videos of channels that you follow appear within a minute. We also tell you here when a result is published, a verdict moves or a claim is said again."
				/>
			)}
			{fresh.length > 0 && (
				<section aria-labelledby="new-items">
					<h2 id="new-items" className="heading border-b-2 border-ink pb-1">
						{seen.current == null ? "What is new" : "New since your last visit"}
					</h2>
					{list(fresh, "border-l-2 border-ink pl-3")}
				</section>
			)}
			{earlier.length > 0 && (
				<section aria-labelledby="earlier-items">
					<h2 id="earlier-items" className="heading border-b-2 border-ink pb-1">
						{fresh.length > 0 ? "Earlier" : "Nothing new since your last visit"}
					</h2>
					{list(earlier)}
				</section>
			)}
			<ListEnd problem={problem} more={more} loading={loading} onMore={loadMore} onRetry={reload} />
		</>
	);
}

/** Where the link in the weekly email leads: one press stops it, without signing in. */
function StopWeeklyMail({ token }: { token: string }) {
	const submission = useSubmit();
	if (submission.done)
		return (
			<div role="status">
				<EmptyState
					title="The weekly email is stopped"
					text="You still follow what you followed. You can ask for the email again at any time."
				/>
			</div>
		);
	return (
		<EmptyState
			title="Stop the weekly email?"
			text="You stay a member and still follow what you follow."
		>
			<Button
				variant="primary"
				busy={submission.busy}
				onClick={() =>
					void submission.run(async () => {
						await post(`/api/mail/unsubscribe?token=${encodeURIComponent(token)}`);
					})
				}
			>
				{submission.busy ? "Stopping…" : "Stop the Email"}
			</Button>
			<SubmitNote submission={submission} />
		</EmptyState>
	);
}
