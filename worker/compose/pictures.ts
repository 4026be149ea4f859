import { quotas } from "#adapters/durable/quotas.ts";
import { createPictureDrawer } from "#adapters/picture/draw-picture.ts";
import { loadRenderer } from "#adapters/picture/load-renderer.ts";
import { pictureCache } from "#adapters/picture/picture-cache.ts";
import type { Pictures } from "#use-cases/show-picture.ts";
import type { Base } from "./base.ts";
import { MINUTE_MS } from "./durations.ts";
import { logError } from "./log.ts";

/** New pictures a minute: more than any reader of previews asks for, few enough to draw at once. */
const PER_ADDRESS = 30;
/** For the whole site: some ten seconds of work. */
const PER_SITE = 120;

const drawer = createPictureDrawer(loadRenderer);

/** `origin`: the request's own, as the edge's cache goes by addresses. */
export function composePictures({ env }: Base) {
	const quota = quotas(env.QUOTA);
	return (origin: string): Pictures => ({
		...drawer,
		...pictureCache(origin),
		async mayDraw(address) {
			const own = quota(`picture:${address}`, PER_ADDRESS, MINUTE_MS);
			if (!(await own.take()).ok) return false;
			return (await quota("pictures", PER_SITE, MINUTE_MS).take()).ok;
		},
		failed(error) {
			logError("picture not drawn", { error });
		},
	});
}
