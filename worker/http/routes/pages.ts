import type { Context } from "hono";
import { Refusal } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { composePage } from "../pages/compose-page.ts";
import { isUnchanged, pageEtag } from "../pages/etag.ts";
import { readShell } from "../pages/read-shell.ts";
import { sitePage } from "../pages/site-page.ts";

/** Public files have a name that ends; pages have none. */
const FILE = /\.[a-z0-9]+$/i;

/** Answers every address that is no data: one of the app's pages, a public file, or nothing. */
export async function servePage(c: Context<AppEnv>): Promise<Response> {
	if (c.req.method !== "GET" && c.req.method !== "HEAD") throw notForWriting(c);
	const assets = c.env.ASSETS;
	if (!assets) return c.notFound();
	if (FILE.test(c.req.path)) {
		const file = await assets.fetch(c.req.raw);
		// Copied, because an answer from outside has headers that cannot be added to.
		if (file.status !== 404) return new Response(file.body, file);
	}
	const { site } = c.get("deps");
	const path = c.req.path.replace(/(?<=.)\/+$/, "");
	const { status, page } = sitePage(site, site.originOf(c.req.url), path);
	const shell = await readShell(assets, c.req.url);
	const etag = await pageEtag(page, status, shell);
	const headers = { etag, "content-type": "text/html; charset=utf-8" };
	if (status === 200 && isUnchanged(c.req.header("if-none-match"), etag))
		return new Response(null, { status: 304, headers: { etag } });
	return new Response(await composePage(shell.html, page), { status, headers });
}

function notForWriting(c: Context<AppEnv>): Refusal {
	c.header("allow", "GET, HEAD");
	return new Refusal({
		status: 405,
		code: "method_not_allowed",
		title: "Method not allowed",
		detail: "A page can only be read.",
	});
}
