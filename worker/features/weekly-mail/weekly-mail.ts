import { followingWords } from "#contract/following-words.ts";
import type { FollowingItem } from "#contract/follows.ts";
import { plural } from "#contract/format.ts";
import { madeByWords } from "#contract/made-by.ts";
import { asWritten } from "#contract/written-text.ts";
import { type MailText, mailMarkup, mailSubject } from "#outbound/mail/mailer.ts";
import { escapeMarkup } from "#text/markup.ts";

type Addresses = {
	/** Without a trailing slash. */
	origin: string;
	token: string;
	/** Whether there is more than the email has. */
	more: boolean;
	/** Whether the site shows simulated results. */
	simulated: boolean;
};

/** The weekly email, and the address by which a mail program leaves it. It has no pictures. */
export function weeklyMail(
	items: readonly FollowingItem[],
	{ origin, token, more, simulated }: Addresses,
): MailText & { leave: string } {
	const news = items.map((item) => {
		const { heading, detail } = followingWords(item);
		return { heading: shown(heading), detail: shown(detail), url: origin + item.path };
	});
	const page = `${origin}/following`;
	const stop = `${page}#token=${encodeURIComponent(token)}`;
	const subject = `${plural(items.length, "thing")}${more ? " and more" : ""} happened to what you follow`;
	const made_by = madeByOf(items, simulated);
	const how = `${origin}/how-it-works`;
	const rest = more ? "There is more on your page:" : "The same list is on your page:";
	return {
		subject: mailSubject(subject),
		leave: `${origin}/api/mail/unsubscribe?token=${encodeURIComponent(token)}`,
		text: [
			...(made_by ? [`${made_by} How:\n${how}`] : []),
			"What has happened to what you follow:",
			...news.map(({ heading, detail, url }) => `${heading}\n${detail}\n${url}`),
			`${rest}\n${page}`,
			`You asked for this email once a week. Stop it with one press:\n${stop}`,
			"",
		].join("\n\n"),
		html: `<!doctype html><html lang="en"><body>${made_by ? `<p>${made_by} <a href="${escapeMarkup(how)}">How</a></p>` : ""}<p>What has happened to what you follow:</p><ul>${news
			.map(
				({ heading, detail, url }) =>
					`<li><p><a href="${escapeMarkup(url)}"><strong>${mailMarkup(heading)}</strong></a><br>${mailMarkup(detail)}</p></li>`,
			)
			.join(
				"",
			)}</ul><p>${rest} <a href="${escapeMarkup(page)}">Following</a></p><p>You asked for this email once a week. <a href="${escapeMarkup(stop)}">Stop it with one press</a></p></body></html>\n`,
	};
}

/** Who wrote what the email tells; null if it tells of uploads only. */
function madeByOf(items: readonly FollowingItem[], simulated: boolean): string | null {
	const rated = items.filter(({ kind }) => kind !== "upload");
	const with_sources = rated.filter(
		({ video, before, after }) =>
			video.result?.basis === "evidence" || (before ?? after)?.verdict != null,
	);
	return madeByWords({ panel: rated, simulated, evidence_sources: with_sources });
}

/** One line without invisible characters; the marks of `isolated` stay around each foreign text. */
function shown(text: string): string {
	return text
		.split(/([\u2068\u2069])/)
		.map((part) => (part === "\u2068" || part === "\u2069" ? part : keepEnds(part)))
		.join("");
}

function keepEnds(part: string): string {
	const seen = asWritten(part);
	return `${/^\s/.test(part) ? " " : ""}${seen}${/\S\s$/.test(part) ? " " : ""}`;
}
