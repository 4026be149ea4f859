/** What is data, for one person, or a card of what has a page of its own. */
const CLOSED = ["/api/", "/embed/", "/dashboard", "/account", "/admin"];

/** Where programs that read the whole site may go. */
export function robotsText(origin: string): string {
	return [
		"User-agent: *",
		...CLOSED.map((path) => `Disallow: ${path}`),
		// The reference is a page to read, though it lies among the data.
		"Allow: /api/docs",
		"",
		`Sitemap: ${origin}/sitemap.xml`,
		"",
	].join("\n");
}
