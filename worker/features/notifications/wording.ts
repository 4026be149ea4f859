import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { findingWords } from "#contract/finding.ts";
import type { RatedAs } from "#contract/follows.ts";
import { inQuotes, isolated, plural } from "#contract/format.ts";
import type { StatementId, VideoId } from "#contract/ids.ts";
import type { Notification } from "#contract/notifications.ts";
import { coverageWords, scoreStanding } from "#contract/score-standing.ts";
import { TAKEDOWN_REASONS } from "#contract/takedown-words.ts";
import { hollowPhrase, ratedWords } from "#contract/verdict-words.ts";
import { cutAtWord } from "#text/clean.ts";
import { parseUrl } from "#text/parse-url.ts";
import type {
	AnalysisEnded,
	ClaimDecided,
	CreatorResponded,
	DisputeSettled,
	EvidenceChanged,
	ReviewNeeded,
	TakenDownOf,
	VerdictMoved,
	VotesCast,
	WebhookFailed,
} from "./messages.ts";

/** The notification of how an analysis ended, for the member who started it. */
export function analysisNotification(ended: AnalysisEnded): NotificationText {
	const { video_id, status } = ended;
	const data = { path: resultsPath(video_id), video_id, status };
	if (ended.status === "failed") {
		const video = named(ended.title, "your video");
		const [title, failed] = ended.recheck
			? ["Statement not checked again", `We could not check a statement of ${video} again.`]
			: ["Analysis failed", `We could not analyze ${video}.`];
		const message = `${failed} ${sentences(ended.detail)}`;
		return { type: "new_analysis", title, message, data };
	}
	return {
		type: "new_analysis",
		title: "Analysis complete",
		message: outcome(ended),
		data: { ...data, ...scoreData(ended) },
	};
}

type Completed = Extract<AnalysisEnded, { status: "completed" }>;

/** The result's data for clients. */
function scoreData({ bs_score, lean, claims_count, basis, coverage, finding }: Completed) {
	return claims_count ? { bs_score, lean, basis, coverage, finding } : {};
}

function outcome(ended: Completed): string {
	const { bs_score, claims_count, simulated, coverage, finding } = ended;
	// A video without statements has no score, not a score of 0.
	if (!claims_count) return `${named(ended.title, "Your video")}: we found no statements to check.`;
	const video = named(ended.title, "Your video");
	if (bs_score === null) return `${video}: ${hollowPhrase(ended)}.`;
	const parts = [
		`a BS score of ${bs_score} out of 100 (${BAND_WORDS[bandFor(bs_score)].badge})`,
		...(simulated ? ["simulated"] : []),
		...(scoreStanding(ended) === "checked" ? [coverageWords(coverage)] : []),
	];
	const score = `has ${parts.join(", ")}.`;
	if (finding === undefined) return `${video} ${score}`;
	return `${video}: ${findingWords({ ...ended, finding }).sentence} It ${score}`;
}

const DASHBOARD = "/dashboard?tab=owner";

/** The notification of the decision on a member's claim. */
export function claimNotification(decided: ClaimDecided): NotificationText {
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
		data: { path: `${DASHBOARD}&view=${verified ? "respond" : "manage"}`, claim_id, status },
	};
}

/** The notification of a creator's response, for members who took part in the analysis. */
export function responseNotification(
	{ video_id, response_id, title, channel_name }: CreatorResponded,
	statement_id: StatementId | null,
): NotificationText {
	const creator = named(channel_name, "The creator");
	const video = named(title, "a video you analyzed or voted on");
	return {
		type: "creator_response",
		title: "A creator responded",
		message: statement_id
			? `${creator} responded to a statement of the analysis of ${video}.`
			: `${creator} responded to the analysis of ${video}.`,
		data: {
			path: statement_id
				? resultsPath(video_id, statement_id)
				: `${resultsPath(video_id)}#creator-response`,
			video_id,
			response_id,
		},
	};
}

/** A larger number is shown as "more than", because counting it exactly would be slow. */
export const COUNTED_VOTES = 1_000;

/** The notification of new votes, for the member who started the analysis. */
export function votesNotification(cast: VotesCast): NotificationText {
	const { video_id, title, votes, statement_id } = cast;
	return {
		type: "vote_update",
		title: "New votes",
		message: `${votes < COUNTED_VOTES ? plural(votes, "new vote") : `${COUNTED_VOTES}+ new votes`} on ${named(title, "your analysis")}.`,
		data: { path: resultsPath(video_id, statement_id), video_id, votes },
	};
}

/** The notification that an event's delivery has failed permanently. */
export function webhookNotification(failed: WebhookFailed): NotificationText {
	const { delivery_id, url, status } = failed;
	const host = parseUrl(url)?.host ?? "your server";
	return {
		type: "webhook_failed",
		title: "Webhook not delivered",
		message:
			status === "disabled"
				? `${host} answered that it is gone. Nothing more is sent there until you resend an event.`
				: `We gave up on an event for ${host}. The log in your account says why; you can resend it there.`,
		data: { path: "/account#webhooks", delivery_id },
	};
}

