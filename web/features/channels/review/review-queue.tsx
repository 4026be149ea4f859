import { Suspense, useRef, useState } from "react";
import type { ClaimStatus, ReviewClaim, ReviewClaims } from "#contract/claims.ts";
import { keys } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { Button } from "#web/ui/button.tsx";
import { ReviewFacts } from "#web/ui/fact-list.tsx";
import { formatDate } from "#web/ui/format.ts";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { sourceLink } from "#web/ui/source-link.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, Skeleton } from "#web/ui/view-states.tsx";
import type { Verdict } from "./decision-dialog.tsx";

const DecisionDialog = lazyComponent(async () => ({
	default: (await import("./decision-dialog.tsx")).DecisionDialog,
}));

const STATUSES: { id: ClaimStatus; label: string }[] = [
	{ id: "pending", label: "Pending" },
	{ id: "verified", label: "Verified" },
	{ id: "rejected", label: "Rejected" },
];

const NOTHING: Record<ClaimStatus, { title: string; text: string }> = {
	pending: {
		title: "Nothing to review",
		text: "Every claim has been decided. New claims appear here, oldest first.",
	},
	verified: {
		title: "No verified claims",
		text: "Claims verified by a code or by the team appear here.",
	},
	rejected: {
		title: "No rejected claims",
		text: "Rejected claims appear here, with the reason.",
	},
};

type Chosen = { claim: ReviewClaim; verdict: Verdict };

/** The claims by status, for admins to decide. */
export function ReviewQueue({
	status,
	list,
	onStatus,
}: {
	status: ClaimStatus;
	list: ReturnType<typeof useReview>;
	onStatus: (status: ClaimStatus) => void;
}) {
	const { claims, problem, more, loading, loadMore, reload } = list;
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const [open, setOpen] = useState(false);
	const [done, setDone] = useState("");
	const outcome = useRef<HTMLParagraphElement>(null);
	return (
		<Tabs
			label="Claims by status"
			variant="sub"
			tabs={STATUSES}
			chosen={status}
			onChoose={(next) => {
				setDone("");
				onStatus(next);
			}}
		>
			<div className="flex max-w-3xl flex-col gap-8">
				<p
					ref={outcome}
					role="status"
					tabIndex={-1}
					className="font-semibold empty:hidden focus:outline-none"
				>
					{done}
				</p>
				{claims === undefined && problem === undefined && <Skeleton className="h-60" />}
				{claims?.length === 0 && <EmptyState {...NOTHING[status]} />}
				{claims?.map((claim) => (
					<ReviewCard
						key={claim.id}
						claim={claim}
						onDecide={(verdict) => {
							setDone("");
							setChosen({ claim, verdict });
							setOpen(true);
						}}
					/>
				))}
				<ListEnd
					problem={problem}
					more={more}
					loading={loading}
					onMore={loadMore}
					onRetry={reload}
				/>
			</div>
			{chosen !== null && (
				<Suspense fallback={null}>
					<DecisionDialog
						open={open}
						claim={chosen.claim}
						verdict={chosen.verdict}
						onClose={() => setOpen(false)}
						onClosed={() => {
							setChosen(null);
							// A decided claim disappears with its button, which had the focus.
							if (done !== "") outcome.current?.focus();
						}}
						onDecided={async () => {
							await reload();
							setDone(`${chosen.claim.channel_name}: ${chosen.verdict}.`);
							setOpen(false);
						}}
					/>
				</Suspense>
			)}
		</Tabs>
	);
}

/** One claim with the information for deciding it. */
function ReviewCard({
	claim,
	onDecide,
}: {
	claim: ReviewClaim;
	onDecide: (verdict: Verdict) => void;
}) {
	const title = `review-${claim.id}`;
	const who = claim.member.full_name || claim.member.email;
	return (
		<article aria-labelledby={title} className="flex flex-col gap-4 border-t-2 border-ink pt-3">
			<div>
				<h2
					id={title}
					className="font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]"
				>
					{claim.channel_name}
				</h2>
				<p className="text-sm text-muted">
					Claimed by {who} on {formatDate(claim.submitted_at)}
				</p>
			</div>
			<ReviewFacts
				facts={[
					["Member", `${claim.member.full_name} <${claim.member.email}>`],
					["Link", <ClaimedLink key="link" url={claim.url} />],
					["Channel", <Channel key="channel" id={claim.channel_id} />],
					["Code", claim.verification_code],
					["Method", METHODS[claim.verification_method]],
					["Comments", claim.comments],
					["Reason", claim.reason],
					["Decided", claim.decided_at && formatDate(claim.decided_at)],
				]}
			/>
			<div className="flex flex-wrap gap-3">
				{claim.status !== "verified" && (
					<Button
						variant={claim.status === "pending" ? "primary" : "secondary"}
						aria-label={`Verify the claim on ${claim.channel_name} by ${who}`}
						onClick={() => onDecide("verified")}
					>
						Verify
					</Button>
				)}
				{claim.status !== "rejected" && (
					<Button
						aria-label={`Reject the claim on ${claim.channel_name} by ${who}`}
						onClick={() => onDecide("rejected")}
					>
						Reject
					</Button>
				)}
			</div>
		</article>
	);
}

/** Tall enough to be tapped on a phone. */
const LINK =
	"inline-block py-0.5 underline decoration-rule underline-offset-4 hover:decoration-ink";

const METHODS: Record<ReviewClaim["verification_method"], string> = {
	channel_description: "Code in the channel's description",
	team_review: "Review by the team",
};

function ClaimedLink({ url }: { url: string }) {
	const link = sourceLink(url);
	return link === null ? (
		url
	) : (
		<OutsideLink href={link.href} className={LINK}>
			{url}
		</OutsideLink>
	);
}

function Channel({ id }: { id: string | null }) {
	return id === null ? (
		"Unknown: the link could not be resolved"
	) : (
		<OutsideLink
			href={`https://www.youtube.com/channel/${encodeURIComponent(id)}`}
			className={LINK}
		>
			{id}
		</OutsideLink>
	);
}

/** The claims of one status: open ones oldest first, decided ones newest first. */
export function useReview(status: ClaimStatus, member_id: string) {
	const { pages, ...list } = usePages<ReviewClaims>(
		(cursor) => keys.reviewClaims(status, cursor),
		member_id,
	);
	return { ...list, claims: pages?.flatMap(({ claims }) => claims) };
}
