import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { NewSecondFactor, User } from "#contract/account.ts";
import { MemberId } from "#contract/ids.ts";
import { secondFactors } from "#db/tables/members.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import { silentQuota } from "#identity/quota.ts";
import { isOutdated, openSecret, resealSecret, sealSecret } from "#identity/stored-secrets.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import { consumeAction, countCode } from "../limits.ts";
import { newBrowserMail } from "../mail/mails.ts";
import { sendNotice } from "../mail/site-mailer.ts";
import { type Browser, openProvenSession, type Proof, type SignedIn } from "../open-session.ts";
import * as queries from "./queries.ts";
import { fromBase32, matchCode, otpauthUri, toBase32 } from "./totp.ts";
import { isAppCode, plainCode } from "./typed-code.ts";

/** RFC 4226 recommends 160 bits, the output size of SHA-1. */
const SECRET_BYTES = 20;
const CODES = 8;
/** 120 bits: too many to guess from an unsalted hash. */
const CODE_BYTES = 15;
/** The name shown by authenticator apps. */
const ISSUER = "BS Detector";
/** Time to find the phone and type the code. */
const FIRST_FACTOR_MS = 10 * MINUTE_MS;

/** The first factor was verified. The next request has to send a code with this token. */
export type SecondFactorAsked = { second_factor_token: string };

/**
 * Continues a sign-in after the first factor: opens a session, or requests a code if the member
 * has a second factor. The code then replaces `proof`.
 */
export async function signInOrAsk(
	context: Context,
	user: User,
	browser: SigningIn,
	proof: Proof = {},
): Promise<SignedIn | SecondFactorAsked> {
	const factor = await queries.readFactor(context.db.primary, user.id);
	if (factor?.confirmed_at) {
		const token = newToken();
		const now = context.now().getTime();
		await queries.storeFirstFactor(context.db.primary, {
			hash: hashToken(token),
			member_id: user.id,
			created_at: new Date(now).toISOString(),
			expires_at: new Date(now + FIRST_FACTOR_MS).toISOString(),
			password_hash: proof.password_hash ?? null,
		});
		return { second_factor_token: token };
	}
	return open(context, user, browser, proof);
}

/**
 * `later` is null for a sign-in by a mailed link, which needs no notice: the member has just
 * received the mail.
 */
type SigningIn = Browser & Pick<Caller, "origin"> & { later: Caller["later"] | null };

async function open(
	context: Context,
	user: User,
	browser: SigningIn,
	proof: Proof,
): Promise<SignedIn> {
	const opened = await openProvenSession(context, user.id, browser, proof);
	if (opened === null) throw problem("authentication_failed");
	if (opened.new_browser) browser.later?.(() => tellOfNewBrowser(context, user, browser));
	return { user, ...opened };
}

/** A program that signs in without cookies is new each time; its member has been told. */
const NEW_BROWSER_MAILS_A_DAY = 20;

async function tellOfNewBrowser(context: Context, user: User, browser: SigningIn): Promise<void> {
	const key = `new-browser-mails:${user.id}`;
	const limit = NEW_BROWSER_MAILS_A_DAY;
	const granted = await silentQuota(context, key, limit, DAY_MS).consume();
	if (granted.ok) await sendNotice(context, user, newBrowserMail(browser));
}

/** Completes a sign-in with the token of the first factor and a code. */
export async function finishSignIn(
	context: Context,
	input: Caller & { token: string; code: string },
): Promise<SignedIn> {
	const db = context.db.primary;
	const hash = hashToken(input.token);
	const now = () => context.now().toISOString();
	const first = await queries.findFirstFactor(db, hash, now());
	if (!first) throw problem("sign_in_expired");
	const { user, password_hash } = first;
	const attempt = await countCode(context, user.id, input.known_browser);
	const code = await readCode(context, user.id, input.code);
	const ended_hash = hashToken(newToken());
	const token = { hash, ended_hash, now: now() };
	if (!code || !(await queries.consumeFirstFactor(db, token, user.id, code)))
		throw (await queries.findFirstFactor(db, hash, now()))
			? wrongCode()
			: problem("sign_in_expired");
	await attempt.succeed();
	return open(context, user, input, { password_hash: password_hash ?? undefined });
}

/**
 * Throws unless `given` is a current code of the member's app or one of their recovery codes, not
 * used before. Attempts are counted before they are checked.
 */
