import {
	AUTHENTICATION_FAILED,
	CONFIRM_EMAIL_FIRST,
	SIGN_IN_TO_VOTE,
	UNKNOWN_FAILURE,
	VIDEO_NOT_FOUND,
} from "#contract/texts.ts";
import { LIMIT_PROBLEMS } from "./limit-problems.ts";
import {
	badInput,
	conflict,
	conflicting,
	forbidden,
	notAllowed,
	notFound,
	notSignedIn,
	type ProblemEntry,
	unauthorized,
	unprocessable,
	wrongMethod,
} from "./problem-kinds.ts";

/**
 * Every problem that a request can be answered with. The name is the code. A code with several
 * sentences has one entry for each, named `code/case`. `{name}` is replaced when the problem is
 * thrown. Clients depend on the codes.
 */
export const PROBLEMS = {
	// Any route
	invalid_body: badInput("{sentence}"),
	"invalid_body/shape": badInput(
		"The request body must be a JSON object with the fields of this call.",
	),
	"invalid_body/broken_off": badInput("The request body broke off."),
	"invalid_body/pieces": badInput("The request body is sent in too many small pieces."),
	not_json: badInput("The request body is not valid JSON."),
	"not_json/media_type": {
		status: 415,
		title: "Unsupported media type",
		detail: "Send the request body as application/json.",
	},
	too_deep: badInput("The request body is nested deeper than {levels} levels."),
	repeated_field: badInput('The request body names the field "{field}" twice.'),
	too_large: {
		status: 413,
		title: "Too large",
		detail: "The request body is larger than {kb} KB.",
	},
	invalid_query: badInput("{sentence}"),
	"invalid_query/shape": badInput("The parameters in the address do not fit together."),
	bad_cursor: badInput("This cursor is not valid."),
	bad_idempotency_key: badInput("An Idempotency-Key must be 1 to 255 visible ASCII characters."),
	idempotency_key_reused: unprocessable(
		"Idempotency-Key used before",
		"This Idempotency-Key was already used for another request. Use a new one for each request.",
	),
	request_in_progress: conflicting(
		"Request in progress",
		"The first request with this Idempotency-Key is still running.",
	),
	cross_site: forbidden(
		"Cross-site request",
		"This request came from another site, so it was refused.",
	),
	"cross_site/no_address": forbidden(
		"Cross-site request",
		"This site does not know its public address, so it refused this request. Its operator has to set APP_ORIGIN to {origin}.",
	),
	method_not_allowed: wrongMethod("This address accepts {methods}."),
	"method_not_allowed/page": wrongMethod("A page can only be read."),
	not_found: notFound("Not found", "There is nothing at this address."),
	internal: { status: 500, title: "Internal error", detail: UNKNOWN_FAILURE },
	bad_configuration: { status: 500, title: "Bad configuration", detail: "{errors}" },
	database_unreachable: {
		status: 503,
		title: "Temporarily unavailable",
		detail:
			"We cannot reach our database right now. What is stored is safe; please try again shortly.",
	},

	// Sign-in and permissions
	not_signed_in: notSignedIn("Please sign in to do this."),
	"not_signed_in/activity": notSignedIn("Please sign in to see your activity"),
	"not_signed_in/analyze": notSignedIn("You must be logged in to analyze videos"),
	"not_signed_in/claim": notSignedIn("Please sign in to claim a channel"),
	"not_signed_in/deleted": notSignedIn("This account was deleted."),
	"not_signed_in/follow": notSignedIn("Please sign in to follow this"),
	"not_signed_in/following": notSignedIn("Please sign in to see what you follow"),
	"not_signed_in/dispute": notSignedIn("Please sign in to dispute a rating"),
	"not_signed_in/notifications": notSignedIn("Please sign in to see your notifications"),
	"not_signed_in/respond": notSignedIn("Please sign in to respond to an analysis"),
	"not_signed_in/vote": notSignedIn(SIGN_IN_TO_VOTE),
	"not_signed_in/votes": notSignedIn("Please sign in to see your votes"),
	invalid_key: unauthorized("Invalid API key", "This API key is not valid, or was deleted."),
	"invalid_key/expired": unauthorized(
		"Invalid API key",
		"This API key has expired. Please create a new one.",
	),
	metrics_token_wanted: unauthorized(
		"Metrics token required",
		"Send the site's METRICS_TOKEN as a bearer token.",
	),
	"not_allowed/api_key": notAllowed("An API key cannot do this. Please sign in."),
	"not_allowed/scope": notAllowed("This API key lacks the scope {scope}, which this needs."),
	"not_allowed/team": notAllowed("Only the site's team may do this."),
	"not_allowed/claim": notAllowed("This ownership claim belongs to another member."),
	"not_allowed/response": notAllowed("This response was written by another member."),
	"not_allowed/speaker": notAllowed(
		"Only the member who pasted this transcript can name its speakers.",
	),
	"not_allowed/channel": notAllowed(
		"Only the verified owner of this video's channel can respond to its analysis.",
	),

	...LIMIT_PROBLEMS,

	// Accounts, sessions and keys
	authentication_failed: unauthorized(AUTHENTICATION_FAILED, AUTHENTICATION_FAILED),
	email_unconfirmed: forbidden("Address not confirmed", CONFIRM_EMAIL_FIRST),
	email_taken: conflicting(
		"Address already in use",
		"An account with this email address exists. Please sign in.",
	),
	email_unchanged: unprocessable("Address unchanged", "This is already your email address."),
	no_weekly_mail: unprocessable(
		"No email",
		"This site sends no email. You can read the same list in a feed reader.",
	),
	email_not_changeable: unprocessable(
		"No email",
		"This site sends no email, so it cannot confirm another address. Please ask the site's operator.",
	),
	"email_taken/change": conflicting(
		"Address already in use",
		"An account with this email address exists, so yours keeps its address.",
	),
	// The sentence does not reveal whether a link was used, has expired or never existed.
	link_unusable: badInput("This link has expired or was already used. Please request a new one."),
	"link_unusable/weekly_mail": badInput(
		"This link is not valid. You can stop the weekly email on the page Following.",
	),
	"link_unusable/newsletter": badInput(
		"This link is not valid, or a newer email has replaced it. You can subscribe at the bottom of the home page.",
	),
	wrong_password: forbidden("Wrong password", "The current password is wrong."),
	"wrong_password/confirmation": forbidden(
		"Wrong password",
		"This is not the password that was chosen at sign-up.",
	),
	wrong_code: forbidden("Wrong code", "This code is wrong or was already used."),
	"wrong_code/mailed": forbidden(
		"Wrong code",
		"This code is wrong, was already used or has expired. Please check the newest email, and the address that it was sent to.",
	),
	sign_in_again: forbidden("Sign-in too old", "Please sign in again to do this."),
	sign_in_expired: unauthorized("Sign-in expired", "This sign-in has expired. Please start again."),
	second_factor_required: forbidden(
		"Second factor required",
		"You need a second factor for the team's pages. Please set one up in your account.",
	),
	second_factor_exists: conflict("Your account already has a second factor. Turn it off first."),
	no_second_factor: conflict("Your account has no second factor."),
	"weak_password/own": badInput(
		"Your password must not consist of your name, your email address or this site's name. Please choose another one.",
	),
	"weak_password/common": badInput(
		"This password is one of the most common ones. Please choose another one.",
	),
	google_unavailable: notFound(
		"Google sign-in is not available",
		"Google sign-in is not available. Please use email authentication.",
	),
	picture_not_found: notFound("No picture", "There is no picture, or it cannot be fetched."),
	session_not_found: notFound("Session not found", "This session has already ended."),
	key_not_found: notFound("API key not found", "You have no such API key."),
	key_ends_in_the_past: badInput("A key must expire in the future."),
	too_many_keys: conflicting(
		"Too many keys",
		"You have {limit} API keys. Please delete one first.",
	),
	extension_unknown: badInput("This request does not come from this site's browser extension."),
	extension_code_unusable: badInput(
		"This sign-in has expired or was already used. Please start again in the extension.",
	),
	bad_filter: badInput("The filter is all, votes or analyses."),

	// Analyses and webhooks
	invalid_url: badInput("{reason}"),
	transcript_unreadable: unprocessable("Nothing can be read in this transcript", "{problem}"),
	real_result_kept: conflicting(
		"Result kept",
		"No AI provider is configured, so a new analysis would be simulated. The earlier result was kept.",
	),
	report_full: conflicting(
		"Report full",
		"The report of this video has as many moments or statements as it can, so no further moment is checked.",
	),
	"report_full/own": conflicting(
		"Enough moments",
		"You have had as many moments of this video checked as one member may.",
	),
	analysis_running: conflicting(
		"Too many requests for this video",
		"Many requests for this video are waiting already. Please try again when some of them have finished.",
	),
	"analysis_running/own": conflicting(
		"Two requests waiting",
		"Two of your requests for this video are waiting already. Please try again when one of them has finished.",
	),
	analysis_not_found: notFound("Analysis not found", "You have no such analysis."),
	model_not_on_panel: unprocessable(
		"Model not on the panel",
		"{model} is not on this site's panel, which is: {panel}.",
	),
	invalid_webhook_url: badInput("Events cannot be sent to this webhook_url. {reason}"),
	no_webhook_secret: unprocessable(
		"No webhook secret",
		"Create a webhook secret in your account first: events are signed with it.",
	),
	delivery_not_found: notFound("Delivery not found", "You have no such delivery."),

	// Reports and sharing
	video_not_found: notFound(VIDEO_NOT_FOUND.title, VIDEO_NOT_FOUND.title),
	version_not_found: notFound("Version not found", "There is no such version of this result."),
	no_result: conflicting("No result", "This video has no result to export yet."),
	bad_prefix: badInput("Send 4 to 64 hex digits of the id's SHA-256."),
	missing_url: badInput("Send the result's address in the parameter url."),
	no_such_result: notFound("No such result", "This is not the address of a result on this site."),
	format_not_supported: {
		status: 501,
		title: "Format not supported",
		detail: "Only the format json is supported.",
	},

	// Statements, evidence and votes
	evidence_not_found: notFound("Evidence not found", "There is no such evidence."),
	statement_not_found: notFound("Statement not found", "There is no such statement."),
	"statement_retired/vote": conflicting(
		"Statement retired",
		"A newer analysis of this video no longer includes this statement, so voting on it is closed.",
	),
	statement_unrated: conflicting(
		"Statement not rated",
		"This statement is unverified, so there is no rating to vote on. If you know a source, add it in the report.",
	),
	bad_state: badInput("The state of a check of votes is open, lifted or upheld."),
	burst_not_found: notFound("Check not found", "There is no such check of votes."),

	// What members follow
	channel_unknown_here: notFound(
		"Channel not found",
		"No analysis of this channel's videos is known.",
	),
	too_many_follows: conflicting(
		"Too many follows",
		"You follow {limit} channels, claims and videos. Please unfollow one first.",
	),
	feed_not_found: notFound("Feed not found", "This feed does not exist or was closed."),

	// Pages that members add
	"not_signed_in/page": notSignedIn("Please sign in to add a page"),
	page_not_opened: unprocessable("Page not opened", "{reason}"),
	"page_not_opened/address": unprocessable(
		"Page not opened",
		"Enter the whole address of the page, beginning with https://.",
	),
	page_without_statement: unprocessable(
		"Page without statement",
		"A page can be added only to a response to one statement.",
	),
	"statement_retired/page": conflicting(
		"Statement retired",
		"A newer analysis of this video no longer includes this statement, so no page can be added to it.",
	),
	"statement_retired/dispute": conflicting(
		"Statement retired",
		"A newer analysis of this video no longer includes this statement, so it cannot be disputed.",
	),
	rated_from_memory: conflicting(
		"Rated without sources",
		"This result was rated without sources, so no page can change it. A new analysis may search for some.",
	),
	already_disputed: conflicting(
		"Already disputed",
		"You have disputed this statement already. Please wait until it was checked again.",
	),
	"already_disputed/network": conflicting(
		"Already disputed",
		"Someone in your network has disputed this statement already. Please wait until it was checked again.",
	),
	dispute_not_found: notFound("Dispute not found", "There is no such dispute."),
	pages_not_read: conflicting(
		"Pages not read",
		"This site rates without sources at the moment, so no analysis would read the page.",
	),

	// Channels and creators' responses
	claim_not_found: notFound("Claim not found", "There is no such ownership claim."),
	reason_required: unprocessable(
		"Reason required",
		"A rejection needs a reason. The member can read it.",
	),
	bad_status: badInput("A claim's status is pending, verified or rejected."),
	transcript_disputed: conflicting(
		"Another transcript is published",
		"Another member's transcript of this video is published. Yours is saved and replaces it once a second member pastes the same text.",
	),
	claim_changed: conflict("This ownership claim was just changed. Please look at it again."),
	claim_decided: conflict("This ownership claim is already decided, so it cannot be withdrawn."),
	claim_rejected: conflict("This ownership claim was rejected. You can submit a new one."),
	claimed_already: conflict(
		"You have another ownership claim on this channel. Please use that one.",
	),
	"claimed_already/review": conflict(
		"The member has another open claim on this channel. Decide that one.",
	),
	channel_owned: conflict("This channel has another verified owner. Reject that claim first."),
	channel_unknown: unprocessable(
		"Channel unknown",
		"We could not find the channel of this claim's link. Send the channel's id (UC…) as channel_id.",
	),
	channel_unreadable: {
		status: 502,
		title: "Channel not readable",
		detail: "YouTube did not send the channel's description. Please try again in a few minutes.",
	},
	"channel_not_found/youtube": unprocessable(
		"Channel not found",
		"YouTube has no such channel. Please check the link.",
	),
	"video_not_found/youtube": unprocessable(
		"Video not found",
		"YouTube has no such video. Please check the link.",
	),
	code_not_found: unprocessable(
		"Code not found",
		"The code is not in the channel's description. It must be a separate word, and YouTube may take a few minutes to show a change.",
	),
	already_responded: conflict("You have already responded to this. Edit that response instead."),
	target_changed: conflict("What you are responding to has just changed. Please look at it again."),
	too_many_responses: conflict(
		"A video can have up to {limit} responses, and you have written that many.",
	),
	taken_down: {
		status: 410,
		title: "Taken down",
		detail: "{what} was taken down on {day}, because {reason}: {sentence}",
	},
	"taken_down/legal": {
		status: 451,
		title: "Taken down for legal reasons",
		detail: "{what} was taken down on {day}, because {reason}: {sentence}",
	},
	notice_not_found: notFound("Notice not found", "There is no notice with this number."),
	notice_elsewhere: unprocessable(
		"Another page",
		"Give the address of a report or a statement on this site.",
	),
	takedown_unknown: notFound("Nothing to take down", "There is nothing of this kind with this id."),
	account_closed: forbidden(
		"Account closed",
		"This site's team closed this account on {day}, because {reason}: {sentence}",
	),
	own_account: conflict("You cannot close your own account here."),
	no_analysis: conflict("This video has no finished analysis to respond to."),
	statement_of_another_video: unprocessable(
		"Another video's statement",
		"This statement was made in another video.",
	),
	"statement_retired/respond": conflict(
		"A newer analysis of this video no longer includes this statement.",
	),
	speaker_unknown: unprocessable("Unknown speaker", "The transcript names no such speaker."),
	response_not_found: notFound("Response not found", "There is no such response."),
	response_withdrawn: conflict("This response was withdrawn. Write a new one instead."),
	too_many_edits: conflict(
		"A response can be changed {limit} times. Withdraw it and write a new one instead.",
	),
} as const satisfies Record<string, ProblemEntry>;

export type ProblemName = keyof typeof PROBLEMS;
