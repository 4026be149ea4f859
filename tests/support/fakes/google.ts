import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import type { Configuration } from "oidc-provider";
import Provider from "oidc-provider";
import {
	type Browser,
	createBrowser,
	type MailProduct,
	startMailProduct,
} from "../world/mail-product.ts";

type Person = {
	sub: string;
	name?: string;
	email: string;
	email_verified?: boolean;
	/** The organisation that gives the address; without one, only gmail.com is the provider's own. */
	hd?: string;
	picture?: string;
};

/** A real, certified OpenID Connect provider on this machine. */
export type OidcIssuer = {
	issuer: string;
	client_id: string;
	client_secret: string;
	/** Adds a person who can sign in. */
	add: (person: Person) => void;
	/**
	 * Signs in like a browser and returns the provider's final redirect. With `signed_in_s`, the
	 * browser signed in to the provider that many seconds ago.
	 */
	signIn: (authorization_url: string, sub: string, signed_in_s?: number) => Promise<URL>;
	/** Authorization parameters that the provider ignores, as Google ignores some. */
	unknown: Set<string>;
	/** The requested paths. */
	asked: string[];
	close: () => Promise<void>;
};

const CLIENT_ID = "site-client";
const CLIENT_SECRET = "site-client-secret-of-these-tests";
/** Authorization, interaction, resumption and callback; more steps are a loop. */
const MAX_STEPS = 8;

