import { createHash } from "node:crypto";
import type { AuthorizationServer } from "oauth4webapi";
import * as z from "zod";
import { readBounded } from "#outbound/bounded-body.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { OutboundBounds } from "#outbound/outbound.ts";
import { isTooDeep, parseUntrustedJson, TooDeep } from "#text/untrusted-json.ts";

/** The provider's signed claims about the person who signed in. */
export type VouchedIdentity = {
	issuer: string;
	/** The provider's id of the person. */
	subject: string;
	email: string;
	email_verified: boolean;
	/** The organisation at the provider that the account, and so its address, belongs to. */
	hosted_domain: string | null;
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

export type OidcClient = {
	/** Without a trailing slash. */
	issuer: string;
	client_id: string;
	client_secret: string;
};

/** Google includes `auth_time` only if the request asks for it as an essential claim. */
const ASK_WHEN = JSON.stringify({ id_token: { auth_time: { essential: true } } });

/**
 * The address at which the browser signs in: code flow with PKCE. Throws if the provider cannot be
 * reached.
 */
export async function authorizationUrl(
	{ issuer, client_id }: OidcClient,
	{ redirect_uri, state, nonce, code_verifier, again }: SignInTransaction,
): Promise<string> {
	const url = new URL((await discover(issuer, Date.now())).authorization_endpoint);
	const parameters = {
		response_type: "code",
		client_id,
		redirect_uri,
		scope: "openid email profile",
		state,
		nonce,
		code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
		code_challenge_method: "S256",
		claims: ASK_WHEN,
		// max_age=0 requires a new sign-in like prompt=login (OpenID Connect Core 3.1.2.1), which
		// Google does not document.
		...(again && { max_age: "0" }),
	};
	for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
	return url.href;
}

/**
 * Exchanges the code in the provider's redirect for the person's identity. Throws if the redirect
 * belongs to another sign-in, if the provider refuses the code or if its token cannot be trusted.
 */
export async function identify(
	client: OidcClient,
	redirect: URLSearchParams,
	{ redirect_uri, state, nonce, code_verifier }: SignInTransaction,
): Promise<VouchedIdentity> {
	const oauth = await import("oauth4webapi");
	const provider = await discover(client.issuer, Date.now());
	const answer = await oauth.authorizationCodeGrantRequest(
		provider,
		client,
		oauth.ClientSecretPost(client.client_secret),
		oauth.validateAuthResponse(provider, client, redirect, state),
		redirect_uri,
		code_verifier,
		await callOptions(client.issuer),
	);
	return readIdToken(answer, provider, client, nonce);
}

type Provider = AuthorizationServer & { authorization_endpoint: string };

/** Providers change their endpoints over months, not hours. */
const KEPT_MS = 60 * 60 * 1_000;
/** Caches values, not promises: a Worker must not await a promise of another request. */
const kept = new Map<string, { until_ms: number; provider: Provider }>();

/**
 * Returns the provider's endpoints, cached for an hour. Throws if the document cannot be read or
 * trusted.
 */
async function discover(issuer: string, now_ms: number): Promise<Provider> {
	const known = kept.get(issuer);
	if (known && now_ms < known.until_ms) return known.provider;
	const oauth = await import("oauth4webapi");
	const url = new URL(issuer);
	const answer = await oauth.discoveryRequest(url, await callOptions(issuer));
	const found = await oauth.processDiscoveryResponse(url, answer);
	const { authorization_endpoint = "" } = found;
	// The package checks the addresses that it calls itself.
	if (!authorization_endpoint.startsWith("https:") && !isOnThisMachine(issuer))
		throw new Error("The discovery document names an address without TLS");
	const provider = { ...found, authorization_endpoint };
	kept.set(issuer, { until_ms: now_ms + KEPT_MS, provider });
	return provider;
}

/** Tokens are verified right after they were issued, because codes expire after minutes. */
const MAX_TOKEN_AGE_S = 10 * 60;
const CLOCK_TOLERANCE_S = 30;

const Claims = z.object({
	sub: z.string().min(1).max(255),
	iat: z.number(),
	azp: z.string().optional(),
	email: z.string(),
	email_verified: z.boolean().optional(),
	hd: z.string().min(1).optional(),
	name: z.string().optional(),
	picture: z.string().optional(),
	auth_time: z.int().nonnegative().optional(),
});

const TokenAnswer = z.object({ id_token: z.string() });
/** The header and payload of a token; the third part is the signature. */
const SIGNED_PARTS = 2;

/**
 * Reads the token endpoint's answer. Throws unless the provider has just signed the ID token for
 * this client and this sign-in.
 */
export async function readIdToken(
	answer: Response,
	provider: AuthorizationServer,
	client: OidcClient,
	expectedNonce: string,
): Promise<VouchedIdentity> {
	const oauth = await import("oauth4webapi");
	const { id_token } = TokenAnswer.parse(parseUntrustedJson(await answer.clone().text()));
	// The package parses the JSON in a token's header and payload without a depth limit.
	for (const part of id_token.split(".", SIGNED_PARTS))
		requireFlat(Buffer.from(part, "base64url").toString());
	const signed_by = { ...client, id_token_signed_response_alg: "RS256" };
	const tokens = await oauth.processAuthorizationCodeResponse(provider, signed_by, answer, {
		expectedNonce,
		requireIdToken: true,
	});
	await oauth.validateApplicationLevelSignature(provider, answer, await callOptions(client.issuer));
	const claims = Claims.parse(oauth.getValidatedIdTokenClaims(tokens));
	const age_s = Date.now() / 1_000 - claims.iat;
	if (age_s < -CLOCK_TOLERANCE_S || age_s > MAX_TOKEN_AGE_S)
		throw new Error("The ID token was not made just now");
	if (claims.azp !== undefined && claims.azp !== client.client_id)
		throw new Error("The ID token was made for another party");
	return {
		issuer: provider.issuer,
		subject: claims.sub,
		email: claims.email,
		email_verified: claims.email_verified === true,
		hosted_domain: claims.hd ?? null,
		name: claims.name ?? null,
		picture: claims.picture ?? null,
		auth_time: claims.auth_time ?? null,
	};
}

function requireFlat(json: string): void {
	if (isTooDeep(json)) throw new TooDeep();
}

/** The person waits on a blank page during these calls, and the documents are a few KB. */
const OIDC_BOUNDS: OutboundBounds = { timeout_ms: 5_000, max_bytes: 256 * 1024 };

/** Only a provider on this machine, as in tests, needs no TLS. */
function isOnThisMachine(issuer: string): boolean {
	return /^http:\/\/(?:127\.0\.0\.1|localhost)(?::|$)/.test(issuer);
}

async function callOptions(issuer: string) {
	const { allowInsecureRequests, customFetch } = await import("oauth4webapi");
	const fetch = createOutboundGate();
	return {
		[allowInsecureRequests]: isOnThisMachine(issuer),
		[customFetch]: async (url: string, init: RequestInit) => {
			const answer = await fetch(url, init, OIDC_BOUNDS);
			const body = await readBounded(answer);
			requireFlat(body);
			return new Response(body || null, answer);
		},
	};
}
