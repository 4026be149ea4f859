import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import * as z from "zod";
import { isTooDeep, TooDeep } from "#domain/untrusted-json.ts";
import { createOutboundGate } from "#pipeline/outbound-gate.ts";
import { readBounded } from "#pipeline/read-bounded.ts";
import type { VouchedIdentity } from "#use-cases/identity-provider.ts";
import { OIDC_BOUNDS } from "./bounds.ts";

/** The token is fresh from the provider: the code it came for lives no longer. */
const MAX_TOKEN_AGE = "10m";
const CLOCK_TOLERANCE_S = 30;
/** A token's header and payload are JSON; the rest is the signature. */
const SIGNED_PARTS = 2;

const Claims = z.object({
	sub: z.string().min(1).max(255),
	nonce: z.string(),
	azp: z.string().optional(),
	email: z.string(),
	email_verified: z.boolean().optional(),
	name: z.string().optional(),
	picture: z.string().optional(),
});

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Throws unless the provider signed it, for us, just now, in this very sign-in. */
export async function verifyIdToken(
	id_token: string,
	expected: {
		issuer: string;
		jwks_uri: string;
		client_id: string;
		nonce: string;
	},
): Promise<VouchedIdentity> {
	const { issuer, jwks_uri, client_id, nonce } = expected;
	// The package parses them by itself.
	for (const part of id_token.split(".", SIGNED_PARTS))
		requireFlat(Buffer.from(part, "base64url").toString());
	const { payload } = await jwtVerify(id_token, keySetOf(jwks_uri), {
		issuer,
		audience: client_id,
		algorithms: ["RS256"],
		maxTokenAge: MAX_TOKEN_AGE,
		clockTolerance: CLOCK_TOLERANCE_S,
		requiredClaims: ["sub", "nonce", "exp", "iat"],
	});
	const claims = Claims.parse(payload);
	if (claims.nonce !== nonce)
		throw new Error("The ID token belongs to another sign-in");
	if (claims.azp !== undefined && claims.azp !== client_id)
		throw new Error("The ID token was made for another party");
	return {
		issuer,
		subject: claims.sub,
		email: claims.email,
		email_verified: claims.email_verified === true,
		name: claims.name ?? null,
		picture: claims.picture ?? null,
	};
}

/** Kept between requests; it asks anew for a key that it does not know. */
function keySetOf(jwks_uri: string) {
	const known = keySets.get(jwks_uri);
	if (known) return known;
	const keySet = createRemoteJWKSet(new URL(jwks_uri), {
		timeoutDuration: OIDC_BOUNDS.timeout_ms,
		// A gate of its own each time: a request must not wait in another's line.
		[customFetch]: async (url, { headers, signal }) => {
			const init = { headers, signal };
			const answer = await createOutboundGate()(url, init, OIDC_BOUNDS);
			const body = await readBounded(answer);
			requireFlat(body);
			return new Response(body || null, answer);
		},
	});
	keySets.set(jwks_uri, keySet);
	return keySet;
}

function requireFlat(json: string): void {
	if (isTooDeep(json)) throw new TooDeep();
}
