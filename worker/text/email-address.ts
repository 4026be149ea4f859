import { domainToUnicode } from "node:url";
import { asciiDomain, plainEmail, splitEmail } from "#contract/email-address.ts";
import { normalizeText, storedText } from "./clean.ts";

/** The key that release 1.0.0 stored: the address as it was typed. */
function typedKey(email: string): string {
	return normalizeText(storedText(email).trim(), "NFC").toLowerCase();
}

/** The address with its domain as the name system has it. */
function withAsciiDomain(email: string): string {
	const [name, domain] = splitEmail(email);
	return domain === "" ? email : `${name}@${asciiDomain(domain) || domain}`;
}

/** Normalises a mail address. Spellings with the same key belong to the same member. */
export function emailKey(email: string): string {
	return withAsciiDomain(typedKey(plainEmail(email)));
}

/**
 * All keys under which an address may be stored, the most exact first: accounts of release 1.0.0
 * have the form that their browser sent, and two of them may differ only in it.
 */
export function emailKeys(email: string): [string, ...string[]] {
	const key = emailKey(email);
	const [name, domain] = splitEmail(key);
	const unicode = domain.includes("xn--") ? [typedKey(`${name}@${domainToUnicode(domain)}`)] : [];
	const [first = key, ...others] = new Set([typedKey(email), key, ...unicode]);
	return [first, ...others];
}

const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that receives the address's mail, as far as a provider documents it: Gmail ignores
 * dots and what follows a plus sign. For limits; at sign-in a member types the address of the
 * account.
 */
export function mailboxKey(email: string): string {
	return sharedMailbox(email) ?? emailKey(email);
}

/** The same; null for an address that has no other spelling. */
export function sharedMailbox(email: string): string | null {
	const [name, domain] = splitEmail(emailKey(email));
	if (!GMAIL.has(domain)) return null;
	const [own = ""] = name.split("+");
	return `${own.replaceAll(".", "")}@gmail.com`;
}

/**
 * An address as it is compared for admin rights. Only ASCII letters are compared without case: a
 * letter of another alphabet that folds to an ASCII letter belongs to another mailbox.
 */
export function adminKey(email: string): string {
	const [name, domain] = splitEmail(email);
	return withAsciiDomain(`${name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}@${domain}`);
}
