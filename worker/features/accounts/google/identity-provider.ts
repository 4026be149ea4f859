import { createHash } from "node:crypto";
import type { createRemoteJWKSet } from "jose";
import * as z from "zod";
import { readBounded } from "#outbound/bounded-body.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { OutboundBounds, OutboundFetch } from "#outbound/outbound.ts";
import { isTooDeep, parseUntrustedJson, TooDeep } from "#text/untrusted-json.ts";

/** The provider's signed claims about the person who signed in. */
export type VouchedIdentity = {
	issuer: string;
	/** The provider's id of the person. */
	subject: string;
	email: string;
	email_verified: boolean;
	name: string | null;
	picture: string | null;
	/**
	 * When the person last authenticated at the provider, in epoch seconds; null if the provider
	 * does not say.
	 */
	auth_time: number | null;
};

/** The state of a sign-in that this site keeps while the person is at the provider. */
export type SignInTransaction = {
	state: string;
	nonce: string;
	code_verifier: string;
	redirect_uri: string;
	/** The path on this site to return to. */
	return_to: string;
	/** Whether a signed-in member has to reauthenticate. */
	again: boolean;
};

export type IdentityProvider = {
	/**
	 * Returns the address at which the browser signs in. Throws if the provider cannot be reached.
	 */
	authorizationUrl(transaction: SignInTransaction): Promise<string>;
	/**
	 * Exchanges the code for the person's identity. Throws if the provider refuses the code or if
	 * its token cannot be trusted.
	 */
	identify(code: string, transaction: SignInTransaction): Promise<VouchedIdentity>;
};

export type OidcClient = {
	/** Without a trailing slash. */
	issuer: string;
	client_id: string;
	client_secret: string;
};

/** An OpenID Connect provider: code flow with PKCE, endpoints by discovery. */
export function createIdentityProvider(client: OidcClient): IdentityProvider {
	const { issuer, client_id, client_secret } = client;
	const fetch = createOutboundGate();
	const addresses = () => discover(fetch, issuer, Date.now());
	return {
		async authorizationUrl(transaction) {
			const { redirect_uri, state, nonce, code_verifier, again } = transaction;
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
				claims: ASK_WHEN,
				// max_age=0 requires a new sign-in like prompt=login (OpenID Connect Core 3.1.2.1), which
				// Google does not document.
				...(again && { max_age: "0" }),
			};
			for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
			return url.href;
		},
		async identify(code, { redirect_uri, nonce, code_verifier }) {
			const { token_endpoint, jwks_uri, issuer } = await addresses();
			const id_token = await exchangeCode(fetch, token_endpoint, {
				client_id,
				client_secret,
				redirect_uri,
				code,
				code_verifier,
			});
			return verifyIdToken(id_token, { issuer, jwks_uri, client_id, nonce });
		},
	};
}

/** Google includes `auth_time` only if the request asks for it as an essential claim. */
const ASK_WHEN = JSON.stringify({
	id_token: { auth_time: { essential: true } },
});

function challengeOf(code_verifier: string): string {
	return createHash("sha256").update(code_verifier).digest("base64url");
}

/** The fields of the discovery document that this client uses. */
const Discovery = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url({ protocol: /^https?$/ }),
	token_endpoint: z.url({ protocol: /^https?$/ }),
	jwks_uri: z.url({ protocol: /^https?$/ }),
});
type Discovery = z.infer<typeof Discovery>;

/** Providers change their endpoints over months, not hours. */
const KEPT_MS = 60 * 60 * 1_000;
/** Caches values, not promises: a Worker must not await a promise of another request. */
const kept = new Map<string, { until_ms: number; document: Discovery }>();

/**
 * Returns the provider's endpoints, cached for an hour. Throws if the document cannot be read or
 * trusted.
 */
async function discover(fetch: OutboundFetch, issuer: string, now_ms: number): Promise<Discovery> {
	const known = kept.get(issuer);
	if (known && now_ms < known.until_ms) return known.document;
	const url = `${issuer}/.well-known/openid-configuration`;
	const response = await fetch(url, {}, OIDC_BOUNDS);
	if (!response.ok) throw new Error(`The provider's discovery answers ${response.status}`);
	const document = Discovery.parse(parseUntrustedJson(await readBounded(response)));
	if (document.issuer.replace(/\/$/, "") !== issuer)
		throw new Error("The discovery document is another issuer's");
	requireTls(issuer, document);
	kept.set(issuer, { until_ms: now_ms + KEPT_MS, document });
	return document;
}

