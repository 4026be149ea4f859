import type { Later } from "#outbound/mail/mailer.ts";
import type { CompletedCard } from "./cards.ts";

/** What a picture takes; an argument, as tests stand in for the edge's cache, the limit and the drawing. */
export type Pictures = {
	/** Drawn by this process not long ago. */
	drawn: (key: string) => Uint8Array<ArrayBuffer> | null;
	kept: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
	keep: (key: string, png: Uint8Array<ArrayBuffer>) => Promise<void>;
	/** Whether the address may ask for one more. */
	mayDraw: (address: string) => Promise<boolean>;
	/** However many ask at once, it is drawn once. */
	draw: (key: string, card: CompletedCard) => Promise<Uint8Array<ArrayBuffer>>;
	/** Logs what went wrong; visitors do not see it. */
	failed: (error: unknown) => void;
};

/**
 * The result's preview as PNG, drawn once for each key, which names one version
 * of it. null where there is none to be had: the asker has asked for too many,
 * or drawing failed.
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
