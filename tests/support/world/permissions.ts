import type { Claim } from "#contract/claims.ts";
import { EXTENSION_IDS } from "#contract/extension.ts";
import type { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import { type NewClaim, submitClaim } from "#features/channels/claim-queries.ts";
import { createResponse } from "#features/channels/response-queries.ts";
import { insertNotice } from "#features/notices/queries.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { aClaim, freshChannelId, makeOwner } from "../fixtures/claims.ts";
import { aStatement, someMetadata } from "../fixtures/publications.ts";
import { createClient, watchUrl } from "./client.ts";
import type { SharedProduct } from "./product.ts";
import { addMember, databaseOf, published, signedIn, signedInAdmin } from "./signed-in.ts";

export type Row = {
	/**
	 * The request, with its subject created for each role, since a successful request may use it up.
	 * Without a body nothing is sent.
	 */
	ask: (world: World, role: Role) => Promise<Ask> | Ask;
	/** The expected status by role. A status other than 401 and 403 means that access is granted. */
	answers: Record<Role, number>;
};
export type Ask = {
	path: string;
	body?: unknown;
	/** The member to ask as, if it is not the role's own. */
	as?: MemberId;
};

const each = (status: (role: Role) => number) =>
	Object.fromEntries(ROLES.map((role) => [role, status(role)])) as Record<Role, number>;
/** The same for visitors and members. */
export const everyone = (status: number) => each(() => status);
/** Visitors get 401; all members are equal. */
export const members = (status: number) => each((role) => (role === "anonymous" ? 401 : status));
/** Visitors get 401; other members are refused. */
export const only = (status: number, ...allowed: Role[]) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return allowed.includes(role) ? status : 403;
	});
/** Visitors get 401; other members get 404 for what is not theirs. */
export const hidden = (status: number) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return role === "owner" ? status : 404;
	});
export const at = (path: string, body?: unknown) => () => ({ path, body });

/**
 * Every role that the site distinguishes. owner: owns the request's subject and a separate channel.
 * creator: the verified owner of the channel of `world.video_id`. other_creator: owns an unrelated
 * channel.
 */
export const ROLES = ["anonymous", "member", "owner", "creator", "other_creator", "admin"] as const;
export type Role = (typeof ROLES)[number];

export type World = {
	/** A member who signed up with a password. */
	account: { email: string; password: string };
	/** A finished analysis of the creator's video, and one of its statements. */
	video_id: VideoId;
	statement_id: StatementId;
	member_id: (role: Exclude<Role, "anonymous">) => MemberId;
	/** Opens a session and returns its Cookie header and its listed id. */
	newSession: (member_id: MemberId) => Promise<{ cookie: string; id: string }>;
	/** A member without data, whose deletion needs no password. */
	newMember: () => Promise<MemberId>;
	newKey: () => Promise<string>;
	/** The id of an analysis that the owner requested through the API. */
	newAnalysis: () => Promise<string>;
	/** The id of a finished webhook delivery of the owner. */
	newDelivery: () => Promise<string>;
	/** A new open claim of the owner. */
	newClaim: (fields?: Partial<NewClaim>) => Promise<Claim>;
	newResponse: () => Promise<CreatorResponse>;
	/** The number of a new notice. */
	newNotice: () => Promise<string>;
	/** A new finished analysis of the creator's video. */
	newVideo: () => Promise<VideoId>;
	/** One whose transcript, with a "Speaker 2", the owner pasted. */
	newPastedVideo: () => Promise<VideoId>;
};

let notices = 0;

