import type { Browser } from "playwright-core";
import type { Findings } from "./findings.ts";
import { type HostileTexts, startHostileWorld } from "./hostile-world.ts";
import { CLASSES, type HostileClass } from "./seeds.ts";
import { throughApi } from "./through-api.ts";
import { learnPlain, type ShownScreens, throughScreens } from "./through-screens.ts";
import { throughVideos } from "./through-videos.ts";

export type HostileRun = {
	/** For videos, providers and screens. */
	texts: HostileTexts;
	/** For the API's fields: how many texts of each class are used. */
	api_cases: Record<HostileClass, number>;
	browser: Browser;
	shown: ShownScreens;
	/** Receives progress messages. */
	say: (what: string) => void;
};

/** Sends the texts to every input and returns the findings. */
export async function runHostile({
	texts,
	api_cases,
	browser,
	shown,
	say,
}: HostileRun): Promise<Findings> {
	const hostile = await startHostileWorld(texts);
	try {
		say("Learning plain screens");
		const served = await learnPlain(hostile);
		say("Through videos, transcripts and providers' answers");
		const videos = await throughVideos(hostile);
		say(`On the screens of ${videos.length} videos`);
		await throughScreens(hostile, videos, served, browser, shown);
		say("Through every text field of the API");
		const few = Object.fromEntries(
			CLASSES.map((kind) => [kind, hostile.texts[kind].slice(0, api_cases[kind])]),
		) as HostileTexts;
		await throughApi({ ...hostile, texts: few });
	} finally {
		await hostile.close();
	}
	return hostile.findings;
}
