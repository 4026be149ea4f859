import type { WrittenPage } from "./compose-page.ts";
import type { Shell } from "./read-shell.ts";
import { shortDigest } from "./short-digest.ts";
import { workerBuild } from "./worker-build.ts";

/**
 * The validator of a composed page: its whole content and the builds it was
 * composed from. Weak, because the edge compresses on the way.
 */
export async function pageEtag(
	{ title, head, body, data }: WrittenPage,
	status: number,
	shell: Shell,
	version = 0,
): Promise<string> {
	const content = await shortDigest(
		[status, title, head, body, data].join("\0"),
	);
	return `W/"v${version}-${content}-${shell.build}-${workerBuild}"`;
}
