import { readFileSync } from "node:fs";
import type { WorkerOptions } from "miniflare";
import type { Address } from "./environment.ts";
import type { WorkerConfig } from "./runtime.ts";

/** The name of the worker that listens on the public port. */
export const INGRESS = "ingress";

/**
 * Where Miniflare itself listens. A client of that port can replace a request's address by headers,
 * so it is on this machine only, also if HOST names another address, and its number is not printed.
 */
export const INTERNAL_ADDRESS: Address = { host: "127.0.0.1", port: 0 };

/** The worker that receives requests on the public port and passes them to the product. */
export function ingressWorker(
	{ name, compatibilityDate }: WorkerConfig,
	address: Address,
): WorkerOptions {
	return {
		name: INGRESS,
		compatibilityDate,
		modules: true,
		script: readFileSync(new URL("ingress-worker.js", import.meta.url), "utf8"),
		serviceBindings: { PRODUCT: name },
		unsafeDirectSockets: [address],
	};
}
