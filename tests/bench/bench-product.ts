import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { layout } from "#scripts/layout.ts";
import { type EnteredProduct, startEnteredProduct } from "#tests/support/world/entered-product.ts";
import { BASELINE_TABLE } from "./baseline-app.ts";

const BASELINE = fileURLToPath(new URL("./baseline-app.ts", import.meta.url));

const ENTRY = `
	import worker from "./index.js";
	import { baselineApp } from ${JSON.stringify(BASELINE)};
	import { countingRows } from ${JSON.stringify(fileURLToPath(new URL("./counting-rows.ts", import.meta.url)))};
	export * from "./index.js";
	export default {
		fetch: (request, env, ctx) =>
			request.url.includes("/api/_baseline/")
				? baselineApp.fetch(request, env, ctx)
				: request.headers.has("x-count-rows")
					? countingRows(worker, request, env, ctx)
					: worker.fetch(request, env, ctx),
	};`;

/**
 * The product with the baseline's routes beside it. A request with the header
 * x-count-rows is told, in x-rows-read, how many rows the database read for it.
 * Nothing is limited: one address asks for all.
 */
export async function startBenchProduct(env: Record<string, string> = {}): Promise<EnteredProduct> {
	const { outputFiles } = await build({
		stdin: { contents: ENTRY, resolveDir: layout.root },
		bundle: true,
		format: "esm",
		external: ["./index.js", "cloudflare:*"],
		write: false,
	});
	const product = await startEnteredProduct(outputFiles[0]?.text ?? "", {
		LIMIT_SEARCH: "0",
		LIMIT_STREAMS: "0",
		// Slow answers are what is looked for, and told in a table.
		LOG_LEVEL: "error",
		...env,
	});
	await product.d1.prepare(BASELINE_TABLE).run();
	return product;
}

/** Measures on a product of its own, which is stopped afterwards. */
export async function onBenchProduct<T>(
	measure: (product: EnteredProduct) => Promise<T>,
): Promise<T> {
	const product = await startBenchProduct();
	try {
		return await measure(product);
	} finally {
		await product.stop();
	}
}
