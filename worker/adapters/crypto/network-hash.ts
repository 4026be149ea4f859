import { createHmac } from "node:crypto";

/** Tells two networks apart, and tells neither to whoever lacks the key. */
export function networkHash(key: string, network: string): string {
	return createHmac("sha256", key).update(network).digest("base64url");
}
