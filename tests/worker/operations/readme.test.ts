import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";
import { DEMO_ENV, type Product, startProduct } from "#tests/support/world/product.ts";

/** The README's shell blocks that call curl, each as one script. */
function curlBlocks(readme: string): string[] {
	const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)];
	return blocks
		.map(([, block]) => block ?? "")
		.filter((block) => /^\s*(\w+=\$\()?curl\b/m.test(block));
}

const run = promisify(execFile);
/** The README's address of the product. */
const ADDRESS = "http://localhost:8787";
/** Runs curl as a reader would, but ends the script on an error response. */
const PRELUDE = 'curl() { command curl -sS --fail-with-body "$@"; echo; }\n';

let product: Product;
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "readme-"));
	product = await startProduct(DEMO_ENV);
});
afterAll(async () => {
	await product?.stop();
	await rm(folder, { recursive: true, force: true });
});

describe("commands in README.md and docs/api.md", () => {
	it("succeed when run in order", async () => {
		// The commands in docs/api.md use the session that README.md opens.
		const pages = await Promise.all(
			["README.md", "docs/api.md"].map((name) => readFile(join(layout.root, name), "utf8")),
		);
		const blocks = pages.flatMap(curlBlocks);
		expect(blocks.length).toBeGreaterThan(0);
		let said = "";
		for (const block of blocks) {
			const script = PRELUDE + block.replaceAll(ADDRESS, product.url);
			const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], { cwd: folder });
			said += stdout;
		}
		expect(said).toContain("event: completed");
		expect(said).toMatch(/"analysis_status":"completed"/);
		expect(said).toMatch(/"simulated":true/);
	});
});