/** The notification that pages on which verdicts rest have changed, for who analyzed the video. */
export function evidenceNotification(changed: EvidenceChanged): NotificationText {
	const { video_id, title, statements } = changed;
	return {
		type: "evidence_changed",
		title: "Evidence changed",
		message: `Pages that ${plural(statements, "verdict")} of ${named(title, "your analysis")} rested on have changed, were retracted or are gone. A fresh analysis checks them again.`,
		data: { path: resultsPath(video_id), video_id },
	};
}

/** The notification of moved verdicts, for who follows the video, its channel or the claim. */
export function movedNotification({ video_id, title, moved }: VerdictMoved): NotificationText {
	const [first, ...others] = moved;
	const video = named(title, "a video that you follow");
	const statement = first && others.length === 0 ? first : null;
	return {
		type: "verdict_moved",
		title: moved.length === 1 ? "A verdict moved" : "Verdicts moved",
		message: statement
			? `${named(statement.content, "A statement")} in ${video}: ${moveWords(statement)}.`
			: `${plural(moved.length, "verdict")} of ${video} moved. The first: ${first ? moveWords(first) : ""}.`,
		data: { path: resultsPath(video_id, statement?.statement_id ?? null), video_id },
	};
}

/** "Refuted → Supported". */
function moveWords({ before, after }: { before: RatedAs; after: RatedAs }): string {
	return `${ratedWords(before)} → ${ratedWords(after)}`;
}

/** The notification of what became of a dispute, for who disputed (`own`) or follows the claim. */
export function disputeNotification(settled: DisputeSettled, own: boolean): NotificationText {
	const { video_id, statement_id, dispute_id, outcome, before } = settled;
	const after = settled.after ?? before;
	const video = named(settled.title, "a video");
	const checked = `A statement of ${video} was checked again with the page of ${own ? "your" : "a"} dispute`;
	const said = {
		moved: `${checked}: ${moveWords({ before, after })}.`,
		stays: `${checked}. Its verdict stays: ${ratedWords(after)}.`,
		not_checked: `No analysis could check a statement of ${video} again within a day of your dispute.`,
	};
	return {
		type: "dispute_settled",
		title: { moved: "Verdict moved", stays: "Verdict stays", not_checked: "Not checked again" }[
			outcome
		],
		message: said[outcome],
		data: { path: resultsPath(video_id, statement_id), video_id, dispute_id, outcome },
	};
}

/** The notification that something waits for review, for admins. */
export function reviewNotification({ what, about }: ReviewNeeded): NotificationText {
	const path = {
		claim: "/admin",
		votes: "/admin?view=votes",
		dispute: "/admin?view=disputes",
		notice: "/admin?view=notices",
	}[what];
	const [title, message] = {
		claim: ["New ownership claim", `A member claims ${named(about, "a channel")}.`],
		votes: ["Votes to check", `Votes look coordinated on ${named(about, "a statement")}.`],
		dispute: ["New dispute", `A member disputes the rating of ${named(about, "a statement")}.`],
		notice: ["New notice", `Someone reports a problem with ${named(about, "a page")}.`],
	}[what] as [string, string];
	return { type: "review_needed", title, message, data: { path } };
}

/** The notification that something of the member was taken down, or is shown again. */
export function takedownNotification(taken: TakenDownOf): NotificationText {
	const { subject, video_id, label, reason, sentence } = taken;
	const what = {
		video: `The report on ${named(label, "a video")} that you requested`,
		statement: `A statement in a report that you requested, ${named(label, "without words")},`,
		page: `A page that you added, ${named(label, "without a title")},`,
		dispute: `Your dispute of ${named(label, "a statement")}`,
		response: `Your response as ${named(label, "a creator")}`,
		speaker_name: `The name ${named(label, "that")} that you gave a speaker`,
		member: "Your account",
	}[subject];
	const path = video_id === null ? null : resultsPath(video_id);
	const data = { path, ...(video_id !== null && { video_id }) };
	if (reason === null)
		return { type: "taken_down", title: "Shown again", message: `${what} is shown again.`, data };
	const message = `${what} was taken down, because ${TAKEDOWN_REASONS[reason]}: ${sentences(sentence)}`;
	return { type: "taken_down", title: "Taken down", message, data };
}

/** The text of a notification; `data.path` is the target of a click. */
export type NotificationText = Pick<Notification, "type" | "title" | "message" | "data">;

/** YouTube's maximum title length. */
const MAX_NAME_CHARS = 100;
/** A few lines; the linked page has the rest. */
const MAX_SENTENCES_CHARS = 300;

/** A title or a name inside a sentence, or `otherwise` if there is none. */
export function named(name: string, otherwise: string): string {
	const text = name.trim();
	return text ? isolated(inQuotes(cutAtWord(text, MAX_NAME_CHARS))) : otherwise;
}

/** A user's text, completed with a full stop if needed. */
export function sentences(text: string): string {
	const said = cutAtWord(text.trim(), MAX_SENTENCES_CHARS);
	return /[.!?…]["”’)]?$/.test(said) ? said : `${said}.`;
}

/** The page of a video's results, at a statement if one is given. */
function resultsPath(video_id: VideoId, statement_id: StatementId | null = null): string {
	return `/results/${video_id}${statement_id === null ? "" : `#s-${statement_id}`}`;
}
