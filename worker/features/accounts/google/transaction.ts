import { createHash } from "node:crypto";
import { newToken } from "#identity/tokens.ts";
import type { OidcClient, SignInTransaction } from "./identity-provider.ts";

/** Choosing an account and entering a second factor take minutes. */
export const TRANSACTION_S = 10 * 60;

export function createTransaction(
	redirect_uri: string,
	return_to: string,
	again: boolean,
): SignInTransaction {
	return {
		redirect_uri,
		return_to,
		again,
		state: newToken(),
		nonce: newToken(),
		code_verifier: newToken(),
	};
}

/** Encrypts the transaction, which the browser stores in a cookie until it returns. */
export function sealTransaction(
	client: OidcClient,
	transaction: SignInTransaction,
): Promise<string> {
	return sealOf(client).close(transaction, TRANSACTION_S);
}

/** The decrypted value needs no validation, because only this site has the key. */
export async function unsealTransaction(
	client: OidcClient,
	token: string,
): Promise<SignInTransaction | null> {
	return (await sealOf(client).open(token)) as SignInTransaction | null;
}

function sealOf({ client_secret }: OidcClient) {
	return createSeal(client_secret, "google sign-in transaction");
}

/** Encrypts values that the browser stores but can neither read nor change. */
export type Seal = {
	close(content: Record<string, unknown>, lifetime_s: number): Promise<string>;
	/** null if the token was not sealed with this secret for this purpose, or if it is too old. */
	open(token: string): Promise<Record<string, unknown> | null>;
};

/** The key is derived from secret and purpose, so that one secret can serve several purposes. */
export function createSeal(secret: string, purpose: string): Seal {
	const key = createHash("sha256").update(`${purpose}\0${secret}`).digest();
	return {
		async close(content, lifetime_s) {
			const { EncryptJWT } = await import("jose");
			return new EncryptJWT(content)
				.setProtectedHeader({ alg: "dir", enc: "A256GCM" })
				.setIssuedAt()
				.setExpirationTime(`${lifetime_s}s`)
				.encrypt(key);
		},
		async open(token) {
			const { jwtDecrypt } = await import("jose");
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
