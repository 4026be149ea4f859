import { type SubmitEvent, useState } from "react";
import type { ReviewClaim } from "#contract/claims.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import { ApiProblem, problemText } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { wantsFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
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
	const [busy, setBusy] = useState(false);
	const [errors, setRefusal] = useState<FormErrors | null>(null);
	const asks_channel = verdict === "verified" && claim.channel_id === null;
	const press = verdict === "verified" ? "Verify Claim" : "Reject Claim";

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (busy) return;
		const given = new FormData(event.currentTarget);
		const channel_id = String(given.get("channel_id") ?? "").trim();
		setBusy(true);
		setRefusal(null);
		try {
			await decideClaim(claim.id, {
				status: verdict,
				reason: String(given.get("reason") ?? ""),
				...(asks_channel && channel_id !== "" ? { channel_id } : {}),
			});
			await onDecided();
		} catch (thrown) {
			if (wantsFreshSignIn(thrown)) {
				// Only one dialog can be open at a time; the decision is requested again afterwards.
				onCancel();
				void promptSignIn(thrown.message);
				return;
			}
			setRefusal(toFormErrors(thrown));
			setBusy(false);
		}
	}

	return (
		<form onSubmit={submit} noValidate className="mt-2 flex flex-col gap-4">
			<p>
				<strong>{claim.member.full_name || claim.member.email}</strong> says that{" "}
				<strong>{claim.channel_name}</strong> is theirs.
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
					message={errors?.channel_id}
				/>
			)}
			<TextArea
				label={
					verdict === "rejected"
						? "Reason (shown to the member)"
						: "Note (optional, shown to the member)"
				}
				name="reason"
				rows={3}
				maxLength={MAX_REASON_CHARS}
				message={errors?.reason}
			/>
			<div role="alert" className="empty:hidden">
				{errors?.other !== undefined && <p className="font-semibold">{errors.other}</p>}
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

/** Messages by field; `other` belongs to none of them. */
type FormErrors = { channel_id?: string; reason?: string; other?: string };

function toFormErrors(thrown: unknown): FormErrors {
	if (thrown instanceof ApiProblem) {
		if (thrown.code === "channel_unknown" || thrown.fields.channel_id) {
			return { channel_id: NO_ID };
		}
		if (thrown.fields.reason !== undefined) return thrown.fields;
	}
	return { other: problemText(thrown) };
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

/** Throws `ApiProblem`. */
function decideClaim(
	claim_id: string,
	decision: {
		status: "verified" | "rejected";
		reason: string;
		/** Only for a claim whose link could not be resolved. */
		channel_id?: string;
	},
): Promise<unknown> {
	return request(`/api/admin/claims/${encodeURIComponent(claim_id)}`, {
		method: "POST",
		body: decision,
	});
}