export async function createWorld(product: SharedProduct): Promise<World> {
	const db = await databaseOf(product);
	const [member, owner, creator, other_creator] = await signedIn(product, 4);
	if (!member || !owner || !creator || !other_creator) throw new Error("There are too few members");
	const admin = await signedInAdmin(product);
	const ids = { member, owner, creator, other_creator, admin };
	const channel_of = {
		owner: freshChannelId(),
		creator: freshChannelId(),
		other_creator: freshChannelId(),
	};
	for (const role of ["owner", "creator", "other_creator"] as const)
		await makeOwner(db, ids[role].id, channel_of[role]);
	const statement = aStatement();
	const analysisOf = (channel_id: string, statements = [aStatement()]) =>
		published(product, { statements, metadata: someMetadata({ channel_id }) });
	const { video_id } = await analysisOf(channel_of.creator, [statement]);

	const account = { email: "with-a-password@example.test", password: "correct horse battery" };
	const full_name = "With A Password";
	const signed_up = await product.visitor().post("/api/auth/sign-up", { ...account, full_name });
	if (signed_up.status !== 201) throw new Error("Nobody could sign up");

	const newSession = async (member_id: MemberId) => {
		const token = newToken();
		const id = hashToken(token);
		await createSession(db, {
			token_hash: id,
			member_id,
			created_at: new Date().toISOString(),
			expires_at: "2999-01-01T00:00:00.000Z",
			user_agent: null,
		});
		return { cookie: `session=${token}`, id };
	};

	return {
		account,
		video_id,
		statement_id: statement.id,
		member_id: (role) => ids[role].id,
		newSession,
		async newMember() {
			const id = await addMember(db);
			const d1 = await product.server.database();
			await d1.prepare("update members set password_hash = null where id = ?").bind(id).run();
			return id;
		},
		async newKey() {
			// The number of a member's keys is limited.
			const d1 = await product.server.database();
			await d1.prepare("delete from api_keys where member_id = ?").bind(owner.id).run();
			const { cookie } = await newSession(owner.id);
			const made = await createClient(product.url, cookie).post<{ id: string }>("/api/keys", {
				name: "A program",
			});
			if (made.status !== 201) throw new Error("There is no key");
			return made.body.id;
		},
		async newNotice() {
			notices += 1;
			const number = String(notices).padStart(32, "0");
			await insertNotice(db, {
				number,
				kind: "private",
				path: `/results/${video_id}`,
				text: "It names my street.",
				now: new Date().toISOString(),
			});
			return number;
		},
		async newAnalysis() {
			const { cookie } = await newSession(owner.id);
			const asked = await createClient(product.url, cookie).post<{ analysis_id: string }>(
				"/api/v1/analyze",
				{ url: watchUrl(video_id) },
			);
			if (asked.status !== 200) throw new Error("There is no analysis");
			return asked.body.analysis_id;
		},
		async newDelivery() {
			const id = `msg_${newToken()}`;
			const d1 = await product.server.database();
			await d1
				.prepare(
					"insert into webhook_deliveries values (?, ?, ?, ?, 'https://hooks.example.com/', 'analysis.completed', 'delivered', 1, ?5, null, ?5, 200, null, null)",
				)
				.bind(id, owner.id, "A".repeat(20), video_id, new Date().toISOString())
				.run();
			return id;
		},
		newClaim: async (fields) => (await submitClaim(db, aClaim(owner.id, fields))).claim,
		async newResponse() {
			const video = await analysisOf(channel_of.owner);
			const response = await createResponse(db, {
				id: `response-to-${video.video_id}`,
				video_id: video.video_id,
				statement_id: null,
				member_id: owner.id,
				channel_id: channel_of.owner,
				channel_name: "Harbour Talks",
				title: "A talk",
				body: "We disagree.",
				now: new Date().toISOString(),
			});
			if (typeof response === "string") throw new Error(response);
			return response;
		},
		newVideo: async () => (await analysisOf(channel_of.creator)).video_id,
		async newPastedVideo() {
			const text = "They built the bridge in 1931.";
			const { video_id } = await published(product, {
				statements: [aStatement({ speaker: "Speaker 2" })],
				started_by: owner.id,
				transcript: {
					...{ source: "member", language: null, track: null, text },
					cues: [{ start: 0, text, speaker: "Speaker 2" }],
				},
			});
			return video_id;
		},
	};
}

let accounts = 0;

/** The routes for signing in and out, the browser extension included, of the permission table. */
export const SIGN_IN_PERMISSIONS: Record<string, Row> = {
	"GET /api/auth/session": { ask: at("/api/auth/session"), answers: everyone(200) },
	"POST /api/auth/sign-up": {
		ask: () => {
			accounts += 1;
			return {
				path: "/api/auth/sign-up",
				body: {
					full_name: "New Member",
					email: `new${accounts}@example.test`,
					password: "correct horse battery",
				},
			};
		},
		answers: everyone(201),
	},
	"POST /api/auth/sign-in": {
		ask: ({ account }) => ({ path: "/api/auth/sign-in", body: account }),
		answers: everyone(200),
	},
	"POST /api/auth/second-factor": {
		ask: at("/api/auth/second-factor", { token: "none", code: "000000" }),
		answers: everyone(401),
	},
	"POST /api/auth/sign-out": { ask: at("/api/auth/sign-out", {}), answers: everyone(200) },
	"POST /api/auth/link-code": {
		ask: at("/api/auth/link-code", { purpose: "reset", email: "no@example.org", code: "none" }),
		answers: everyone(403),
	},
	"POST /api/newsletter/code": {
		ask: at("/api/newsletter/code", { email: "no@example.org", code: "none" }),
		answers: everyone(403),
	},
	"POST /api/auth/confirm": {
		ask: at("/api/auth/confirm", { token: "none" }),
		answers: everyone(400),
	},
	"POST /api/auth/resend": {
		ask: at("/api/auth/resend", { email: "nobody@example.test" }),
		answers: everyone(202),
	},
	"POST /api/auth/forgot-password": {
		ask: at("/api/auth/forgot-password", { email: "nobody@example.test" }),
		answers: everyone(202),
	},
	"POST /api/auth/reset-password": {
		ask: at("/api/auth/reset-password", { token: "none", password: "correct horse battery" }),
		answers: everyone(400),
	},
	"POST /api/extension/codes": {
		ask: at("/api/extension/codes", {
			redirect_uri: `https://${EXTENSION_IDS.chrome}.chromiumapp.org/`,
			code_challenge: "A".repeat(43),
			code_challenge_method: "S256",
		}),
		answers: members(201),
	},
	"POST /api/extension/token": {
		ask: at("/api/extension/token", {
			code: "none",
			code_verifier: "A".repeat(43),
			redirect_uri: "https://elsewhere.example/",
		}),
		answers: everyone(400),
	},
	// A session cannot be deleted in the place of a key.
	"DELETE /api/extension/key": { ask: at("/api/extension/key"), answers: members(404) },
	// Google sign-in is not configured here.
	"GET /api/auth/google": { ask: at("/api/auth/google"), answers: everyone(404) },
	"GET /api/auth/google/callback": { ask: at("/api/auth/google/callback"), answers: everyone(404) },
};
