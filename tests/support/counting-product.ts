import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Db } from "#db/client.ts";
import { startEnteredProduct } from "./entered-product.ts";

const ENTRY = fileURLToPath(new URL("./counting-entry.js", import.meta.url));

/** The product in workerd on a real D1, where each answer tells how often it went there. */
export type CountingProduct = {
	url: string;
	/** For writing results without running an analysis. */
	db: Db;
	get: (
		path: string,
		headers?: Record<string, string>,
	) => Promise<{
		status: number;
		headers: Headers;
		html: string;
		trips: number;
	}>;
	stop: () => Promise<void>;
};

/** `env` goes over the settings, which give two providers a key. */
export async function startCountingProduct(
	env: Record<string, string> = {},
): Promise<CountingProduct> {
	const entry = await readFile(ENTRY, "utf8");
	const { url, db, stop } = await startEnteredProduct(entry, env);
	return {
		url,
		db,
		async get(path, headers = {}) {
			const answer = await fetch(url + path, {
				headers: { connection: "close", ...headers },
			});
			return {
				status: answer.status,
				headers: answer.headers,
				html: await answer.text(),
				trips: Number(answer.headers.get("x-database-trips")),
			};
		},
		stop,
	};
}
