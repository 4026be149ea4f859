import type { CompletedCard } from "#domain/card/result-card.ts";
import { pictureSvg, type Typesetters } from "#domain/picture/picture-svg.ts";

export type PictureRenderer = {
	type: Typesetters;
	/** Synchronous: while it draws, nobody else can ask for the same. */
	toPng: (svg: string) => Uint8Array<ArrayBuffer>;
};

/** Some 60 KB each: enough for those who ask at the same time. */
const MOST_RECENT = 32;

/** Pictures drawn lately, by key: however many ask at once, one is drawn. */
export function createPictureDrawer(load: () => Promise<PictureRenderer>) {
	const recent = new Map<string, Uint8Array<ArrayBuffer>>();
	return {
		drawn: (key: string) => recent.get(key) ?? null,
		async draw(
			key: string,
			card: CompletedCard,
		): Promise<Uint8Array<ArrayBuffer>> {
			const { type, toPng } = await load();
			// From here to the end nothing waits, so that a second one finds the first's.
			const known = recent.get(key);
			if (known) return known;
			const png = toPng(pictureSvg(card, type));
			recent.set(key, png);
			const [oldest] = recent.keys();
			if (recent.size > MOST_RECENT && oldest !== undefined)
				recent.delete(oldest);
			return png;
		},
	};
}
