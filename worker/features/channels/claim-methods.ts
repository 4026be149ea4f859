import type { VerificationMethod } from "#contract/claims.ts";
import type { Settings } from "#worker/env.ts";

/** A code requires a key that reads channel descriptions. A review requires an admin. */
export function claimMethods({ YOUTUBE_API_KEY, ADMIN_EMAILS }: Settings): VerificationMethod[] {
	const methods: VerificationMethod[] = [];
	if (YOUTUBE_API_KEY) methods.push("channel_description");
	if (ADMIN_EMAILS.length > 0) methods.push("team_review");
	return methods;
}
