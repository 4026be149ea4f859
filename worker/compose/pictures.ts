import {
	createPictureDrawer,
	loadRenderer,
} from "#features/sharing/picture/draw.ts";
import { pictureCache } from "#features/sharing/preview-picture.ts";
import type { Pictures } from "#features/sharing/show-picture.ts";
import { createQuotas } from "#identity/quota.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { logError } from "#worker/log.ts";
import type { Base } from "./base.ts";

/** New pictures a minute: more than any reader of previews asks for, few enough to draw at once. */
const PER_ADDRESS = 30;
/** For the whole site: some ten seconds of work. */
const PER_SITE = 120;

const drawer = createPictureDrawer(loadRenderer);

/** `origin`: the request's own, as the edge's cache goes by addresses. */
export function composePictures({ env }: Base) {
	const quota = createQuotas(env.QUOTA);
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
