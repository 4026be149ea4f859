import type { ReviewClaim } from "#contract/claims.ts";
import { Button } from "#web/ui/button.tsx";
import { ReviewFacts } from "#web/ui/fact-list.tsx";
import { formatDate } from "#web/ui/format.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { sourceLink } from "#web/ui/source-link.ts";
import type { Verdict } from "./decision-dialog.tsx";

/** One claim with what is needed to decide it. */
export function ReviewCard({
	claim,
	onDecide,
}: {
	claim: ReviewClaim;
	onDecide: (verdict: Verdict) => void;
}) {
	const title = `review-${claim.id}`;
	const who = claim.member.full_name || claim.member.email;
	return (
		<article
			aria-labelledby={title}
			className="flex flex-col gap-4 border-t-2 border-ink pt-3"
		>
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
						look={claim.status === "pending" ? "primary" : "secondary"}
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
