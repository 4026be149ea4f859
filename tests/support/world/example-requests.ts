import { createHash } from "node:crypto";
import type { NewSecondFactor, SecondFactorAnswer } from "#contract/account.ts";
import type { DisputeAnswer } from "#contract/disputes.ts";
import { EXTENSION_IDS } from "#contract/extension.ts";
import type { NewApiKey } from "#contract/me.ts";
import type { Sample } from "#contract/site.ts";
import type { GoogleWorld } from "../fakes/google.ts";
import type { WebWorld } from "../fakes/web-sites.ts";
import { attackedVideo, voteDatabaseOf } from "../fixtures/ballots.ts";
import {
	anAuthenticator,
	type Browser,
	codeIn,
	linkIn,
	PASSWORD,
	setUpSecondFactor,
	tokenIn,
} from "./mail-product.ts";
import { openWeb } from "./page-product.ts";
import type { Ask, World } from "./permissions.ts";
import type { Product } from "./product.ts";
import { aMember, signedInAdmin } from "./signed-in.ts";

/** Where the operations are recorded. */
export type RecordingSites = {
	/** Has the samples, and what is about reports. */
	demo: Product;
	/** Sends mail, and lets people sign in with Google. */
	mail: GoogleWorld;
	/** Everything else. */
	live: Product;
	/** Other sites' pages. */
	web: WebWorld;
};

/** A request that succeeds, and who sends it. */
export type ExampleRequest = Ask & { product: Product; cookie: string; key?: string };

export const EXAMPLE_METRICS_TOKEN = "ExampleOfTheMonitorsToken";
const REDIRECT = `https://${EXTENSION_IDS.chrome}.chromiumapp.org/`;
const VERIFIER = "ExampleOfACodeVerifierOf43CharactersOrMore0";
const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");

/** The pages of other sites that examples name. */
export function serveExamplePages(web: WebWorld): void {
	web.serve((path, response) => {
		if (path !== "/me.png") return openWeb(path, response);
		response.writeHead(200, { "content-type": "image/png" }).end(PNG);
	});
}

/**
 * The operations that succeed only with mail, another site, an earlier decision or a second factor,
 * each with a function that prepares its request, by the operation's id.
 */
