import type { ReviewClaim } from "#contract/claims.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { wantsFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { TextArea, TextField } from "#web/ui/form-fields.tsx";

/** Asks for confirmation before a claim is decided. */
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
			title={verdict === "verified" ? "Verify this claim?" : "Reject this claim?"}
			onClose={onClose}
			onClosed={onClosed}
		>
			<DecisionForm claim={claim} verdict={verdict} onDecided={onDecided} onCancel={onClose} />
		</Dialog>
	);
}

export type Verdict = "verified" | "rejected";

const NO_ID = "This is not a channel id. A channel id begins with UC and has 24 characters.";

/** The effects of the decision, a reason for the member, and the confirming button. */
function DecisionForm({
	claim,
	verdict,
	onDecided,
	onCancel,
}: {
	claim: ReviewClaim;
	verdict: Verdict;
	onDecided: () => Promise<void>;
	onCancel: () => void;
}) {
	const { promptSignIn } = useAuth();
	const submission = useSubmit();
	const { busy, error, code, fields } = submission;
	const asks_channel = verdict === "verified" && claim.channel_id === null;
	const press = verdict === "verified" ? "Verify Claim" : "Reject Claim";
	const channel_message = code === "channel_unknown" || fields.channel_id ? NO_ID : undefined;
	const submit = submission.onSubmit(async (text) => {
		const channel_id = text("channel_id").trim();
		try {
			await post(`/api/admin/claims/${encodeURIComponent(claim.id)}`, {
				status: verdict,
				reason: text("reason"),
				// Only for a claim whose link could not be resolved.
				...(asks_channel && channel_id !== "" && { channel_id }),
			});
		} catch (thrown) {
			if (!wantsFreshSignIn(thrown)) throw thrown;
			// Only one dialog can be open at a time; the decision is requested again afterwards.
			onCancel();
			void promptSignIn(thrown.message);
			return;
		}
		await onDecided();
	});

	return (
		<form onSubmit={submit} noValidate className="mt-2 flex flex-col gap-4">
			<p>
				<ForeignText as="strong">{claim.member.full_name || claim.member.email}</ForeignText> says
				that <ForeignText as="strong">{claim.channel_name}</ForeignText> is theirs.
			</p>
			<ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
				{decisionEffects(claim, verdict).map((effect) => (
					<li key={effect}>{effect}</li>
				))}
			</ul>
			{asks_channel && (
				<TextField
					label="Channel id"
					name="channel_id"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					placeholder="UC…"
					hint="We could not find the channel of this link. Look up the id on the channel's page."
					message={channel_message}
				/>
			)}
			<TextArea
				label={
					verdict === "rejected"
						? "Reason (shown to the member)"
						: "Note (optional, shown to the member)"
				}
				name="reason"
				required={verdict === "rejected"}
				rows={3}
				maxLength={MAX_REASON_CHARS}
				message={fields.reason}
			/>
			<div role="alert" className="empty:hidden">
				{error !== null && channel_message === undefined && fields.reason === undefined && (
					<p className="font-semibold">{error}</p>
				)}
			</div>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" busy={busy}>
					{busy ? "One moment…" : press}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}

/** The effects of a decision, in sentences. */
function decisionEffects(claim: ReviewClaim, verdict: "verified" | "rejected"): string[] {
	if (verdict === "verified") {
		return [
			"They can respond to every analysis of this channel in public, under its name.",
			"They are notified, and the channel counts as a verified creator.",
		];
	}
	return claim.verified
		? [
				"They lose the channel, and their responses in its name are withdrawn.",
				"They are notified, with the reason.",
			]
		: ["They are notified, with the reason.", "They may claim the channel again."];
}
