import type { VerificationMethod } from "./claims.ts";
import { REVIEW_TIME } from "./texts.ts";

/**
 * Explains who decides a claim that a code cannot verify, or what the operator has to configure
 * first. Both the API and the app say it.
 */
export function claimOutlook(methods: VerificationMethod[]): string {
	if (methods.includes("team_review"))
		return `Our team (this site's admins) reviews the claim within ${REVIEW_TIME}.`;
	return methods.length > 0 ? NO_REVIEWER : NOT_DECIDED;
}

const NO_REVIEWER =
	"The claim stays pending, because nobody reviews claims on this site. Its operator can name reviewers with ADMIN_EMAILS.";

const NOT_DECIDED =
	"The claim stays pending, because this site cannot decide claims yet. Its operator must set YOUTUBE_API_KEY to check codes, or ADMIN_EMAILS to name reviewers.";
