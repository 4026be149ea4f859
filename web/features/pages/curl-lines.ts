import type { Provider } from "#contract/ids.ts";

/** What stands for a video while there is none to show. */
export const NO_EXAMPLE = "VIDEO_ID";

const KEY = '-H "authorization: Bearer $BSD_KEY"';
const JSON_BODY = "-H 'content-type: application/json'";

/**
 * Calls that work as they stand, once BSD_KEY holds a key. `panel`: who rates
 * on this site, as others cannot be asked for. A webhook_url is left out: it
 * needs a secret and a server.
 */
export function curlLines(
	origin: string,
	video_id: string,
	panel: readonly Provider[],
) {
	const url = `https://www.youtube.com/watch?v=${video_id}`;
	const options = {
		...(panel.length > 0 && { models: panel }),
		include_sources: true,
	};
	return {
		key: "export BSD_KEY='bsd_…'",
		analyze: `curl ${origin}/api/analyze \\
  ${KEY} \\
  ${JSON_BODY} \\
  -d '${JSON.stringify({ url })}'`,
		report: `curl ${origin}/api/videos/${video_id}`,
		search: `curl '${origin}/api/search?q=the'`,
		v1: `curl ${origin}/api/v1/analyze \\
  ${KEY} \\
  ${JSON_BODY} \\
  -d '${JSON.stringify({ url, options }, null, 2)}'`,
		v1_result: `curl ${origin}/api/v1/analyses/ANALYSIS_ID \\
  ${KEY}`,
	};
}
