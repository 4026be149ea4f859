import { PROBLEMS, type ProblemName } from "#http/problem-catalogue.ts";
import { type FailureCode, RUN_FAILURES } from "#http/run-failures.ts";
import { FAILURE_REMEDIES, type Remedy } from "./failure-remedies.ts";

type CodeOf<N extends string> = N extends `${infer Code}/${string}` ? Code : N;
type ProblemCode = CodeOf<ProblemName> | FailureCode;

const REMEDIES: Record<ProblemCode, Remedy> = {
	invalid_body: [
		"A field of the body is missing, unknown or has a value that is not accepted.",
		"`errors` names each field and says what it must be. Change the body accordingly.",
	],
	not_json: [
		"The body is no JSON, or was not declared as such.",
		"Send valid JSON in UTF-8, with the header `Content-Type: application/json`.",
	],
	too_deep: [
		"The body has more objects and lists inside one another than any call needs.",
		"Send the fields as the call's schema shows them.",
	],
	repeated_field: [
		"An object of the body has the same field twice, which two programs could read differently.",
		"Send each field once.",
	],
	too_large: ["The body is larger than this call accepts.", "Send a shorter text."],
	invalid_query: [
		"A parameter of the address is missing, unknown or has a value that is not accepted.",
		"`errors` names each parameter and says what it must be.",
	],
	bad_cursor: [
		"The cursor was not made by this list, or is cut off.",
		"Send the `next_cursor` of the previous page unchanged, or leave it out to start at the first page.",
	],
	bad_idempotency_key: [
		"The header `Idempotency-Key` has a value that is not accepted.",
		"Send 1 to 255 visible ASCII characters, a UUID for example.",
	],
	idempotency_key_reused: [
		"The same `Idempotency-Key` came with another address or body within a day.",
		"Make a new key for each new request, and repeat a key only with the same request.",
	],
	request_in_progress: [
		"The first request with this `Idempotency-Key` has not been answered yet.",
		"Wait some seconds and send the same request again.",
	],
	cross_site: [
		"A page of another site sent a request that counts on this site's cookie.",
		"Call the API from a program with a key, which no page of another site can use.",
	],
	method_not_allowed: [
		"The address exists, and does not accept this method.",
		"Use one of the methods in the header `Allow`.",
	],
	not_found: ["No call has this address.", "Compare the address with this page."],
	internal: [
		"Something failed that we did not expect. It was logged with the request's id.",
		"Try again. If it stays, tell the site's operator the `request_id`.",
	],
	bad_configuration: [
		"A setting of this site has a value that cannot be used. `detail` names it.",
		"The site's operator corrects the setting and starts the site again.",
	],
	database_unreachable: [
		"The database does not answer. Nothing that was stored is lost.",
		"Wait as long as `Retry-After` says, and send the request again.",
	],
	not_signed_in: [
		"This call needs to know who is asking.",
		"Send an API key as `Authorization: Bearer`, or sign in and send the cookie.",
	],
	invalid_key: [
		"The API key is wrong, was deleted, or has expired.",
		"Create a new key on your account page.",
	],
	metrics_token_wanted: [
		"The site's figures are shown to its operator alone.",
		"Send the setting `METRICS_TOKEN` as `Authorization: Bearer`.",
	],
	not_allowed: [
		"You are known, and may not do this: the key lacks a scope, it takes a session, or it belongs to someone else.",
		"`detail` says which. Use a key with that scope, sign in, or ask the member it belongs to.",
	],
	too_many_requests: [
		"A limit is reached. `detail` says which, and the header `RateLimit-Policy` how much it allows.",
		"Wait as long as `Retry-After` says, in seconds.",
	],
	authentication_failed: [
		"The email address or the password is wrong. The answer does not reveal which.",
		"Try again, or request a link with which you choose a new password.",
	],
	email_unconfirmed: [
		"The account's email address has not been confirmed.",
		"Open the link in the email, or request another one with `POST /api/auth/resend`.",
	],
	email_taken: [
		"Another account has this email address.",
		"Sign in to that account, or use another address.",
	],
	email_unchanged: [
		"The new email address is the one that the account has.",
		"Send another address.",
	],
	no_weekly_mail: ["This site sends no email.", "Use the feed of `POST /api/following/key`."],
	email_not_changeable: [
		"This site sends no email, so it cannot confirm a new address.",
		"Ask the site's operator.",
	],
	link_unusable: [
		"The link or its token was used, has expired, or never existed.",
		"Request a new link, or stop the weekly email on the page Following.",
	],
	wrong_password: ["The password is wrong.", "Try again with the account's current password."],
	wrong_code: [
		"The code is wrong, was used before, or its 30 seconds are over.",
		"Wait for the app's next code, or use a recovery code.",
	],
	sign_in_again: [
		"This needs a sign-in of the last 30 minutes.",
		"Sign in again, then repeat the request.",
	],
	sign_in_expired: [
		"Too much time passed between the password and the code.",
		"Start the sign-in again.",
	],
	second_factor_required: [
		"The team's calls need an account with a second factor.",
		"Set one up on your account page.",
	],
	second_factor_exists: [
		"The account has a second factor.",
		"Turn it off before you set up another one.",
	],
	no_second_factor: ["The account has no second factor.", "Set one up first."],
	weak_password: [
		"The password is easy to guess.",
		"Choose another one: a few words that do not belong together, for example.",
	],
	google_unavailable: [
		"This site is not set up for sign-in with Google.",
		"Use email address and password.",
	],
	picture_not_found: [
		"The account has no picture, or its address does not answer with one.",
		"Change `avatar_url` with `PATCH /api/me`.",
	],
	session_not_found: [
		"You have no such session; it may have ended.",
		"Read `GET /api/me/sessions` again.",
	],
	key_not_found: ["You have no such API key.", "Read `GET /api/keys` again."],
	key_ends_in_the_past: [
		"`expires_at` is over already.",
		"Send a later instant, or leave it out for a key that does not expire.",
	],
	too_many_keys: ["You have as many API keys as an account can have.", "Delete one of them."],
	extension_unknown: [
		"The `redirect_uri` is not one of this site's browser extension.",
		"The site's operator adds the extension's id to the setting `EXTENSION_IDS`.",
	],
	extension_code_unusable: [
		"The code is unknown, was used, or is older than a minute, or the member has signed out.",
		"Start again in the extension.",
	],
	bad_filter: ["The parameter `filter` has another value.", "Send `all`, `votes` or `analyses`."],
	invalid_url: [
		"The link leads to no video on YouTube.",
		"Send the address of one video, such as `https://www.youtube.com/watch?v=…`; `errors` has a hint for a channel or playlist.",
	],
	real_result_kept: [
		"No AI provider is configured here, and the video has a result of real ones, which a simulated one must not replace.",
		"Read the earlier result, or ask the site's operator to configure a provider.",
	],
	report_full: [
		"The video's report has 100 moments or 300 statements, to which no moment adds.",
		"Read the report: it has what was checked. `force` analyzes the whole video again, without the moments.",
	],
	analysis_running: [
		"As many requests for this video are waiting as can wait.",
		"Follow the running analysis at `GET /api/videos/{id}/events`, and send the request again when it has ended.",
	],
	analysis_not_found: [
		"No analysis that you requested has this id.",
		"Use the `analysis_id` that your `POST /api/v1/analyze` was answered with, and the same account's key.",
	],
	model_not_on_panel: [
		"This site does not ask one of the `models`.",
		"Choose from `panel` of `GET /api/health`.",
	],
	invalid_webhook_url: [
		"No event can be sent to the address in `webhook_url`.",
		"Give a public address that begins with https:// and leads to no private network.",
	],
	no_webhook_secret: [
		"Events are signed, and your account has no secret for that.",
		"Create one with `POST /api/webhooks/secret`.",
	],
	delivery_not_found: [
		"You have no such delivery; old ones are deleted.",
		"Read `GET /api/webhooks/deliveries` again.",
	],
	video_not_found: [
		"The video is unknown here, or YouTube does not have it.",
		"Check its id. If it exists, request its analysis with `POST /api/analyze`.",
	],
	version_not_found: [
		"The result has no version of this number.",
		"`GET /api/videos/{id}/versions` lists those that it has.",
	],
	no_result: [
		"The video's analysis has not ended, or ended without a result.",
		"Wait until `analysis_status` is `completed`.",
	],
	bad_prefix: [
		"The prefix is not of hex digits, or too short or too long.",
		"Send the first 4 to 64 hex digits of the SHA-256 of the video's id.",
	],
	missing_url: [
		"The call lacks the address of what is to be shown.",
		"Add the parameter `url` with the address of a result.",
	],
	no_such_result: [
		"The address in `url` is of another site, or of no result.",
		"Send the address of a result of this site, as `/results/{id}`.",
	],
	format_not_supported: ["Only JSON is offered for oEmbed.", "Send `format=json` or no `format`."],
	evidence_not_found: [
		"No published result has evidence with this id.",
		"Read the report again: a newer version may rest on other pages.",
	],
	channel_unknown_here: [
		"No public result has a video of this channel.",
		"Analyze one of its videos first.",
	],
	too_many_follows: [
		"You follow as many channels, claims and videos as a member can.",
		"Unfollow one of them.",
	],
	feed_not_found: [
		"The feed's address was replaced or closed.",
		"Create a new one with `POST /api/following/key`.",
	],
	statement_not_found: [
		"No statement has this id.",
		"Read the report again and use the ids that it has.",
	],
	statement_retired: [
		"A newer analysis of the video no longer has this statement.",
		"Read the report again and use one of its statements.",
	],
	statement_unrated: [
		"The statement is unverified: its `ai_score` is null, so there is no rating to agree with.",
		"Vote only on statements with an `ai_score`; an earlier vote can be removed with `DELETE`.",
	],
	bad_state: ["The parameter `state` has another value.", "Send `open`, `lifted` or `upheld`."],
	burst_not_found: ["No check of votes has this id.", "Read `GET /api/admin/votes` again."],
	page_not_opened: [
		"The page could not be opened or read, or this site may not open it.",
		"`detail` says why. Send the address of another page that says the same.",
	],
	page_without_statement: [
		"A page supports a response to one statement, and the response is to the whole report.",
		"Send `statement_id` too, or leave out `page`.",
	],
	rated_from_memory: [
		"The result was rated without sources, so a page cannot change it.",
		"Analyze the video again on a site with `EVIDENCE_SOURCES`.",
	],
	already_disputed: [
		"You have an open dispute of this statement.",
		"Wait until its `outcome` is another than `open`.",
	],
	dispute_not_found: ["There is no such dispute.", "Read the list again."],
	pages_not_read: [
		"This site rates without sources, so no analysis would read the page.",
		"Ask the site's operator to set `EVIDENCE_SOURCES`.",
	],
	claim_not_found: [
		"There is no such ownership claim, or it is not yours.",
		"Read `GET /api/claims` again.",
	],
	reason_required: [
		"An ownership claim is rejected with a reason only.",
		"Send `reason`, which the member reads.",
	],
	bad_status: [
		"The parameter `status` has another value.",
		"Send `pending`, `verified` or `rejected`.",
	],
	transcript_disputed: [
		"Another member's transcript of this video is published, and yours differs from it.",
		"Nothing to send: yours replaces it once a second member pastes the same text.",
	],
	claim_changed: [
		"The ownership claim was changed by someone else just now.",
		"Read it again and decide again.",
	],
	claim_decided: ["The ownership claim is decided already.", "Read it again."],
	claim_rejected: ["The ownership claim was rejected.", "Submit a new one."],
	claimed_already: [
		"The member has another ownership claim on the channel.",
		"Use or decide that one.",
	],
	channel_owned: [
		"Another member is the channel's verified owner.",
		"Reject that member's claim first, if it is wrong.",
	],
	channel_unknown: [
		"The claim's link did not tell its channel.",
		"Send the channel's id, which begins with UC, as `channel_id`.",
	],
	channel_unreadable: [
		"YouTube did not send the channel's description.",
		"Try again in a few minutes.",
	],
	channel_not_found: ["YouTube has no such channel.", "Check the link."],
	code_not_found: [
		"The verification code is not in the channel's description.",
		"Add it there as a separate word, wait a few minutes, and try again.",
	],
	already_responded: [
		"The channel's owner has responded to this before.",
		"Change that response with `PATCH /api/responses/{id}`.",
	],
	target_changed: [
		"A new analysis was published while you sent the response.",
		"Read the report again, and respond to what it says now.",
	],
	too_many_responses: [
		"You have written as many responses as one video can have.",
		"Change or withdraw one of them.",
	],
	taken_down: [
		"The site's team has taken this down. `taken_down` says why and since when; the status is 451 for legal reasons.",
		"Remove your copies of it. Anyone can write to the site's team with `POST /api/notices`.",
	],
	notice_not_found: [
		"No notice has this number.",
		"Compare it with the number that the notice was answered with.",
	],
	notice_elsewhere: [
		"The address is none of this site's reports or statements.",
		"Send the address of the page on this site that the notice is about.",
	],
	takedown_unknown: [
		"No report, statement, page, dispute, response, speaker's name or account has this id.",
		"Compare `kind` and `id` with what you want to take down.",
	],
	account_closed: [
		"The site's team has closed the account. `taken_down` says why and since when.",
		"Write to the site's team with `POST /api/notices`.",
	],
	own_account: [
		"An admin tried to close the account that they are signed in to.",
		"Ask another admin, or delete the account.",
	],
	no_analysis: [
		"The video has no finished analysis that you could respond to.",
		"Wait until its analysis has ended.",
	],
	statement_of_another_video: [
		"`statement_id` and `video_id` do not belong together.",
		"Send the id of the video in which the statement was made.",
	],
	speaker_unknown: [
		"No cue and no turn of the transcript has this speaker.",
		"Send `speaker` exactly as `GET /api/videos/{id}/transcript` has it.",
	],
	response_not_found: ["There is no such response.", "Read the report again."],
	response_withdrawn: [
		"The response was withdrawn.",
		"Write a new one with `POST /api/responses`.",
	],
	too_many_edits: [
		"The response was changed as often as a response can be.",
		"Withdraw it and write a new one.",
	],
	...FAILURE_REMEDIES,
};

export type ProblemRemedy = { code: string; statuses: number[]; means: string; remedy: string };

/** Every code that the product can answer, in alphabetical order, with its HTTP statuses. */
export function problemRemedies(): ProblemRemedy[] {
	const statuses = new Map<string, Set<number>>();
	for (const [name, { status }] of Object.entries({ ...PROBLEMS, ...RUN_FAILURES })) {
		const [code = name] = name.split("/");
		statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
	}
	return Object.entries(REMEDIES)
		.map(([code, [means, remedy]]) => ({
			code,
			statuses: [...(statuses.get(code) ?? [])],
			means,
			remedy,
		}))
		.sort((a, b) => a.code.localeCompare(b.code));
}
