import type { ServedPage } from "#contract/served-page.ts";
import { dataScript, PAGE_DATA } from "./compose-page.ts";
import { type RenderedFrom, renderBody } from "./render-page.ts";
import type { Shell } from "./shell.ts";

/**
 * A kept page with its age in it, rendered like any page: with the age among its data, so that the
 * app shows it too.
 */
export async function sayAge(
	html: string,
	shell: Shell,
	{ pathname, age_min }: { pathname: string; age_min: number },
): Promise<string> {
	const found = findParts(html, shell);
	// Every copy was composed with this shell, because its key contains the build.
	if (found === null) throw new Error("A kept page is not composed as expected");
	const { top, body, json, bottom } = found;
	const { rendered, ...data } = JSON.parse(json) as ServedPage;
	const aged = { ...data, age_min };
	// The browser renders what the server could not.
	if (rendered === null)
		return top + body + shell.root_end + writeData({ ...aged, rendered }) + bottom;
	const { search, origin } = rendered;
	const from: RenderedFrom = { pathname, search, origin };
	const page = await renderBody(aged, from);
	return top + page.html + shell.root_end + writeData(page.data) + bottom;
}

const writeData = (data: ServedPage) => dataScript(PAGE_DATA, data);

/** The parts of a composed page. Text in it cannot contain these, because markup is escaped. */
function findParts(html: string, { head_end, root_end }: Shell) {
	const [begin = "", end = ""] = dataScript(PAGE_DATA, null).split("null");
	const body_from = html.indexOf(head_end) + head_end.length;
	const data_from = html.indexOf(begin, body_from);
	const data_to = html.indexOf(end, data_from);
	if (body_from < head_end.length || data_from < 0 || data_to < 0) return null;
	return {
		top: html.slice(0, body_from),
		body: html.slice(body_from, data_from - root_end.length),
		json: html.slice(data_from + begin.length, data_to),
		bottom: html.slice(data_to + end.length),
	};
}