export async function startOidcIssuer(redirect_uri: string): Promise<OidcIssuer> {
	const people = new Map<string, Person>();
	const asked: string[] = [];
	const unknown = new Set<string>();
	let handle: ReturnType<Provider["callback"]> | undefined;
	const server = createServer((request, response) => {
		asked.push(new URL(request.url ?? "/", "http://issuer").pathname);
		void handle?.(request, response);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider = new Provider(issuer, await configuration(redirect_uri, people));
	provider.use(async (context, next) => {
		const query = new URLSearchParams(context.querystring);
		for (const name of unknown) query.delete(name);
		context.querystring = query.toString();
		await next();
	});
	signInWhoeverSaysSo(provider);
	handle = provider.callback();
	return {
		issuer,
		client_id: CLIENT_ID,
		client_secret: CLIENT_SECRET,
		add: (person) => people.set(person.sub, person),
		async signIn(url, sub, signed_in_s) {
			const browser = createBrowser(issuer);
			if (signed_in_s !== undefined) {
				// An earlier sign-in without max_age, whose time the provider remembers.
				const earlier = new URL(url);
				earlier.searchParams.delete("max_age");
				const at = Math.floor(Date.now() / 1_000) - signed_in_s;
				await walk(browser, earlier.href, { sub, at }, issuer, redirect_uri);
			}
			return walk(browser, url, { sub }, issuer, redirect_uri);
		},
		asked,
		unknown,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function configuration(
	redirect_uri: string,
	people: Map<string, Person>,
): Promise<Configuration> {
	const { privateKey } = await generateKeyPair("RS256", { extractable: true });
	const key = { ...(await exportJWK(privateKey)), kid: "1", alg: "RS256" };
	return {
		clients: [
			{
				client_id: CLIENT_ID,
				client_secret: CLIENT_SECRET,
				redirect_uris: [redirect_uri],
				grant_types: ["authorization_code"],
				response_types: ["code"],
				token_endpoint_auth_method: "client_secret_post",
			},
		],
		jwks: { keys: [{ ...key, use: "sig" }] } as NonNullable<Configuration["jwks"]>,
		cookies: { keys: ["cookie-key-of-these-tests"] },
		pkce: { required: () => true },
		// Claims are part of the ID token, as with Google.
		conformIdTokenClaims: false,
		claims: {
			openid: ["sub"],
			email: ["email", "email_verified"],
			profile: ["name", "picture", "hd"],
		},
		features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
		ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
		interactions: { url: (_, { uid }) => `/interaction/${uid}` },
		findAccount: (_, sub) => {
			const person = people.get(sub);
			return person && { accountId: sub, claims: () => ({ ...person }) };
		},
		async loadExistingGrant({ oidc }) {
			const grant = new oidc.provider.Grant({
				clientId: oidc.client?.clientId ?? "",
				accountId: oidc.session?.accountId ?? "",
			});
			grant.addOIDCScope(String(oidc.params?.scope));
			await grant.save();
			return grant;
		},
	};
}

/** The provider's sign-in page, which accepts the name in the form. */
function signInWhoeverSaysSo(provider: Provider): void {
	provider.use(async (context, next) => {
		if (!context.path.startsWith("/interaction/")) return next();
		const accountId = context.get("x-sign-in-as");
		const ts = Number(context.get("x-signed-in-at"));
		const result = accountId
			? { login: { accountId, ...(ts && { ts }) } }
			: { error: "access_denied", error_description: "left" };
		context.redirect(await provider.interactionResult(context.req, context.res, result));
	});
}

async function walk(
	browser: Browser,
	authorization_url: string,
	{ sub, at }: { sub: string; at?: number },
	issuer: string,
	redirect_uri: string,
): Promise<URL> {
	let url = new URL(authorization_url);
	for (let step = 0; step < MAX_STEPS; step++) {
		const headers = { "x-sign-in-as": sub, "x-signed-in-at": `${at ?? ""}` };
		const page = await browser.get<string>(url.href, { headers });
		if (page.location === null)
			throw new Error(`The provider answers ${page.status}: ${page.body}`);
		url = new URL(page.location, issuer);
		if (url.href.startsWith(redirect_uri)) return url;
	}
	throw new Error("The provider never sent the browser back");
}

/** The operator's name of the site; the tests use its actual address. */
export const SITE = "http://app.example.test";
export const REDIRECT_URI = `${SITE}/api/auth/google/callback`;

/** The product with a mail server and a real OpenID Connect provider in Google's place. */
export type GoogleWorld = MailProduct & {
	issuer: OidcIssuer;
	/** The settings for the provider. */
	settings: Record<string, string>;
	newPerson: (given?: Partial<Person>) => Person;
	/** Starts the sign-in and returns where the browser is sent. */
	begin: (browser: Browser, return_to?: string) => Promise<URL>;
	/** Follows the provider's redirect back to the product. */
	comeBack: (
		browser: Browser,
		callback: URL,
	) => Promise<{ status: number; location: string | null }>;
	/** The complete sign-in, in a new browser unless one is given. */
	signIn: (
		person: Person,
		browser?: Browser,
	) => Promise<{ location: string | null; browser: Browser }>;
};

export async function startGoogleWorld(
	env: Record<string, string> = {},
	options: { clock?: boolean } = {},
): Promise<GoogleWorld> {
	const issuer = await startOidcIssuer(REDIRECT_URI);
	const settings = {
		APP_ORIGIN: SITE,
		GOOGLE_CLIENT_ID: issuer.client_id,
		GOOGLE_CLIENT_SECRET: issuer.client_secret,
		GOOGLE_ISSUER: issuer.issuer,
	};
	const world = await startMailProduct({ ...settings, ...env }, options);
	let people = 0;
	const begin: GoogleWorld["begin"] = async (browser, return_to = "/") => {
		const path = `/api/auth/google?return_to=${encodeURIComponent(return_to)}`;
		const { location } = await browser.get(path);
		return new URL(location ?? "", SITE);
	};
	const comeBack: GoogleWorld["comeBack"] = (browser, callback) =>
		browser.get(callback.pathname + callback.search);
	return {
		...world,
		issuer,
		settings,
		newPerson(given = {}) {
			people++;
			const person = {
				sub: `person-${people}`,
				name: "Grace Hopper",
				email: world.newEmail("grace"),
				email_verified: true,
				hd: "example.test",
				picture: "https://pictures.example.test/grace.png",
				...given,
			};
			issuer.add(person);
			return person;
		},
		begin,
		comeBack,
		async signIn(person, browser = world.browser()) {
			const url = await begin(browser);
			const back = await issuer.signIn(url.href, person.sub);
			const { location } = await comeBack(browser, back);
			return { location, browser };
		},
		async stop() {
			await world.stop();
			await issuer.close();
		},
	};
}
