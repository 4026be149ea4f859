import { shortDigest } from "./short-digest.ts";

export type Shell = {
	html: string;
	/** Changes with every build of the app. */
	build: string;
};

/** Assets and worker are one deployment, so the shell stays what it is while this code runs. */
let read: Promise<Shell> | null = null;

/** The built page that every address starts from, without anything of its own. */
export function readShell(assets: Fetcher, url: string): Promise<Shell> {
	read ??= fetchShell(assets, url).catch((error: unknown) => {
		read = null;
		throw error;
	});
	return read;
}

async function fetchShell(assets: Fetcher, url: string): Promise<Shell> {
	const answer = await assets.fetch(new URL("/", url).href);
	if (!answer.ok) throw new Error(`The app's shell answered ${answer.status}.`);
	const html = await answer.text();
	return { html, build: await shortDigest(html) };
}
