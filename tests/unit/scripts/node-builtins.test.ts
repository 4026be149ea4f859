import { createHash } from "node:crypto";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { nodeBuiltins } from "#scripts/build/worker.ts";

/** Bundles a package written for Node, as the worker's build does. */
async function bundle(contents: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: import.meta.dirname },
		bundle: true,
		write: false,
		format: "esm",
		platform: "neutral",
		external: ["node:*"],
		plugins: [nodeBuiltins],
	});
	return outputFiles[0]?.text ?? "";
}

const run = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);

it("a package can import Node modules without the node: prefix", async () => {
	const code = await bundle(
		'import { createHash } from "crypto"; export const hash = createHash("sha256").digest("hex");',
	);
	expect(code).toContain('from "node:crypto"');
	expect((await run(code)).hash).toBe(createHash("sha256").digest("hex"));
});

it.each(["path", "node:path"])(
	"a package can require %s, although workerd supports only imports",
	async (name) => {
		const code = await bundle(
			`module.exports = { joined: require("${name}").posix.join("a", "b") };`,
		);
		expect(code).not.toContain(`require("${name}")`);
		expect((await run(code)).default.joined).toBe("a/b");
	},
);

it("a required module is the module itself, so that a class can extend it", async () => {
	const code = await bundle(
		'class Own extends require("events") {} module.exports = new Own().listenerCount("x");',
	);
	expect((await run(code)).default).toBe(0);
});
