import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";
import type { OidcClient } from "./identity-provider.ts";

/** What a sealed value is for, so that none serves another purpose, and how long it counts. */
export type Purpose = { name: string; lives_s: number };

/** Encrypts a value that the browser stores in a cookie until it returns. */
export async function seal(
	client: OidcClient,
	purpose: Purpose,
	value: JWTPayload,
): Promise<string> {
	const { EncryptJWT } = await import("jose");
	return new EncryptJWT(value)
		.setProtectedHeader({ alg: "dir", enc: "A256GCM" })
		.setIssuedAt()
		.setExpirationTime(`${purpose.lives_s}s`)
		.encrypt(keyOf(client, purpose));
}

/**
 * null if the token was not sealed for this purpose, or if it is too old. The decrypted value needs
 * no validation, because only this site has the key.
 */
export async function unseal<Value>(
	client: OidcClient,
	purpose: Purpose,
	token: string,
): Promise<(Value & JWTPayload) | null> {
	const { jwtDecrypt } = await import("jose");
	try {
		const { payload } = await jwtDecrypt<Value>(token, keyOf(client, purpose), {
			keyManagementAlgorithms: ["dir"],
			contentEncryptionAlgorithms: ["A256GCM"],
		});
		return payload;
	} catch {
		return null;
	}
}

/** The key is derived from secret and purpose, so that one secret can serve several purposes. */
function keyOf({ client_secret }: OidcClient, { name }: Purpose): Uint8Array {
	return createHash("sha256").update(`${name}\0${client_secret}`).digest();
}