/**
 * Rejects a provider behind https whose endpoints are not: secrets and sign-ins would travel
 * without TLS.
 */
function requireTls(issuer: string, document: Discovery): void {
	const { authorization_endpoint, token_endpoint, jwks_uri } = document;
	const addresses = [authorization_endpoint, token_endpoint, jwks_uri];
	if (issuer.startsWith("https:") && !addresses.every((address) => address.startsWith("https:")))
		throw new Error("The discovery document names an address without TLS");
}

const TokenAnswer = z.object({ id_token: z.string().min(1) });

type CodeExchange = {
	client_id: string;
	client_secret: string;
	redirect_uri: string;
	code: string;
	code_verifier: string;
};

/**
 * Exchanges the code for an ID token and returns the unverified token. Throws if the provider
 * refuses the code.
 */
async function exchangeCode(
	fetch: OutboundFetch,
	token_endpoint: string,
	exchange: CodeExchange,
): Promise<string> {
	const response = await fetch(
		token_endpoint,
		{
			method: "POST",
			headers: {
				"content-type": "application/x-www-form-urlencoded",
				accept: "application/json",
			},
			body: new URLSearchParams({
				grant_type: "authorization_code",
				...exchange,
			}).toString(),
		},
		OIDC_BOUNDS,
	);
	const body = await readBounded(response);
	if (!response.ok) throw new Error(`The provider's token endpoint answers ${response.status}`);
	return TokenAnswer.parse(parseUntrustedJson(body)).id_token;
}

/** Tokens are verified right after they were issued, because codes expire after minutes. */
const MAX_TOKEN_AGE = "10m";
const CLOCK_TOLERANCE_S = 30;
/** The header and payload of a token are JSON; the third part is the signature. */
const SIGNED_PARTS = 2;

const Claims = z.object({
	sub: z.string().min(1).max(255),
	nonce: z.string(),
	azp: z.string().optional(),
	email: z.string(),
	email_verified: z.boolean().optional(),
	name: z.string().optional(),
	picture: z.string().optional(),
	auth_time: z.int().nonnegative().optional(),
});

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Throws unless the provider has just signed the token for this client and this sign-in. */
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
	// The package parses the JSON without a depth limit.
	for (const part of id_token.split(".", SIGNED_PARTS))
		requireFlat(Buffer.from(part, "base64url").toString());
	const { jwtVerify } = await import("jose");
	const { payload } = await jwtVerify(id_token, await keySetOf(jwks_uri), {
		issuer,
		audience: client_id,
		algorithms: ["RS256"],
		maxTokenAge: MAX_TOKEN_AGE,
		clockTolerance: CLOCK_TOLERANCE_S,
		requiredClaims: ["sub", "nonce", "exp", "iat"],
	});
	const claims = Claims.parse(payload);
	if (claims.nonce !== nonce) throw new Error("The ID token belongs to another sign-in");
	if (claims.azp !== undefined && claims.azp !== client_id)
		throw new Error("The ID token was made for another party");
	return {
		issuer,
		subject: claims.sub,
		email: claims.email,
		email_verified: claims.email_verified === true,
		name: claims.name ?? null,
		picture: claims.picture ?? null,
		auth_time: claims.auth_time ?? null,
	};
}

/** Returns the cached key set. An unknown key id makes it fetch the set again. */
async function keySetOf(jwks_uri: string) {
	const jose = await import("jose");
	const known = keySets.get(jwks_uri);
	if (known) return known;
	const keySet = jose.createRemoteJWKSet(new URL(jwks_uri), {
		timeoutDuration: OIDC_BOUNDS.timeout_ms,
		// Each fetch gets its own gate, because a request must not wait for slots of another request.
		[jose.customFetch]: async (url, { headers, signal }) => {
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

/** The person waits on a blank page during these calls, and the documents are a few KB. */
const OIDC_BOUNDS: OutboundBounds = {
	timeout_ms: 5_000,
	max_bytes: 256 * 1024,
};
