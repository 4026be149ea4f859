import type { ClaimDecided } from "./message.ts";
import type { Notice } from "./notice.ts";
import { named, sentences } from "./wording.ts";

const DASHBOARD = "/dashboard?tab=owner";

/** Tells a member what became of their claim on a channel. */
export function claimNotice(decided: ClaimDecided): Notice {
	const { claim_id, status, reason } = decided;
	const channel = named(decided.channel_name, "your channel");
	const verified = status === "verified";
	const message = verified
		? `You are now the verified owner of ${channel} and can respond to its analyses.`
		: `Your claim on ${channel} was not accepted.`;
	return {
		type: "claim_decision",
		title: verified ? "Channel verified" : "Claim not accepted",
		message: reason ? `${message} ${sentences(reason)}` : message,
		data: {
			path: `${DASHBOARD}&view=${verified ? "respond" : "manage"}`,
			claim_id,
			status,
		},
	};
}
