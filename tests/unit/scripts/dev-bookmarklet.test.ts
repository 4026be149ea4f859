import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, it } from "vitest";
import { serveBookmarklet } from "#scripts/build.ts";

it("Vite's server answers with the address of the captions bookmark", async () => {
	const root = await mkdtemp(join(tmpdir(), "bookmarklet-"));
	const vite = await createServer({
		root,
		configFile: false,
		logLevel: "silent",
		server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
		plugins: [serveBookmarklet()],
	});
	try {
		await vite.listen();
		const [url = ""] = vite.resolvedUrls?.local ?? [];
		const answer = await fetch(new URL("/captions-bookmarklet.json", url));
		expect(answer.headers.get("content-type")).toBe("application/json");
		const address: string = await answer.json();
		expect(address).toMatch(/^javascript:/);
		expect(decodeURIComponent(address)).toContain("captions");
	} finally {
		await vite.close();
		await rm(root, { recursive: true });
	}
});
