/** Characters that are pasted along unseen; white space is none of them. */
const UNSEEN = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_DISTANCE = 0xfee0;
/** How a link and a mail program's list of recipients write an address. */
const WRAPPED = /^(?:mailto:)?<?([^<>]*)>?$/i;

/**
 * An address as it was meant: without what was pasted along unseen, in the width of ASCII, and
 * without the dot of a sentence's end.
 */
export function plainEmail(text: string): string {
	const seen = text
		.replace(UNSEEN, "")
		.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_DISTANCE))
		.trim();
	return (WRAPPED.exec(seen)?.[1] ?? seen).trim().replace(/\.$/, "");
}

/** What would make a domain another part of a URL. */
const NO_DOMAIN = /[\s/?#@:\\[\]%]/u;

/**
 * A domain as the name system has it (UTS #46): Chromium sends `xn--mnchen-3ya.example` for what
 * Firefox sends as `münchen.example`. null for a text that is no domain.
 */
export function asciiDomain(domain: string): string | null {
	if (NO_DOMAIN.test(domain)) return null;
	try {
		return new URL(`http://${domain}`).hostname.replace(/\.$/, "");
	} catch {
		return null;
	}
}

/** The parts before and behind the "@". */
export function splitEmail(email: string): [name: string, domain: string] {
	const at = email.lastIndexOf("@");
	return at === -1 ? [email, ""] : [email.slice(0, at), email.slice(at + 1)];
}

/** Not in a name without quotation marks (RFC 5322, 3.2.3), nor are unseen and private characters. */
const NOT_IN_NAME = /[\s@<>"(),:;\\[\]\p{C}]/u;
/** Servers need take no longer names (RFC 5321, 4.5.3.1.1), domains (4.5.3.1.2) or labels (RFC 1035). */
const MAX_NAME_BYTES = 64;
const MAX_DOMAIN_CHARS = 253;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;

const EXAMPLE = "Enter an email address such as name@example.org.";

/** Why no mail can reach the address, as a sentence; null if mail may. */
export function emailFault(email: string): string | null {
	const [name, domain] = splitEmail(email);
	if (name === "" || domain === "" || NOT_IN_NAME.test(name)) return EXAMPLE;
	if (new TextEncoder().encode(name).length > MAX_NAME_BYTES)
		return "The part before the @ is too long for any mail server.";
	if (/\.\.|^\.|\.$/.test(domain)) return "A dot behind the @ has no name before or after it.";
	const ascii = asciiDomain(domain);
	const labels = ascii?.split(".") ?? [];
	// With an IP address, a stranger would choose a machine in the mail server's network. By the rule
	// of addresses in browsers, a number at the end makes one.
	const last = domain.toLowerCase().split(".").at(-1) ?? "";
	if (labels.length < 2 || NUMBER.test(last) || NUMBER.test(labels.at(-1) ?? "")) return EXAMPLE;
	const reached = (ascii ?? "").length <= MAX_DOMAIN_CHARS && labels.every((it) => LABEL.test(it));
	return reached ? null : "No mail server can have the name behind the @.";
}
