import { eq } from "drizzle-orm";
import { type Db, openDb } from "#db/client.ts";
import { videos } from "#db/tables/videos.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { aMemberSignedIn, type SignedIn } from "./open-session.ts";
import type { Product } from "./product.ts";
import { aCompletedRun } from "./publications.ts";

export type { SignedIn };

/** The running product's own database. */
export async function databaseOf(product: Product): Promise<Db> {
	return openDb({ d1: await product.server.database() });
}

/** Members with a session each, written straight into the database: no password is hashed. */
export async function signedIn(
	product: Product,
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
export async function signedInAdmin(product: Product): Promise<SignedIn> {
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
	product: Product,
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
