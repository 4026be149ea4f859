import type { ReviewClaim } from "#contract/claims.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { DecisionForm, type Verdict } from "./decision-form.tsx";

/** Asks once more before a claim is decided. */
export function DecisionDialog({
	open,
	claim,
	verdict,
	onClose,
	onClosed,
	onDecided,
}: {
	open: boolean;
	claim: ReviewClaim;
	verdict: Verdict;
	onClose: () => void;
	onClosed: () => void;
	onDecided: () => Promise<void>;
}) {
	return (
		<Dialog
			open={open}
			title={
				verdict === "verified" ? "Verify this claim?" : "Reject this claim?"
			}
			onClose={onClose}
			onClosed={onClosed}
		>
			<DecisionForm
				claim={claim}
				verdict={verdict}
				onDecided={onDecided}
				onCancel={onClose}
			/>
		</Dialog>
	);
}
