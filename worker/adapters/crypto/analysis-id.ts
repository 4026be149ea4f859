import { createHash } from "node:crypto";

/** As long as any other id. */
const ID_CHARS = 20;

/** The same for the same parts. It opens nothing: what it names is told to its owner alone. */
export function analysisId(...parts: unknown[]): string {
	return createHash("sha256")
		.update(JSON.stringify(parts))
		.digest("base64url")
		.slice(0, ID_CHARS);
}