export async function checkCode(
	context: Context,
	member_id: MemberId,
	given: string,
	known_browser: string | null,
): Promise<void> {
	const db = context.db.primary;
	const attempt = await countCode(context, member_id, known_browser);
	const code = await readCode(context, member_id, given);
	if (!code || !(await queries.consumeCode(db, member_id, code))) throw wrongCode();
	await attempt.succeed();
}

function wrongCode() {
	return problem("wrong_code", { pointer: "/code" });
}

/** The code as it is looked up; null if it is not a current code of the member's app. */
async function readCode(
	context: Context,
	member_id: MemberId,
	given: string,
): Promise<queries.GivenCode | null> {
	const code = plainCode(given);
	if (!isAppCode(code)) return { code_hash: hashCode(code) };
	const factor = await queries.readFactor(context.db.primary, member_id);
	if (!factor?.confirmed_at) return null;
	const step = await findStep(context, member_id, factor, code);
	return step === null ? null : { step };
}

async function findStep(
	context: Context,
	member_id: MemberId,
	factor: queries.StoredFactor,
	code: string,
): Promise<number | null> {
	const owner = { member_id, purpose: "totp" } as const;
	const secret = await openSecret(context, owner, factor.secret);
	const now_ms = context.now().getTime();
	return matchCode(fromBase32(secret), code, now_ms, factor.last_step);
}

/**
 * Creates a secret for an app. The factor stays inactive until the app's first code is confirmed.
 */
export async function setUpFactor(context: Context, member: User): Promise<NewSecondFactor> {
	const { id: member_id, email } = member;
	const counted = await consumeAction(context, "second-factors", member);
	const secret = toBase32(randomBytes(SECRET_BYTES));
	const owner = { member_id, purpose: "totp" } as const;
	const proposed = await queries.proposeFactor(context.db.primary, {
		member_id,
		secret: await sealSecret(context, owner, secret),
		created_at: context.now().toISOString(),
	});
	if (!proposed) {
		await counted.refund();
		throw problem("second_factor_exists");
	}
	const uri = otpauthUri(secret, { issuer: ISSUER, account: email });
	return { secret, uri };
}

/**
 * Activates the factor with the app's first code. Returns the recovery codes, which are shown
 * only once.
 */
export async function confirmFactor(
	context: Context,
	member_id: MemberId,
	code: string,
	known_browser: string | null,
): Promise<string[]> {
	const db = context.db.primary;
	const attempt = await countCode(context, member_id, known_browser);
	const factor = await queries.readFactor(db, member_id);
	if (!factor) throw problem("no_second_factor");
	if (factor.confirmed_at) throw problem("second_factor_exists");
	const step = await findStep(context, member_id, factor, plainCode(code));
	if (step === null) throw wrongCode();
	const codes = newCodes();
	const confirmed = await queries.confirmFactor(db, member_id, {
		secret: factor.secret,
		step,
		code_hashes: codes.map(hashCode),
		now: context.now().toISOString(),
	});
	if (!confirmed) throw problem("second_factor_exists");
	await attempt.succeed();
	return codes.map(group);
}

/** Replaces the recovery codes. */
export async function renewCodes(context: Context, member_id: MemberId): Promise<string[]> {
	const codes = newCodes();
	await queries.replaceCodes(context.db.primary, member_id, {
		code_hashes: codes.map(hashCode),
		now: context.now().toISOString(),
	});
	return codes.map(group);
}

function newCodes(): string[] {
	return Array.from({ length: CODES }, () => toBase32(randomBytes(CODE_BYTES)).toLowerCase());
}

function hashCode(code: string): string {
	return hashToken(`recovery code\0${code.toLowerCase()}`);
}

/** Formats the code in groups of four, which are easier to copy. */
function group(code: string): string {
	return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Keeps one sweep short; the next sweep continues. */
const SEALED_A_MINUTE = 100;

/**
 * Encrypts secrets with the first key of SECRETS_KEY if they are stored in plain text or
 * encrypted with an older key.
 */
export async function resealFactors(context: Context): Promise<void> {
	if (!context.settings.SECRETS_KEY.length) return;
	const db = context.db.primary;
	const { secret, member_id } = secondFactors;
	const rows = await db
		.select({ member_id, secret })
		.from(secondFactors)
		.where(isOutdated(context, secret))
		.limit(SEALED_A_MINUTE);
	for (const row of rows) {
		const owner = { member_id: MemberId.parse(row.member_id), purpose: "totp" } as const;
		await db
			.update(secondFactors)
			.set({ secret: await resealSecret(context, owner, row.secret) })
			.where(and(eq(secondFactors.member_id, row.member_id), eq(secondFactors.secret, row.secret)));
	}
}
