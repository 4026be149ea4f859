import { useEffect, useRef } from "react";
import type { Claim } from "#contract/claims.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDate } from "#web/ui/format-day.ts";
import { StatusMark } from "#web/ui/status-mark.tsx";
import { METHOD_WORDS, REVIEW_TIME, STATUS_WORDS } from "./claim-words.ts";
import { ProveClaim } from "./prove-claim.tsx";

/** One claim: where it stands, how it is decided, and the next step. */
export function ClaimCard({
	claim,
	onChanged,
	onRespond,
	onAgain,
}: {
	claim: Claim;
	onChanged: () => void;
	onRespond: () => void;
	/** Claims the same link once more. */
	onAgain: () => void;
}) {
	const title = `claim-${claim.id}`;
	const respond = useRef<HTMLButtonElement>(null);
	const before = useRef(claim.status);
	useEffect(() => {
		// The Verify button has gone with the focus on it.
		if (before.current === "pending") respond.current?.focus();
		before.current = claim.status;
	}, [claim.status]);
	return (
		<article
			aria-labelledby={title}
			className="flex flex-col gap-4 border-t-2 border-ink pt-3"
		>
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
				<h3
					id={title}
					className="font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]"
				>
					{claim.channel_name}
				</h3>
				<div role="status">
					<StatusMark {...STATUS_WORDS[claim.status]} />
				</div>
			</div>
			<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:gap-x-6">
				<Fact name="Submitted">{formatDate(claim.submitted_at)}</Fact>
				<Fact name="Verification">
					{METHOD_WORDS[claim.verification_method]}
				</Fact>
				<Fact name="Link">{claim.url}</Fact>
				{claim.comments !== null && (
					<Fact name="Your comments">{claim.comments}</Fact>
				)}
			</dl>
			{claim.status === "pending" && (
				<>
					{claim.verification_method === "team_review" && (
						<p className="border-l-4 border-ink bg-sunken px-4 py-3">
							{claim.reason ?? REVIEW_TIME}
						</p>
					)}
					<ProveClaim claim={claim} onChanged={onChanged} />
				</>
			)}
			{claim.status === "verified" && (
				<div className="flex flex-col items-start gap-3">
					<p>
						You can answer every analysis of this channel's videos in public.
						The code may go from the description.
					</p>
					<Button ref={respond} look="primary" onClick={onRespond}>
						Respond
					</Button>
				</div>
			)}
			{claim.status === "rejected" && (
				<div className="flex flex-col items-start gap-3">
					<p className="border-l-4 border-ink bg-sunken px-4 py-3">
						{claim.reason === null
							? "Our team rejected this claim and gave no reason."
							: `Our team rejected this claim: ${claim.reason}`}
					</p>
					<Button onClick={onAgain}>Claim It Again</Button>
				</div>
			)}
		</article>
	);
}

function Fact({ name, children }: { name: string; children: string }) {
	return (
		<>
			<dt className="text-muted">{name}</dt>
			<dd className="[overflow-wrap:anywhere] whitespace-pre-line">
				{children}
			</dd>
		</>
	);
}
