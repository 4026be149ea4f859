import type { SessionAnswer } from "#contract/account.ts";
import type { Browser } from "./cookie-browser.ts";
import { type MailProduct, startMailProduct } from "./mail-product.ts";
import {
	type OidcIssuer,
	type Person,
	startOidcIssuer,
} from "./oidc-issuer.ts";

/** As the operator names the site; the tests reach it where it runs. */
const SITE = "http://app.example.test";
export const REDIRECT_URI = `${SITE}/api/auth/google/callback`;

/** The product with a mail server, and with a real provider in Google's place. */
export type GoogleWorld = MailProduct & {
	issuer: OidcIssuer;
	/** The settings that name the provider. */
	settings: Record<string, string>;
	newPerson: (given?: Partial<Person>) => Person;
	/** Presses the button; answers where the browser is sent. */
	begin: (browser: Browser, return_to?: string) => Promise<URL>;
	/** Lets the provider send the browser back. */
	comeBack: (
		browser: Browser,
		callback: URL,
	) => Promise<{ status: number; location: string | null }>;
	/** The whole way, in a browser of its own unless one is given. */
	signIn: (
		person: Person,
		browser?: Browser,
	) => Promise<{ location: string | null; browser: Browser }>;
};

export async function startGoogleWorld(): Promise<GoogleWorld> {
	const issuer = await startOidcIssuer(REDIRECT_URI);
	const settings = {
		APP_ORIGIN: SITE,
		GOOGLE_CLIENT_ID: issuer.client_id,
		GOOGLE_CLIENT_SECRET: issuer.client_secret,
		GOOGLE_ISSUER: issuer.issuer,
	};
	const world = await startMailProduct(settings);
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

export async function userOf(browser: Browser) {
	const { body } = await browser.get<SessionAnswer>("/api/auth/session");
	return body.user;
}
