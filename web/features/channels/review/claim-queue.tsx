import { Suspense, useRef, useState } from "react";
import type { ClaimStatus, ReviewClaim, ReviewClaims } from "#contract/claims.ts";
import { formatDate, isolated } from "#contract/format.ts";
import { withCursor } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useRecount } from "#web/api/waiting-reviews.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { lazyComponent, missingLayer } from "#web/ui/lazy-part.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { REVIEW_LINK, ReviewCard, ReviewQueue } from "#web/ui/review-queue.tsx";
import { sourceLink } from "#web/ui/source-link.ts";
import type { Verdict } from "./decision-dialog.tsx";

const DecisionDialog = lazyComponent(
	async () => (await import("./decision-dialog.tsx")).DecisionDialog,
	undefined,
	{ missing: missingLayer },
);

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
	rejected: { title: "No rejected claims", text: "Rejected claims appear here, with the reason." },
};

type Chosen = { claim: ReviewClaim; verdict: Verdict };

/** The claims by status, for admins to decide: open ones oldest first, decided ones newest first. */
export function ClaimQueue({
	status,
	member_id,
	onStatus,
}: {
	status: ClaimStatus;
	member_id: string;
	onStatus: (status: ClaimStatus) => void;
}) {
	const { pages, ...list } = usePages<ReviewClaims>(
		(cursor) => withCursor("/api/admin/claims", cursor, { status }),
		member_id,
	);
	const recount = useRecount();
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const [open, setOpen] = useState(false);
	const [done, setDone] = useState("");
	const outcome = useRef<HTMLParagraphElement>(null);
	return (
		<>
			<ReviewQueue
				label="Claims by status"
				states={STATUSES}
				state={status}
				nothing={NOTHING}
				items={pages?.flatMap(({ claims }) => claims)}
				list={list}
				outcome={{ ref: outcome, done }}
				onState={(next) => {
					setDone("");
					onStatus(next);
				}}
			>
				{(claim) => (
					<ClaimCard
						key={claim.id}
						claim={claim}
						onDecide={(verdict) => {
							setDone("");
							setChosen({ claim, verdict });
							setOpen(true);
						}}
					/>
				)}
			</ReviewQueue>
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
							await Promise.all([list.reload(), recount()]);
							setDone(`${chosen.claim.channel_name}: ${chosen.verdict}.`);
							setOpen(false);
						}}
					/>
				</Suspense>
			)}
		</>
	);
}

/** One claim with the information for deciding it. */
function ClaimCard({
	claim,
	onDecide,
}: {
	claim: ReviewClaim;
	onDecide: (verdict: Verdict) => void;
}) {
	const who = claim.member.full_name || claim.member.email;
	return (
		<ReviewCard
			id={`review-${claim.id}`}
			title={claim.channel_name}
			below={`Claimed by ${who} on ${formatDate(claim.submitted_at)}`}
			facts={[
				["Member", `${isolated(claim.member.full_name)} <${claim.member.email}>`],
				["Link", <ClaimedLink key="link" url={claim.url} />],
				["Channel", <Channel key="channel" id={claim.channel_id} />],
				["Code", claim.verification_code],
				["Method", METHODS[claim.verification_method]],
				[
					"Comments",
					claim.comments && <ForeignText className="block">{claim.comments}</ForeignText>,
				],
				["Reason", claim.reason],
				["Decided", claim.decided_at && formatDate(claim.decided_at)],
			]}
		>
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
		</ReviewCard>
	);
}

const METHODS: Record<ReviewClaim["verification_method"], string> = {
	channel_description: "Code in the channel's description",
	team_review: "Review by the team",
};

function ClaimedLink({ url }: { url: string }) {
	const link = sourceLink(url);
	return link === null ? (
		url
	) : (
		<OutsideLink href={link.href} className={REVIEW_LINK}>
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
			className={REVIEW_LINK}
		>
			{id}
		</OutsideLink>
	);
}
