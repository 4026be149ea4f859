import type { User } from "#contract/account.ts";
import type { Claim, Creator } from "#contract/claims.ts";
import type { Health } from "#contract/site.ts";
import { sampleMe, sampleUser } from "./sample-account.ts";

const AT = "2026-01-31T10:00:00.000Z";

export const MEMBER = sampleUser();

/** A site with one provider, sources, and both ways to decide a claim. */
export function sampleHealth(change: Partial<Health> = {}): Health {
	return {
		status: "ok",
		mode: "live",
		panel: ["openai"],
		contact_email: null,
		evidence_sources: ["wikipedia", "pubmed"],
		claim_methods: ["channel_description", "team_review"],
		mail: true,
		...change,
	};
}

/** Answers to the requests of the app shell. */
export function shellAnswers(user: User | null) {
	return {
		"/api/auth/session": () => ({ body: { user, providers: { google: false } } }),
		"/api/health": () => ({ body: sampleHealth() }),
		"/api/me": () => ({ body: sampleMe(user ?? {}) }),
		"/api/notifications": () => ({ body: { notifications: [], unread: 0 } }),
	};
}

export function sampleClaim(change: Partial<Claim> = {}): Claim {
	return {
		id: "c1",
		url: "https://www.youtube.com/@plain",
		channel_id: "UC0",
		channel_name: "Plain Engineering",
		comments: null,
		status: "pending",
		verified: false,
		verification_code: "bs-BCDFGH",
		verification_method: "channel_description",
		submitted_at: AT,
		decided_at: null,
		reason: null,
		...change,
	};
}

export function sampleCreator(change: Partial<Creator> = {}): Creator {
	return {
		id: "k1",
		channel_id: "UC0",
		channel_name: "Plain Engineering",
		verified: true,
		reputation_score: 58,
		total_videos: 1,
		avg_bs_score: 42,
		created_at: AT,
		...change,
	};
}
