import { eq } from "drizzle-orm";
import type { Claim, ClaimAnswer } from "#contract/claims.ts";
import { type Db, openDb } from "#db/client.ts";
import { videos } from "#db/tables/videos.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import type { FakeChannel } from "../fakes/youtube-answers.ts";
import { freshChannelId } from "../fixtures/claims.ts";
import { aMemberSignedIn, type SignedIn } from "../fixtures/members.ts";
import { aCompletedRun } from "../fixtures/publications.ts";
import type { SharedProduct } from "./product.ts";

export type { SignedIn };

/** The running product's own database. */
export async function databaseOf(product: SharedProduct): Promise<Db> {
	return openDb({ d1: await product.server.database() });
}

/** Members with a session each, written straight into the database: no password is hashed. */
export async function signedIn(
	product: SharedProduct,
	count: number,
): Promise<SignedIn[]> {
	const db = await databaseOf(product);
	const members: SignedIn[] = [];
	for (let n = 0; n < count; n += 1)
		members.push(await aMemberSignedIn(product.url, db));
	return members;
}

/** For ADMIN_EMAILS. */
export const ADMIN_EMAIL = "team@example.org";

/** The admin of a product whose ADMIN_EMAILS names the address: signed in, and confirmed. */
export async function signedInAdmin(product: SharedProduct): Promise<SignedIn> {
	const [admin] = await signedIn(product, 1);
	if (!admin) throw new Error("There is no member");
	const d1 = await product.server.database();
	await d1
		.prepare(
			"update members set email = ?1, email_key = ?1, email_confirmed_at = created_at where id = ?2",
		)
		.bind(ADMIN_EMAIL, admin.id)
		.run();
	return admin;
}

/** Puts a finished analysis into the product, as a run would. */
export async function published(
	product: SharedProduct,
	fields: Partial<CompletedRun> = {},
): Promise<CompletedRun> {
	const run = aCompletedRun(fields);
	const db = await databaseOf(product);
	await publish(db, run);
	// Its dates are long past, and its video is nowhere: a running product would soon look again.
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

/** A channel that the platform knows. `describe` rewrites its description; null takes it off. */
export function aChannel(
	product: SharedProduct,
	more: Partial<FakeChannel> = {},
) {
	const channel_id = freshChannelId();
	const describe = (
		description: string | null,
		changes: Partial<FakeChannel> = {},
	) =>
		product.youtube.describeChannel(channel_id, description, {
			title: "Harbour Talks",
			...more,
			...changes,
		});
	describe("Talks.");
	const url = `https://www.youtube.com/channel/${channel_id}`;
	return { channel_id, url, describe };
}

/** A member who has proved with the code that the channel is theirs. */
export async function anOwner(product: SharedProduct) {
	const member = await aMember(product);
	const channel = aChannel(product);
	const { claim } = (await submit(member, channel.url)).body;
	channel.describe(claim.verification_code);
	const verified = (await verify(member, claim)).body.claim;
	if (!verified.verified) throw new Error("The claim was not verified");
	return { member, channel, claim: verified };
}
