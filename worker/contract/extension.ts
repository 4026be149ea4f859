import * as z from "zod";

/**
 * The ids of the extension that `npm run extension` builds. Chrome's follows from the public key in
 * its manifest; a store gives a published one an id of its own.
 */
export const EXTENSION_IDS = {
	chrome: "onjlemelgiakobieahmbgomkbijjmeia",
	firefox: "{ea8ee385-43b2-4aef-b470-c8eb1fd873e7}",
};

/** Chrome's 32 letters, or Firefox's id in its manifest: a UUID in braces or the form of an address. */
export const ExtensionId = z
	.string()
	.regex(/^(?:[a-p]{32}|\{[0-9a-f-]{36}\}|[\w.-]{1,60}@[\w.-]{1,60})$/i);

/** The name of an extension's key on its member's account page. */
export const EXTENSION_KEY_NAME = "Browser extension";

export const EXTENSION_TOKEN_PATH = "/api/extension/token";

const RedirectUri = z.string().max(200);

/** The member has pressed Allow (RFC 6749 4.1, RFC 7636 with S256 alone). */
export const ExtensionCodeRequest = z.strictObject({
	redirect_uri: RedirectUri,
	code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
	code_challenge_method: z.literal("S256"),
	/** Returned as it is. */
	state: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,128}$/)
		.optional(),
});

export const ExtensionCodeAnswer = z.object({ redirect_to: z.string() });
export type ExtensionCodeAnswer = z.infer<typeof ExtensionCodeAnswer>;

export const ExtensionTokenRequest = z.strictObject({
	code: z.string().min(1).max(100),
	code_verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
	redirect_uri: RedirectUri,
});
