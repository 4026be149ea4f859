import { type ProblemEntry, tooMany } from "./problem-kinds.ts";

/**
 * The part of the catalogue with limits that were reached. `{when}` is replaced by the problem's
 * `retry_after_s` in words.
 */
export const LIMIT_PROBLEMS = {
	"too_many_requests/added_pages": tooMany(
		"You have added as many pages as one hour allows. Please try again {when}.",
	),
	"too_many_requests/disputes": tooMany(
		"You have sent as many disputes as one day allows. Please try again {when}.",
	),
	"too_many_requests/results": tooMany(
		"You have read as many finished analyses as one minute allows. Please try again {when}.",
	),
	"too_many_requests/actions": tooMany("You have done this many times. Please try again {when}."),
	"too_many_requests/analyses": tooMany(
		"You have reached the hourly limit for analyses. Please try again {when}.",
	),
	"too_many_requests/transcripts": tooMany(
		"You have had many transcripts read. Please try again {when}.",
	),
	"too_many_requests/moments": tooMany(
		"You have checked many moments. Please try again in a little while.",
	),
	"too_many_requests/analyses_address": tooMany(
		"Your network has reached the hourly limit for analyses. Please try again {when}.",
	),
	"too_many_requests/attempts": tooMany(
		"You have entered passwords or codes many times within an hour. Please try again {when}.",
	),
	"too_many_requests/channels": tooMany(
		"You have looked up many channels in the last hour. Please try again {when}.",
	),
	"too_many_requests/codes": tooMany("Too many wrong codes. Please try again {when}."),
	"too_many_requests/events": tooMany("You have resent many events. Please try again {when}."),
	"too_many_requests/force": tooMany(
		"This video was re-analyzed several times in the last hour. Please try again {when}.",
	),
	"too_many_requests/mails": tooMany("Too many emails were requested. Please try again {when}."),
	"too_many_requests/notices": tooMany(
		"Too many problems were reported from your network. Please try again {when}.",
	),
	"too_many_requests/pages": tooMany(
		"You have too many of our pages open. Close some, or try again {when}.",
	),
	"too_many_requests/passwords": tooMany("Too many wrong passwords. Please try again {when}."),
	"too_many_requests/passwords_at_confirmation": tooMany(
		"Too many wrong passwords. Please try again {when}, or choose a new one.",
	),
	"too_many_requests/provider_tests": tooMany(
		"The providers were tested several times in the last hour. Please try again {when}.",
	),
	"too_many_requests/requests": tooMany(
		"You are requesting analyses too fast. Please try again {when}.",
	),
	"too_many_requests/searches": tooMany(
		"Too many searches from this address. Please try again {when}.",
	),
	"too_many_requests/sign_ins": tooMany("Too many failed sign-ins. Please try again {when}."),
	"too_many_requests/sign_ups": tooMany(
		"Too many accounts were created from this address. Please try again {when}.",
	),
	"too_many_requests/idempotency_keys": tooMany(
		"You have used 1000 Idempotency-Keys within a day. Send this request without one, or try again {when}.",
	),
	"too_many_requests/open_webhooks": tooMany(
		"100 of your webhook events are waiting for delivery. Please try again {when}, when your server has accepted some.",
	),
	"too_many_requests/viewers": tooMany(
		"Too many pages of this video are open. Please try again {when}.",
	),
	"too_many_requests/webhooks": tooMany(
		"You are requesting webhook events too fast. Please try again {when}.",
	),
	"too_many_requests/votes": tooMany(
		"You are voting faster than we can count. Please try again {when}.",
	),
} as const satisfies Record<string, ProblemEntry>;
