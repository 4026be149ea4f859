import { Suspense } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { User } from "#contract/account.ts";
import type { ClaimStatus } from "#contract/claims.ts";
import { REVIEW_TIME } from "#contract/texts.ts";
import { download } from "#web/api/download.ts";
import { useMe } from "#web/api/use-session.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { useFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { ClaimQueue } from "#web/features/channels/review/claim-queue.tsx";
import { NotFoundPage } from "#web/features/site/pages/not-found-page.tsx";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, ProblemNotice } from "#web/ui/view-states.tsx";
import { AdminNav, parseAdminView } from "./admin-nav.tsx";

const SpendingView = lazyComponent(
	async () => (await import("#web/features/spending/spending-view.tsx")).SpendingView,
);
const AuditPart = lazyComponent(async () => (await import("./admin-audit.tsx")).AdminAudit);
const ProvidersPart = lazyComponent(
	async () => (await import("./admin-providers.tsx")).AdminProviders,
);
const FailedMail = lazyComponent(async () => (await import("./admin-mail.tsx")).AdminMail);
const VoteCheckQueue = lazyComponent(
	async () => (await import("#web/features/votes/vote-check-queue.tsx")).VoteCheckQueue,
);

const DisputeQueue = lazyComponent(
	async () => (await import("#web/features/disputes/dispute-queue.tsx")).DisputeQueue,
);

const NoticeQueue = lazyComponent(
	async () => (await import("#web/features/moderation/notice-queue.tsx")).NoticeQueue,
);
const TakedownView = lazyComponent(
	async () => (await import("#web/features/moderation/takedown-view.tsx")).TakedownView,
);

/** The admin page; other users see "Page not found". */
export function AdminPage() {
	const { user } = useAuth();
	const { data: me, error, mutate } = useMe(user);
	if (user === null || me?.is_admin === false || error?.status === 401) {
		return <NotFoundPage />;
	}
	if (user && me?.needs_second_factor) return <SecondFactorNeeded />;
	if (user && me)
		return (
			<Suspense fallback={<div aria-busy className="min-h-dvh" />}>
				<Part user={user} />
			</Suspense>
		);
	return (
		<div className="page-width min-h-dvh py-16">
			{error !== undefined && (
				<ProblemNotice detail={error.message}>
					<Button onClick={() => void mutate()}>Try Again</Button>
				</ProblemNotice>
			)}
		</div>
	);
}

function SecondFactorNeeded() {
	useDocumentTitle("Second factor needed");
	return (
		<div className="page-width flex flex-col gap-6 py-8 sm:py-12">
			<PageHeading>Second Factor Needed</PageHeading>
			<EmptyState
				title="You need a second factor for the team's pages"
				text="Set one up in your account. You then sign in with your password and a code."
			>
				<Link to={paths.account()} className={buttonClass("primary")}>
					Your Account
				</Link>
			</EmptyState>
		</div>
	);
}

function Part({ user }: { user: User }) {
	const [params] = useSearchParams();
	switch (parseAdminView(params)) {
		case "spending":
			return <AdminSpending user={user} />;
		case "providers":
			return <ProvidersPart />;
		case "mail":
			return <FailedMail />;
		case "audit":
			return <AuditPart user={user} />;
		case "votes":
			return <VotesReview user={user} />;
		case "disputes":
			return <Disputes user={user} />;
		case "notices":
			return <Notices user={user} />;
		case "hidden":
			return <Hidden user={user} />;
		case "newsletter":
			return <AdminNewsletter />;
		default:
			return <ClaimsReview user={user} />;
	}
}

function ClaimsReview({ user }: { user: User }) {
	useDocumentTitle("Review of claims");
	const [params, setParams] = useSearchParams();
	const status = parseStatus(params.get("status"));
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="claims" />
			<div className="flex flex-col gap-2">
				<PageHeading>Review of Claims</PageHeading>
				<p className="text-muted">
					Ownership claims on channels. We promise a decision within {REVIEW_TIME}.
				</p>
			</div>
			<ClaimQueue
				status={status}
				member_id={user.id}
				onStatus={(next) => setParams({ status: next }, { replace: true })}
			/>
		</div>
	);
}

function VotesReview({ user }: { user: User }) {
	useDocumentTitle("Review of votes");
	const [params, setParams] = useSearchParams();
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="votes" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Review of Votes</PageHeading>
				<p className="text-muted">
					Many members voted the same way within a minute, from new accounts or from one network.
					The counts always include every vote. The percentage is hidden for at most an hour; then
					it counts two suspect votes per network and all other votes, unless you decide otherwise.
				</p>
			</div>
			<VoteCheckQueue
				chosen={params.get("state")}
				member_id={user.id}
				onState={(next) => setParams({ view: "votes", state: next }, { replace: true })}
			/>
		</div>
	);
}

function Disputes({ user }: { user: User }) {
	useDocumentTitle("Disputes");
	const [params, setParams] = useSearchParams();
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="disputes" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Disputes</PageHeading>
				<p className="text-muted">
					Statements are checked again by themselves. Hide a dispute whose page or comment insults
					or advertises: its outcome stays public, and no later analysis reads its page.
				</p>
			</div>
			<DisputeQueue
				chosen={params.get("state")}
				member_id={user.id}
				onState={(next) => setParams({ view: "disputes", state: next }, { replace: true })}
			/>
		</div>
	);
}

function Notices({ user }: { user: User }) {
	useDocumentTitle("Notices");
	const [params, setParams] = useSearchParams();
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="notices" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Notices</PageHeading>
				<p className="text-muted">
					Problems that people report. Take down what has to go first, then answer: the sender reads
					the answer on a page of their own.
				</p>
			</div>
			<NoticeQueue
				chosen={params.get("state")}
				member_id={user.id}
				onState={(next) => setParams({ view: "notices", state: next }, { replace: true })}
			/>
		</div>
	);
}

function Hidden({ user }: { user: User }) {
	useDocumentTitle("Taken down");
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="hidden" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Taken Down</PageHeading>
				<p className="text-muted">
					Its address answers with the reason and the date, no analysis brings it back, and the
					member concerned is notified. You can show it again.
				</p>
			</div>
			<TakedownView member_id={user.id} />
		</div>
	);
}

/** Downloads the subscribers. Requires a recent sign-in. */
function AdminNewsletter() {
	useDocumentTitle("Newsletter");
	const withFreshSignIn = useFreshSignIn();
	const submission = useSubmit();
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="newsletter" />
			<div className="flex max-w-[60ch] flex-col items-start gap-4">
				<PageHeading>Newsletter</PageHeading>
				<p className="text-muted">
					The subscribers, as a CSV file for the program that sends your newsletter.
				</p>
				<Button
					busy={submission.busy}
					onClick={() =>
						void submission.run(() =>
							withFreshSignIn(() => download("/api/admin/newsletter.csv", "newsletter.csv")),
						)
					}
				>
					Export Newsletter List
				</Button>
				<SubmitNote submission={submission} />
			</div>
		</div>
	);
}

function parseStatus(value: string | null): ClaimStatus {
	return value === "verified" || value === "rejected" ? value : "pending";
}

/** What analyses cost. */
function AdminSpending({ user }: { user: User }) {
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
