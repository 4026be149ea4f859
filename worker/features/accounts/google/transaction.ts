import { newToken } from "#identity/tokens.ts";
import type { OidcClient, SignInTransaction } from "./identity-provider.ts";
import { createSeal } from "./sealed-token.ts";

/** Choosing an account and a second factor take minutes. */
export const TRANSACTION_S = 10 * 60;

export function createTransaction(
	redirect_uri: string,
	return_to: string,
): SignInTransaction {
	return {
		redirect_uri,
		return_to,
		state: newToken(),
		nonce: newToken(),
		code_verifier: newToken(),
	};
}

/** Encrypts the transaction for the browser, which stores it until it comes back. */
export function sealTransaction(
	client: OidcClient,
	transaction: SignInTransaction,
): Promise<string> {
	return sealOf(client).close(transaction, TRANSACTION_S);
}

/** The decrypted value needs no check: nobody else has the key. */
export async function unsealTransaction(
	client: OidcClient,
	token: string,
): Promise<SignInTransaction | null> {
	return (await sealOf(client).open(token)) as SignInTransaction | null;
}

function sealOf({ client_secret }: OidcClient) {
	return createSeal(client_secret, "google sign-in transaction");
}