export function preparedRequests({
	demo,
	live,
	mail,
	web,
	world,
}: RecordingSites & { world: World }): Record<string, () => Promise<ExampleRequest>> {
	const { product } = mail;
	const by = (browser: Browser, path: string, body?: unknown): ExampleRequest => ({
		product,
		path,
		cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
		...(body !== undefined && { body }),
	});
	const factor = "/api/me/second-factor";
	const aMemberWithFactor = async () => {
		const { browser, email } = await mail.member();
		return { browser, email, ...(await setUpSecondFactor(browser)) };
	};
	const mailedTo = async (email: string, subject: RegExp) => {
		for (;;) {
			const received = await mail.sink.next(email);
			if (subject.test(received.mail.subject ?? "")) return received;
		}
	};
	const codeOfExtension = async () => {
		const { browser } = await mail.member();
		const { body } = await browser.post<{ redirect_to: string }>("/api/extension/codes", {
			redirect_uri: REDIRECT,
			code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
			code_challenge_method: "S256",
		});
		const code = new URL(body.redirect_to).searchParams.get("code");
		return { code, code_verifier: VERIFIER, redirect_uri: REDIRECT };
	};
	const tokenOf = ({ hash }: URL) => hash.replace("#token=", "");
	const newsletterLink = async () => {
		const email = mail.newEmail("reader");
		await mail.browser().post("/api/newsletter", { email });
		return { link: linkIn(await mailedTo(email, /./)) };
	};
	const pathOf = ({ pathname, search }: URL) => pathname + search;

	return {
		async confirmEmail() {
			const browser = mail.browser();
			const email = mail.newEmail();
			await mail.signUp(email, {}, browser);
			const token = tokenIn(await mail.sink.next(email));
			return by(browser, "/api/auth/confirm", { token });
		},
		async resetPassword() {
			const { email } = await mail.member();
			const browser = mail.browser();
			await browser.post("/api/auth/forgot-password", { email });
			const token = tokenIn(await mail.sink.next(email));
			return by(browser, "/api/auth/reset-password", { token, password: PASSWORD });
		},
		async finishSignIn() {
			const { email, app } = await aMemberWithFactor();
			const browser = mail.browser();
			const { body } = await browser.post<SecondFactorAnswer>("/api/auth/sign-in", {
				email,
				password: PASSWORD,
			});
			return by(browser, "/api/auth/second-factor", { token: body.token, code: app.next() });
		},
		signInWithGoogle: async () => by(mail.browser(), "/api/auth/google?return_to=/account"),
		async finishGoogle() {
			const browser = mail.browser();
			const { sub } = mail.newPerson();
			const address = await mail.begin(browser);
			return by(browser, pathOf(await mail.issuer.signIn(address.href, sub)));
		},
		async confirmNewEmail() {
			const { browser } = await mail.member();
			const email = mail.newEmail("moved");
			await browser.send("PATCH", "/api/me", { email, password: PASSWORD });
			return by(browser, "/api/me/email", { token: tokenIn(await mail.sink.next(email)) });
		},
		async getPicture() {
			const { browser, email } = await mail.member();
			const picture = `${web.origin}/me.png`;
			await mail.rows("update members set avatar_url = ? where email = ?", picture, email);
			return by(browser, "/api/me/picture");
		},
		async setUpSecondFactor() {
			const { browser } = await mail.member();
			return by(browser, factor, { password: PASSWORD });
		},
		async confirmSecondFactor() {
			const { browser } = await mail.member();
			const { body } = await browser.post<NewSecondFactor>(factor, { password: PASSWORD });
			return by(browser, `${factor}/confirm`, { code: anAuthenticator(body.secret).next() });
		},
		async renewRecoveryCodes() {
			const { browser, app } = await aMemberWithFactor();
			return by(browser, `${factor}/recovery-codes`, { code: app.next() });
		},
		async turnOffSecondFactor() {
			const { browser, app } = await aMemberWithFactor();
			return by(browser, factor, { code: app.next() });
		},
		exchangeExtensionCode: async () =>
			by(mail.browser(), "/api/extension/token", await codeOfExtension()),
		async signExtensionOut() {
			const code = await codeOfExtension();
			const { body } = await mail.browser().post<NewApiKey>("/api/extension/token", code);
			return { ...by(mail.browser(), "/api/extension/key"), key: body.key };
		},
		getMetrics: async () => ({ ...by(mail.browser(), "/api/metrics"), key: EXAMPLE_METRICS_TOKEN }),
		async exchangeLinkCode() {
			const email = mail.newEmail();
			await mail.signUp(email);
			const code = codeIn(await mail.sink.next(email));
			return by(mail.browser(), "/api/auth/link-code", { purpose: "confirm", email, code });
		},
		async exchangeNewsletterCode() {
			const email = mail.newEmail("reader");
			await mail.browser().post("/api/newsletter", { email });
			const code = codeIn(await mailedTo(email, /./));
			return by(mail.browser(), "/api/newsletter/code", { email, code });
		},
		async confirmSubscription() {
			const { link } = await newsletterLink();
			return by(mail.browser(), "/api/newsletter/confirm", { token: tokenOf(link) });
		},
		openConfirmationLink: async () => by(mail.browser(), "/api/newsletter/confirm?token=none"),
		openUnsubscribeLink: async () => by(mail.browser(), "/api/newsletter/unsubscribe?token=none"),
		async unsubscribe() {
			const { link } = await newsletterLink();
			return by(mail.browser(), `/api/newsletter/unsubscribe?token=${tokenOf(link)}`);
		},
		async readFollowingFeed() {
			const { browser } = await mail.member();
			const { body } = await browser.post<{ address: string }>("/api/following/key", {});
			return by(mail.browser(), pathOf(new URL(body.address)));
		},
		async leaveWeeklyMail() {
			const { email } = await mail.member();
			const token = "ExampleOfTheTokenInAWeeklyMail";
			await mail.rows(
				"insert into follow_settings (member_id, told_until, mail_token) select id, created_at, ? from members where email = ?",
				token,
				email,
			);
			return by(mail.browser(), `/api/mail/unsubscribe?token=${token}`, {});
		},
		async hideDispute() {
			const member = await aMember(demo);
			const { body } = await member.get<{ samples: Sample[] }>("/api/samples");
			const { statements } = await member.report(body.samples[0]?.id ?? "");
			const made = await member.post<DisputeAnswer>(
				`/api/statements/${statements[1]?.id}/disputes`,
				{ reason: "source", url: `${web.origin}/register` },
			);
			return {
				product: demo,
				cookie: (await signedInAdmin(demo)).cookie(),
				path: `/api/admin/disputes/${made.body.dispute?.id}`,
				body: { hidden: true, reason: "It insults someone." },
			};
		},
		async decideVotes() {
			const attacked = await attackedVideo(await voteDatabaseOf(live));
			await attacked.attack(20);
			const [check] = await attacked.checks();
			return {
				product: live,
				cookie: (await world.newSession(world.member_id("admin"))).cookie,
				path: `/api/admin/votes/${check?.id}`,
				body: { state: "lifted" },
			};
		},
	};
}
