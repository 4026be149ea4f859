import { createHash } from "node:crypto";
import { createOutboundGate } from "#pipeline/outbound-gate.ts";
import type { IdentityProvider } from "#use-cases/identity-provider.ts";
import { discover } from "./discover.ts";
import { exchangeCode } from "./exchange-code.ts";
import { verifyIdToken } from "./verify-id-token.ts";

export type OidcClient = {
	/** Without a slash at the end. */
	issuer: string;
	client_id: string;
	client_secret: string;
};

/** An OpenID Connect provider: code flow with PKCE, its addresses by discovery. */
export function createIdentityProvider(client: OidcClient): IdentityProvider {
	const { issuer, client_id, client_secret } = client;
	const fetch = createOutboundGate();
	const addresses = () => discover(fetch, issuer, Date.now());
	return {
		async authorizationUrl({ redirect_uri, state, nonce, code_verifier }) {
			const url = new URL((await addresses()).authorization_endpoint);
			const parameters = {
				response_type: "code",
				client_id,
				redirect_uri,
				scope: "openid email profile",
				state,
				nonce,
				code_challenge: challengeOf(code_verifier),
				code_challenge_method: "S256",
			};
			for (const [name, value] of Object.entries(parameters))
				url.searchParams.set(name, value);
			return url.href;
		},
		async identify(code, { redirect_uri, nonce, code_verifier }) {
			const { token_endpoint, jwks_uri, issuer } = await addresses();
			const id_token = await exchangeCode(fetch, token_endpoint, {
				...{ client_id, client_secret, redirect_uri, code, code_verifier },
			});
			return verifyIdToken(id_token, { issuer, jwks_uri, client_id, nonce });
		},
	};
}

function challengeOf(code_verifier: string): string {
	return createHash("sha256").update(code_verifier).digest("base64url");
}
