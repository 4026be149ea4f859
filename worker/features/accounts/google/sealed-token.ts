import { createHash } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";

/** Encrypts values that a browser stores and can neither read nor change. */
export type Seal = {
	close(content: Record<string, string>, lifetime_s: number): Promise<string>;
	/** null if this secret did not seal it for this purpose, or if it is too old. */
	open(token: string): Promise<Record<string, unknown> | null>;
};

/** The key is derived, so that one secret can serve several purposes. */
export function createSeal(secret: string, purpose: string): Seal {
	const key = createHash("sha256").update(`${purpose}\0${secret}`).digest();
	return {
		close: (content, lifetime_s) =>
			new EncryptJWT(content)
				.setProtectedHeader({ alg: "dir", enc: "A256GCM" })
				.setIssuedAt()
				.setExpirationTime(`${lifetime_s}s`)
				.encrypt(key),
		async open(token) {
			try {
				const { payload } = await jwtDecrypt(token, key, {
					keyManagementAlgorithms: ["dir"],
					contentEncryptionAlgorithms: ["A256GCM"],
				});
				return payload;
			} catch {
				return null;
			}
		},
	};
}
