import { describe, expect, it } from "vitest";
import type { VerificationMethod } from "#contract/claims.ts";
import { describeClaim, REVIEW_REASONS } from "#features/channels/describe-claim.ts";
import { sampleClaim } from "#tests/web/support/sample-member.ts";

const CODE: VerificationMethod = "channel_description";
const TEAM: VerificationMethod = "team_review";
const owned = sampleClaim({ verification_method: TEAM, reason: REVIEW_REASONS.owned });

describe("describeClaim", () => {
	it("names a review as the method only if somebody can review the claim", () => {
		expect(describeClaim(owned, [CODE, TEAM])).toMatchObject({
			verification_method: TEAM,
			reason: `${REVIEW_REASONS.owned} Our team (this site's admins) reviews the claim within 24-48 hours.`,
		});
		expect(describeClaim(owned, [CODE])).toMatchObject({
			verification_method: CODE,
			reason: expect.stringMatching(/nobody reviews claims.*ADMIN_EMAILS/),
		});
		expect(describeClaim(owned, [])).toMatchObject({
			verification_method: CODE,
			reason: expect.stringMatching(/YOUTUBE_API_KEY.*ADMIN_EMAILS/),
		});
	});

	it("gives no reason if the code alone verifies the claim", () => {
		expect(describeClaim(sampleClaim(), [CODE, TEAM])).toEqual(sampleClaim());
		const read_now = sampleClaim({ verification_method: TEAM, reason: REVIEW_REASONS.cannot_read });
		expect(describeClaim(read_now, [CODE])).toEqual(sampleClaim());
	});

	it("gives a reason if the site can no longer read descriptions", () => {
		expect(describeClaim(sampleClaim(), [TEAM])).toMatchObject({
			verification_method: TEAM,
			reason: expect.stringContaining(REVIEW_REASONS.cannot_read),
		});
	});

	it("leaves decided claims as they are", () => {
		const rejected = sampleClaim({ status: "rejected", reason: "No proof." });
		expect(describeClaim(rejected, [])).toEqual(rejected);
	});
});
