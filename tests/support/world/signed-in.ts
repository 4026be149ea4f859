import { eq } from "drizzle-orm";
import type { Claim, ClaimAnswer } from "#contract/claims.ts";
import { MemberId } from "#contract/ids.ts";
import { type Db, openDb } from "#db/client.ts";
import { sessions } from "#db/tables/members.ts";
import { videos } from "#db/tables/videos.ts";
import { createMember, type NewMember } from "#features/accounts/member-queries.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import type { FakeChannel } from "../fakes/youtube-answers.ts";
import { freshChannelId } from "../fixtures/claims.ts";
import { aCompletedRun, instant } from "../fixtures/publications.ts";
import { type Client, createClient } from "./client.ts";
import type { SharedProduct } from "./product.ts";

/** The password of the members added here. */
export const PASSWORD = "correct horse battery";

/** The password's hash at the lowest cost. The hash contains its cost, so verifying it is cheap. */
const PASSWORD_HASH =
	"scrypt$2$1$1$WHqUIjUo6iBJXLzzufnB0Q$bDXqRajW9AdOQjb2ObcbuOWbbVoSGCdq4fHz5CGdsAs";

let made = 0;

/** The stored password hash of the members added here. */
export function addedHash(): string {
	return PASSWORD_HASH;
}

/** Adds a member that no other test of this process uses. */
export async function addMember(db: Db, fields: Partial<NewMember> = {}): Promise<MemberId> {
	made += 1;
	const id = MemberId.parse(`member-${made}`);
	const member = await createMember(db, {
		id,
		email: `member-${made}@example.org`,
		full_name: `Member ${made}`,
		avatar_url: null,
		password_hash: addedHash(),
		email_confirmed_at: null,
		created_at: instant(0),
		...fields,
	});
	if (member === "taken") throw new Error(`${id} exists already`);
	return id;
}

/**
 * What a member votes with who never signed in: a session that is open at any instant of a test.
 * Asking for it again gives the same one.
 */
export async function votingCredential(db: Db, member_id: MemberId): Promise<string> {
	const token_hash = `votes-of-${member_id}`;
	await db
		.insert(sessions)
		.values({
			token_hash,
			member_id,
			created_at: instant(0),
			last_seen_at: ALWAYS_OPEN,
			expires_at: ALWAYS_OPEN,
		})
		.onConflictDoNothing();
	return token_hash;
}

const ALWAYS_OPEN = "2999-01-01T00:00:00.000Z";

export type SignedIn = Client & { id: MemberId };

/** Writes a session directly into the database and returns its cookie. */
export async function openSession(
	db: Db,
	member_id: MemberId,
	created_at = new Date().toISOString(),
): Promise<string> {
	const token = newToken();
	await createSession(db, {
		token_hash: hashToken(token),
		member_id,
		created_at,
		expires_at: "2999-01-01T00:00:00.000Z",
		user_agent: null,
	});
	return `session=${token}`;
}

/** A new member with a session, created without hashing a password. */
export async function aMemberSignedIn(url: string, db: Db): Promise<SignedIn> {
	const id = await addMember(db);
	return { ...createClient(url, await openSession(db, id)), id };
}

/** The running product's own database. */
export async function databaseOf(product: SharedProduct): Promise<Db> {
	return openDb({ d1: await product.server.database() });
}

/** Members with a session each, written directly into the database without hashing a password. */
export async function signedIn(product: SharedProduct, count: number): Promise<SignedIn[]> {
	const db = await databaseOf(product);
	const members: SignedIn[] = [];
	for (let n = 0; n < count; n += 1) members.push(await aMemberSignedIn(product.url, db));
	return members;
}

/** For ADMIN_EMAILS. */
export const ADMIN_EMAIL = "team@example.org";

/** A signed-in, confirmed admin of a product with this address in ADMIN_EMAILS. */
export async function signedInAdmin(product: SharedProduct): Promise<SignedIn> {
	const [admin] = await signedIn(product, 1);
	if (!admin) throw new Error("There is no member");
	await product.rows(
		"update members set email = ?1, email_key = ?1, email_confirmed_at = created_at where id = ?2",
		ADMIN_EMAIL,
		admin.id,
	);
	return admin;
}

/** Stores a finished analysis in the product, as a run would. */
export async function published(
	product: SharedProduct,
	fields: Partial<CompletedRun> = {},
): Promise<CompletedRun> {
	const run = aCompletedRun(fields);
	const db = await databaseOf(product);
	await publish(db, run);
	// Its dates are old and its video does not exist, so a running product would soon refresh it.
	await db
		.update(videos)
		.set({ metadata_read_at: new Date().toISOString(), metadata_due_at: null })
		.where(eq(videos.id, run.video_id));
	return run;
}

export async function aMember(product: SharedProduct): Promise<SignedIn> {
	const [member] = await signedIn(product, 1);
	if (!member) throw new Error("There is no member");
	return member;
}

export function submit(member: SignedIn, url: string, comments?: string) {
	return member.post<ClaimAnswer>("/api/claims", { url, comments });
}

export function verify(member: SignedIn, claim: Claim) {
	return member.post<ClaimAnswer>(`/api/claims/${claim.id}/verify`);
}

/** A channel on the platform. `describe` sets its description; null removes the channel. */
export function aChannel(product: SharedProduct, more: Partial<FakeChannel> = {}) {
	const channel_id = freshChannelId();
	const describe = (description: string | null, changes: Partial<FakeChannel> = {}) =>
		product.youtube.describeChannel(channel_id, description, {
			title: "Harbour Talks",
			...more,
			...changes,
		});
	describe("Talks.");
	const url = `https://www.youtube.com/channel/${channel_id}`;
	return { channel_id, url, describe };
}

/** A member who has verified the channel with the code. */
export async function anOwner(product: SharedProduct) {
	const member = await aMember(product);
	const channel = aChannel(product);
	const { claim } = (await submit(member, channel.url)).body;
	channel.describe(claim.verification_code);
	const verified = (await verify(member, claim)).body.claim;
	if (!verified.verified) throw new Error("The claim was not verified");
	return { member, channel, claim: verified };
}
