import { useState } from "react";
import type { Claim } from "#contract/claims.ts";
import { problemText } from "#web/api/api-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { verifyClaim } from "./use-claims.ts";

const STILL_WITH_TEAM =
	"We looked again, and nothing has changed: the team decides this claim.";

/** The code, where to put it, and the press that looks for it. */
export function ProveClaim({
	claim,
	onChanged,
}: {
	claim: Claim;
	onChanged: () => void;
}) {
	const [busy, setBusy] = useState(false);
	const [outcome, setOutcome] = useState<string | null>(null);
	const team = claim.verification_method === "team_review";

	async function verify(): Promise<void> {
		if (busy) return;
		setBusy(true);
		setOutcome(null);
		try {
			const { status } = await verifyClaim(claim.id);
			if (status === "pending") setOutcome(STILL_WITH_TEAM);
			onChanged();
		} catch (thrown) {
			setOutcome(problemText(thrown));
		}
		setBusy(false);
	}

	return (
		<div className="flex flex-col gap-3">
			<p className="font-semibold">
				{team ? "Help the team to decide" : "Prove that it is yours"}
			</p>
			<ol className="flex list-decimal flex-col gap-3 pl-5">
				<li>
					Copy this code.
					<div className="mt-2">
						<CopyField
							what="Code"
							short
							label={`Code for ${claim.channel_name}`}
							text={claim.verification_code}
						/>
					</div>
				</li>
				<li>
					Put it anywhere into the channel's description on YouTube, as a word
					of its own, and publish the change.
				</li>
				<li>{team ? LOOK_AGAIN : "Come back and press Verify."}</li>
			</ol>
			<Button
				look={team ? "secondary" : "primary"}
				busy={busy}
				onClick={() => void verify()}
				className="self-start"
			>
				{busy ? "Looking for the code…" : "Verify"}
			</Button>
			{outcome !== null && <ProblemNotice detail={outcome} />}
		</div>
	);
}

const LOOK_AGAIN =
	"The team looks for it there. You can also press Verify, in case it can be decided by now.";
