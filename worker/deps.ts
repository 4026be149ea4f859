import type { Sample } from "#contract/site.ts";
import { SAMPLES } from "#features/samples/samples.ts";
import {
	isOwnOrigin,
	isSecureRequest,
	siteOrigin,
} from "#http/site-address.ts";
import { composeAnalyses } from "#worker/compose/analyses.ts";
import { composeBase } from "#worker/compose/base.ts";
import { composeCards } from "#worker/compose/cards.ts";
import { composeClaims } from "#worker/compose/claims.ts";
import { composeLookups } from "#worker/compose/lookups.ts";
import { composeOperations } from "#worker/compose/operations.ts";
import { composePictures } from "#worker/compose/pictures.ts";
import { composeRequestedAnalyses } from "#worker/compose/requested-analyses.ts";
import { composeResponses } from "#worker/compose/responses.ts";
import { composeUpkeep } from "#worker/compose/upkeep.ts";
import { composeVideos } from "#worker/compose/videos.ts";
import type { Bindings } from "./bindings.ts";
import type { Context } from "./context.ts";

/** Everything a request works with, by subject, bound to this environment. */
export type Deps = ReturnType<typeof createDeps>;

export function createDeps(env: Bindings, context: Context) {
	const { settings } = context;
	const base = composeBase(env, context);
	const { mode, panel } = base.providers;
	return {
		site: {
			mode,
			panel,
			contact_email: settings.CONTACT_EMAIL ?? null,
			samples: mode === "demo" ? SAMPLES.map(sampleOf) : [],
			isOwnOrigin: (origin: string, request_url: string) =>
				isOwnOrigin(origin, request_url, settings.APP_ORIGIN),
			originOf: (request_url: string) =>
				siteOrigin(request_url, settings.APP_ORIGIN),
			isSecure: (request_url: string) =>
				isSecureRequest(request_url, settings.APP_ORIGIN),
		},
		counted: base.counted,
		log: base.log,
		analyses: composeAnalyses(base),
		lookups: composeLookups(base),
		requestedAnalyses: composeRequestedAnalyses(base),
		videos: composeVideos(base),
		cards: composeCards(base),
		pictures: composePictures(base),
		claims: composeClaims(base),
		responses: composeResponses(base),
		operations: composeOperations(base),
		upkeep: composeUpkeep(base),
	};
}

function sampleOf({ id, url, title, duration }: Sample): Sample {
	return { id, url, title, duration };
}
