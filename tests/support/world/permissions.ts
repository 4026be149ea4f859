import type { Claim } from "#contract/claims.ts";
import type { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import {
	type NewClaim,
	submitClaim,
} from "#features/channels/claim-queries.ts";
import { createResponse } from "#features/channels/response-queries.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { aClaim, freshChannelId, makeOwner } from "../fixtures/claims.ts";
import { addMember } from "../fixtures/members.ts";
import { aStatement, someMetadata } from "../fixtures/publications.ts";
import { createClient, watchUrl } from "./client.ts";
import type { SharedProduct } from "./product.ts";
import { databaseOf, published, signedIn, signedInAdmin } from "./signed-in.ts";

export type Row = {
	/**
	 * What is asked, its subject made anew for each role: a request that is
	 * granted may use it up. Without a body nothing is sent.
	 */
	ask: (world: World, role: Role) => Promise<Ask> | Ask;
	/** The status for each role. One that is no 401 or 403 got past the door. */
	answers: Record<Role, number>;
};
export type Ask = {
	path: string;
	body?: unknown;
	/** Whom members ask as, where not as themselves. */
	as?: MemberId;
};

const each = (status: (role: Role) => number) =>
	Object.fromEntries(ROLES.map((role) => [role, status(role)])) as Record<
		Role,
		number
	>;
/** The same for a visitor as for anybody. */
export const everyone = (status: number) => each(() => status);
/** Visitors are asked to sign in; all members are equal. */
export const members = (status: number) =>
	each((role) => (role === "anonymous" ? 401 : status));
/** Visitors are asked to sign in; other members are refused. */
export const only = (status: number, ...allowed: Role[]) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return allowed.includes(role) ? status : 403;
	});
/** Visitors are asked to sign in; what is another's is unknown to other members. */
export const hidden = (status: number) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return role === "owner" ? status : 404;
	});
export const at = (path: string, body?: unknown) => () => ({ path, body });

/**
 * Everybody whom the site tells apart. owner: what is asked for is theirs, and
 * they own a channel of their own. creator: the verified owner of the channel
 * of `world.video_id`. other_creator: of a channel that nothing is asked of.
 */
export const ROLES = [
	"anonymous",
	"member",
	"owner",
	"creator",
	"other_creator",
	"admin",
] as const;
export type Role = (typeof ROLES)[number];

export type World = {
	/** Somebody who has signed up with a password. */
	account: { email: string; password: string };
	/** A finished analysis of the creator's video, and a statement in it. */
	video_id: VideoId;
	statement_id: StatementId;
	member_id: (role: Exclude<Role, "anonymous">) => MemberId;
	/** Opens a session: the Cookie header that brings it, and the id it is listed under. */
	newSession: (member_id: MemberId) => Promise<{ cookie: string; id: string }>;
	/** A member with nothing to lose, who needs no password. */
	newMember: () => Promise<MemberId>;
	/** The id of a new API key of the owner's. */
	newKey: () => Promise<string>;
	/** The id of an analysis that the owner asked for by program. */
	newAnalysis: () => Promise<string>;
	/** The id of an event for the owner's server, over already. */
	newDelivery: () => Promise<string>;
	/** A new open claim of the owner's. */
	newClaim: (fields?: Partial<NewClaim>) => Promise<Claim>;
	/** A new response of the owner's, to a new analysis of a video of theirs. */
	newResponse: () => Promise<CreatorResponse>;
	/** A new finished analysis of a video of the creator's. */
	newVideo: () => Promise<VideoId>;
};

export async function createWorld(product: SharedProduct): Promise<World> {
	const db = await databaseOf(product);
	const [member, owner, creator, other_creator] = await signedIn(product, 4);
	if (!member || !owner || !creator || !other_creator)
		throw new Error("There are too few members");
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

	const account = {
		email: "with-a-password@example.test",
		password: "correct horse battery",
	};
	const full_name = "With A Password";
	const signed_up = await product
		.visitor()
		.post("/api/auth/sign-up", { ...account, full_name });
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
			await d1
				.prepare("update members set password_hash = null where id = ?")
				.bind(id)
				.run();
			return id;
		},
		async newKey() {
			// A member may have so many only.
			const d1 = await product.server.database();
			await d1
				.prepare("delete from api_keys where member_id = ?")
				.bind(owner.id)
				.run();
			const { cookie } = await newSession(owner.id);
			const made = await createClient(product.url, cookie).post<{
				id: string;
			}>("/api/keys", { name: "A program" });
			if (made.status !== 201) throw new Error("There is no key");
			return made.body.id;
		},
		async newAnalysis() {
			const { cookie } = await newSession(owner.id);
			const asked = await createClient(product.url, cookie).post<{
				analysis_id: string;
			}>("/api/v1/analyze", { url: watchUrl(video_id) });
			if (asked.status !== 202) throw new Error("There is no analysis");
			return asked.body.analysis_id;
		},
		async newDelivery() {
			const id = `msg_${newToken()}`;
			const d1 = await product.server.database();
			await d1
				.prepare(
					"insert into webhook_deliveries values (?, ?, ?, ?, 'https://hooks.example.com/', 'analysis.completed', 'delivered', 1, ?5, null, ?5, 200, null)",
				)
				.bind(id, owner.id, "A".repeat(20), video_id, new Date().toISOString())
				.run();
			return id;
		},
		newClaim: async (fields) =>
			(await submitClaim(db, aClaim(owner.id, fields))).claim,
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
	};
}
