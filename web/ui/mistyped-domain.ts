import { editDistance } from "#contract/edit-distance.ts";
import { plainEmail, splitEmail } from "#contract/email-address.ts";

/**
 * Domains of large email providers: Wikipedia's "Comparison of webmail providers", the default list
 * of the library mailcheck, and the largest of each country in the package email-providers.
 */
const PROVIDERS = `gmail.com googlemail.com
yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.se yahoo.in yahoo.co.in yahoo.co.jp
yahoo.com.br yahoo.ca yahoo.co.id ymail.com rocketmail.com
outlook.com outlook.fr outlook.de outlook.es hotmail.com hotmail.co.uk hotmail.fr hotmail.de
hotmail.it hotmail.es hotmail.se live.com live.co.uk live.fr live.de live.it live.nl live.se msn.com
icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me zoho.com fastmail.com hey.com
mail.com email.com e-mail.com gmx.de gmx.net gmx.com gmx.at gmx.ch web.de t-online.de freenet.de
posteo.de mailbox.org orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it
seznam.cz wp.pl o2.pl onet.pl interia.pl yandex.ru yandex.com ya.ru mail.ru bk.ru list.ru inbox.ru
rambler.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net nate.com
docomo.ne.jp uol.com.br bol.com.br terra.com.br comcast.net verizon.net att.net cox.net
sbcglobal.net bellsouth.net charter.net btinternet.com bt.com sky.com virginmedia.com bigpond.com
shaw.ca rogers.com telenet.be bluewin.ch`.split(/\s/);

/** Providers with this ending alone: with any other, their name is a slip. */
const ONLY_COM = new Set(["gmail.com", "googlemail.com", "icloud.com"]);

/** A shorter name is near many others by chance. */
const NAME_CHARS = 5;
/** The same for two mistakes. */
const LONG_NAME_CHARS = 8;

/**
 * The address that was probably meant, for one whose domain is nearly a large provider's; null if it
 * seems to be right. No reason to refuse it: of 8,760 real domains of providers, some 15 are near
 * another by chance.
 */
export function correctedEmail(typed: string): string | null {
	const email = plainEmail(typed);
	const [name, given] = splitEmail(email);
	const domain = given.toLowerCase();
	if (name === "" || domain === "" || PROVIDERS.includes(domain)) return null;
	const [best] = PROVIDERS.map((meant) => ({ meant, mistakes: slip(domain, meant) }))
		.filter(({ mistakes }) => mistakes > 0)
		.sort((a, b) => a.mistakes - b.mistakes);
	return best ? `${name}@${best.meant}` : null;
}

/** The number of mistakes if the domain is probably a mistyped form of `meant`, else 0. */
function slip(domain: string, meant: string): number {
	// A comma for the dot, or none.
	if (letters(domain) === letters(meant)) return 1;
	const [name, ending] = parts(domain);
	const [meant_name, meant_ending] = parts(meant);
	const in_name = editDistance(name, meant_name);
	const in_ending = editDistance(ending, meant_ending);
	const mistakes = in_name + in_ending;
	const mistyped =
		in_name === 0
			? ONLY_COM.has(meant) || (in_ending === 1 && isNoOtherEnding(ending, meant_ending))
			: mistakes <= 2 && isNearName(name, meant_name, in_name);
	return mistyped ? mistakes : 0;
}

/** The first letter is seldom wrong, and makes other names of many. */
function isNearName(name: string, meant: string, mistakes: number): boolean {
	const alike = isExchanged(name, meant) || name[0] === meant[0];
	return alike && meant.length >= (mistakes === 1 ? NAME_CHARS : LONG_NAME_CHARS);
}

/** A provider has many countries' endings; one that differs by more than a slip is another country's. */
function isNoOtherEnding(ending: string, meant: string): boolean {
	const added_or_missing = ending.length === 1 || ending.length > meant.length;
	return meant === "com" || isExchanged(ending, meant) || added_or_missing;
}

function isExchanged(a: string, b: string): boolean {
	return [...a].sort().join("") === [...b].sort().join("");
}

function letters(domain: string): string {
	return domain.replace(/[^\p{L}\p{N}]/gu, "");
}

function parts(domain: string): [name: string, ending: string] {
	const dot = domain.indexOf(".");
	return dot === -1 ? [domain, ""] : [domain.slice(0, dot), domain.slice(dot + 1)];
}
