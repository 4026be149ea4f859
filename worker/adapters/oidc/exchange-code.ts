import * as z from "zod";
import { parseUntrustedJson } from "#domain/untrusted-json.ts";
import type { OutboundFetch } from "#pipeline/outbound.ts";
import { readBounded } from "#pipeline/read-bounded.ts";
import { OIDC_BOUNDS } from "./bounds.ts";

const TokenAnswer = z.object({ id_token: z.string().min(1) });

export type CodeExchange = {
	client_id: string;
	client_secret: string;
	redirect_uri: string;
	code: string;
	code_verifier: string;
};

/** Trades the code for an ID token, not yet verified. Throws where it is refused. */
export async function exchangeCode(
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
	if (!response.ok)
		throw new Error(`The provider's token endpoint answers ${response.status}`);
	return TokenAnswer.parse(parseUntrustedJson(body)).id_token;
}
