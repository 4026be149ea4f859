import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { BuildOptions } from "esbuild";
import { layout } from "../layout.ts";
import { nodeBuiltins, TARGET, writeWhole } from "./worker.ts";

/** The license comment stays. White space would double the library's size. */
const COMMON = {
	absWorkingDir: layout.root,
	bundle: true,
	format: "esm",
	target: TARGET,
	minify: true,
	logLevel: "warning",
	write: false,
} satisfies BuildOptions;

/**
 * Bundles what reads PDF documents, library included: the worker for Cloudflare, and the script
 * that `npm start` runs in a process for each document.
 */
export async function buildPdfReader(): Promise<void> {
	const { build } = await import("esbuild");
	const worker = build({
		...COMMON,
		entryPoints: [layout.pdfWorkerEntry],
		outfile: layout.pdfWorker,
		platform: "neutral",
		mainFields: ["module", "main"],
		conditions: ["workerd", "worker", "browser"],
		external: ["node:*"],
		plugins: [nodeBuiltins],
	});
	const child = build({
		...COMMON,
		entryPoints: [layout.pdfChildEntry],
		outfile: layout.pdfChild,
		platform: "node",
	});
	for (const { outputFiles } of await Promise.all([worker, child]))
		for (const { path, contents } of outputFiles) {
			await mkdir(dirname(path), { recursive: true });
			await writeWhole(path, contents);
		}
}
