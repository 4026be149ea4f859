/** Keys name one version of one build, so that nothing kept is ever wrong; the edge drops what nobody asks for. */
const KEPT = "public, max-age=2592000";

/** The edge's own cache, by addresses of this site that no route answers. */
export function pictureCache(origin: string) {
	const address = (key: string) =>
		`${origin}/og-kept/${encodeURIComponent(key)}`;
	return {
		async kept(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
			const found = await caches.default.match(address(key));
			return found ? new Uint8Array(await found.arrayBuffer()) : null;
		},
		keep: (key: string, png: Uint8Array<ArrayBuffer>): Promise<void> =>
			caches.default.put(
				address(key),
				new Response(png, {
					headers: { "content-type": "image/png", "cache-control": KEPT },
				}),
			),
	};
}
