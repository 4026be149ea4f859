import type { Page } from "./compose-page.ts";
import type { Shell } from "./read-shell.ts";
import { shortDigest } from "./short-digest.ts";
import { workerBuild } from "./worker-build.ts";

/**
 * The validator of a composed page: its whole content and the builds it was
 * composed from. Weak, because the edge compresses on the way.
 */
export async function pageEtag(
	page: Page,
	status: number,
	shell: Shell,
	version = 0,
): Promise<string> {
	const content = await shortDigest(JSON.stringify([page, status]));
	return `W/"v${version}-${content}-${shell.build}-${workerBuild}"`;
}
