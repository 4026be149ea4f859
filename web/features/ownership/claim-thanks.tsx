import { useEffect, useRef } from "react";
import type { Claim } from "#contract/claims.ts";
import { REVIEW_TIME } from "./claim-words.ts";

const SHOWN_MS = 3_000;

const NEXT = {
	channel_description: "Your code is ready. We open your claims now.",
	team_review: `A code alone cannot decide this claim. ${REVIEW_TIME}`,
};

/** Says that the claim has arrived, then moves on. */
export function ClaimThanks({
	claim,
	onDone,
}: {
	claim: Claim;
	onDone: () => void;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	const done = useRef(onDone);
	done.current = onDone;
	useEffect(() => {
		// The form has gone with the focus in it.
		heading.current?.focus();
		const timer = setTimeout(() => done.current(), SHOWN_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<div
			role="status"
			className="appear flex flex-col gap-2 border-t-2 border-ink py-8"
		>
			<h2
				ref={heading}
				tabIndex={-1}
				className="font-serif text-xl font-semibold focus:outline-none"
			>
				Thank you
			</h2>
			<p>
				Your claim on <strong>{claim.channel_name}</strong> has been submitted.
			</p>
			<p className="text-muted">{NEXT[claim.verification_method]}</p>
		</div>
	);
}
