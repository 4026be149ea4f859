import type { Later } from "#outbound/mail/mailer.ts";
import type { CompletedCard } from "./cards.ts";

/**
 * The dependencies of a picture. Passed as an argument, because tests replace the edge cache, the
 * limit and the drawing.
 */
export type Pictures = {
	/** Returns a picture that this isolate has drawn recently. */
	drawn: (key: string) => Uint8Array<ArrayBuffer> | null;
	kept: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
	keep: (key: string, png: Uint8Array<ArrayBuffer>) => Promise<void>;
	/** Whether the address may request another picture. */
	mayDraw: (address: string) => Promise<boolean>;
	/** Concurrent requests for the same picture draw it once. */
	draw: (key: string, card: CompletedCard) => Promise<Uint8Array<ArrayBuffer>>;
	/** Logs a failure, which visitors do not see. */
	failed: (error: unknown) => void;
};

/**
 * Returns the result's preview as PNG, drawn once for each key, which identifies one version.
 * null if the caller has requested too many or if drawing failed.
 */
export async function showPicture(
	pictures: Pictures,
	asked: { card: CompletedCard; key: string; address: string; later: Later },
): Promise<Uint8Array<ArrayBuffer> | null> {
	const { card, key, address, later } = asked;
	try {
		const known = pictures.drawn(key) ?? (await pictures.kept(key));
		if (known) return known;
		if (!(await pictures.mayDraw(address))) return null;
		const png = await pictures.draw(key, card);
		later(() => pictures.keep(key, png));
		return png;
	} catch (error) {
		pictures.failed(error);
		return null;
	}
}
