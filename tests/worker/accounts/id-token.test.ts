import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readIdToken } from "#features/accounts/google/identity-provider.ts";
import { TooDeep } from "#text/untrusted-json.ts";

/** On this machine, where a provider needs no TLS. */
const ISSUER = "http://localhost:1";
const CLIENT = "our-client";
const NONCE = "the-nonce-of-this-sign-in";
const MINUTE_S = 60;

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: Keys;
let strangers: Keys;
let server: Server;
let jwks_uri = "";
let keys_beside: Record<string, unknown> = {};

beforeAll(async () => {
	[ours, strangers] = await Promise.all([
		generateKeyPair("RS256", { extractable: true }),
		generateKeyPair("RS256", { extractable: true }),
	]);
	const key = { ...(await exportJWK(ours.publicKey)), kid: "1", alg: "RS256" };
	server = createServer((_, response) => {
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ keys: [key], ...keys_beside }));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	jwks_uri = `http://127.0.0.1:${port}/keys`;
});
afterAll(() => {
	server?.closeAllConnections();
	server?.close();
});

type Token = { claims?: Record<string, unknown>; keys?: Keys };

function token({ claims = {}, keys = ours }: Token = {}): Promise<string> {
	const now_s = Math.floor(Date.now() / 1_000);
	return new SignJWT({
		iss: ISSUER,
		aud: CLIENT,
		sub: "1",
		nonce: NONCE,
		iat: now_s,
		exp: now_s + 5 * MINUTE_S,
		email: "grace@example.test",
		email_verified: true,
		...claims,
	})
		.setProtectedHeader({ alg: "RS256", kid: "1" })
		.sign(keys.privateKey);
}

function verify(id_token: string, keys_at = jwks_uri, issuer = ISSUER) {
	const answer = Response.json({ id_token, access_token: "unused", token_type: "Bearer" });
	const client = { issuer, client_id: CLIENT, client_secret: "unused" };
	return readIdToken(answer, { issuer, jwks_uri: keys_at }, client, NONCE);
}

function ago(seconds: number): number {
	return Math.floor(Date.now() / 1_000) - seconds;
}

describe("readIdToken", () => {
	it("accepts a token that the provider has just signed for this client", async () => {
		expect(await verify(await token())).toEqual({
			issuer: ISSUER,
			subject: "1",
			email: "grace@example.test",
			email_verified: true,
			name: null,
			picture: null,
			auth_time: null,
			hosted_domain: null,
		});
	});

	it("returns when the person signed in at the provider", async () => {
		const auth_time = ago(5);
		const { auth_time: said } = await verify(await token({ claims: { auth_time } }));
		expect(said).toBe(auth_time);
	});

	it.each([
		["another issuer's", { iss: "https://evil.test" }],
		["for another client", { aud: "their-client" }],
		["made for another party", { azp: "their-client" }],
		["of another sign-in", { nonce: "another" }],
		["without a nonce", { nonce: undefined }],
		["without a subject", { sub: undefined }],
		["with an empty subject", { sub: "" }],
		["without an address", { email: undefined }],
		["that has expired", { exp: ago(2 * MINUTE_S) }],
		["that never expires", { exp: undefined }],
		["made too long ago", { iat: ago(11 * MINUTE_S) }],
		["made in the future", { iat: ago(-2 * MINUTE_S) }],
		["that does not say when it was made", { iat: undefined }],
		["with a time of sign-in that is none", { auth_time: "now" }],
	])("rejects a token (%s)", async (_, claims) => {
		await expect(verify(await token({ claims }))).rejects.toThrow();
	});

	it.each([["true"], [1], [null], ["yes"]])(
		"does not treat the address as verified if email_verified is %j",
		async (email_verified) => {
			const outcome = await verify(await token({ claims: { email_verified } })).catch(() => null);
			expect(outcome?.email_verified ?? false).toBe(false);
		},
	);

	it("rejects a token signed with another key", async () => {
		await expect(verify(await token({ keys: strangers }))).rejects.toThrow();
	});

	it("rejects a token signed with the public key or not signed at all", async () => {
		const public_key = JSON.stringify(await exportJWK(ours.publicKey));
		const [, payload] = (await token()).split(".");
		const shared = await new SignJWT(JSON.parse(Buffer.from(payload ?? "", "base64url").toString()))
			.setProtectedHeader({ alg: "HS256", kid: "1" })
			.sign(new TextEncoder().encode(public_key));
		await expect(verify(shared)).rejects.toThrow();
		const head = Buffer.from('{"alg":"none"}').toString("base64url");
		await expect(verify(`${head}.${payload}.`)).rejects.toThrow();
	});

	it("rejects a deeply nested token before parsing it", async () => {
		const deep: unknown = JSON.parse("[".repeat(100) + "]".repeat(100));
		await expect(verify(await token({ claims: { deep } }))).rejects.toThrow(TooDeep);
		const [, payload, signature] = (await token()).split(".");
		const head = JSON.stringify({ alg: "RS256", kid: "1", deep });
		const unsigned = Buffer.from(head).toString("base64url");
		await expect(verify(`${unsigned}.${payload}.${signature}`)).rejects.toThrow(TooDeep);
	});

	it("rejects a token if the provider's keys are nested too deeply", async () => {
		keys_beside = { deep: JSON.parse("[".repeat(100) + "]".repeat(100)) };
		await expect(verify(await token(), `${jwks_uri}/nested`)).rejects.toThrow(TooDeep);
	});

	it("fetches no keys without TLS of a provider that is not on this machine", async () => {
		for (const iss of ["https://issuer.example.test", "http://issuer.example.test"])
			await expect(verify(await token({ claims: { iss } }), jwks_uri, iss)).rejects.toThrow(
				/HTTPS/,
			);
	});

	it("rejects a token whose claims were modified", async () => {
		const [head, payload, signature] = (await token()).split(".");
		const claims = JSON.parse(Buffer.from(payload ?? "", "base64url").toString());
		const forged = Buffer.from(
			JSON.stringify({ ...claims, email: "victim@example.test" }),
		).toString("base64url");
		await expect(verify(`${head}.${forged}.${signature}`)).rejects.toThrow();
	});
});
