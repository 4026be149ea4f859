import { parseAddress, statementPath } from "#contract/addresses.ts";
import { clockTime } from "#contract/format.ts";
import { isCounted, ON_REQUEST_WORDS } from "#contract/score-standing.ts";
import type { MyVotes, Piece, Result, Statement } from "../answers.ts";
import { type Direction, element, spokenIn } from "../element.ts";
import { statementLook, verdictLine } from "../verdict.ts";

export type Vote = MyVotes["votes"][string];

/** Enough to judge by; the report has all of them. */
const SHOWN_SOURCES = 3;

/** A statement of the report: when it is said, its verdict, quote and sources, and the votes. */
export function statementRow(
	statement: Statement,
	{
		result,
		server,
		onSeek,
		onVote,
	}: {
		result: Result;
		server: string;
		onSeek: (seconds: number) => void;
		/** null takes the vote back. */
		onVote: (statement_id: string, vote: Vote | null) => Promise<void>;
	},
) {
	const { id, content, quote, speaker, timestamp, timestamp_source } = statement;
	const is_timed = timestamp_source !== "unknown";
	const time = element(
		"button",
		{ type: "button", "aria-label": `Play from ${clockTime(timestamp)}` },
		clockTime(timestamp),
	);
	time.addEventListener("click", () => onSeek(timestamp));
	const said = quote !== "" && quote !== content;
	const report = server + statementPath(result.id, id);
	const spoken = spokenIn(result.language);
	const votes = voteButtons((vote) => onVote(id, vote));
	const look = statementLook(statement, result.simulated);
	const rated = look.band !== null;
	const row = element(
		"li",
		{ class: "statement", tabindex: "-1", "data-id": id },
		element("div", { class: "row" }, is_timed ? time : null, verdictLine(look)),
		speaker ? element("p", { class: "muted", dir: "auto" }, speaker) : null,
		element("p", { class: "content", ...spoken }, content),
		said ? element("p", { class: "muted", ...spoken }, element("q", {}, quote)) : null,
		...sources(statement, { server, spoken }),
		isCounted(statement) ? null : element("p", { class: "muted" }, ON_REQUEST_WORDS),
		element(
			"a",
			{ href: report, target: "_blank", rel: "noopener noreferrer" },
			rated ? "In the report" : "Do you know a source? Add it in the report",
		),
		rated ? votes.group : null,
	);
	return { row, showVote: votes.show };
}

function sources(
	{ evidence, explanation }: Statement,
	{ server, spoken }: { server: string; spoken: Direction },
) {
	if (evidence.length === 0)
		return explanation === "" ? [] : [element("p", { class: "muted", ...spoken }, explanation)];
	return evidence.slice(0, SHOWN_SOURCES).map((piece) => source(piece, server));
}

function source({ quote, site, title, final_url }: Piece, server: string) {
	const href = webAddress(final_url, server);
	const name = `${site}${title === "" ? "" : `: ${title}`}`;
	return element(
		"blockquote",
		{ dir: "auto" },
		element("q", {}, quote),
		" ",
		href === null
			? element("cite", { dir: "auto" }, name)
			: element(
					"cite",
					{ dir: "auto" },
					element("a", { href, target: "_blank", rel: "noopener noreferrer" }, name),
				),
	);
}

/** Only web pages are linked; the sample pages of demo mode are on the server itself. */
function webAddress(address: string, server: string): string | null {
	const url = parseAddress(address, server);
	const is_web = url?.protocol === "https:" || url?.protocol === "http:";
	return is_web && url.username === "" ? url.href : null;
}

function voteButtons(onVote: (vote: Vote | null) => Promise<void>) {
	let current: Vote | null = null;
	const words = { upvote: "Agree", downvote: "Disagree" } as const;
	const buttons = (["upvote", "downvote"] as const).map((vote) => {
		const button = element("button", { type: "button", "aria-pressed": "false" }, words[vote]);
		button.addEventListener("click", async () => {
			for (const it of buttons) it.button.disabled = true;
			await onVote(current === vote ? null : vote);
			for (const it of buttons) it.button.disabled = false;
			button.focus();
		});
		return { vote, button };
	});
	const question = "Is this rating right?";
	return {
		group: element(
			"div",
			{ class: "row", role: "group", "aria-label": question },
			element("span", { class: "muted" }, question),
			...buttons.map(({ button }) => button),
		),
		show(vote: Vote | null) {
			current = vote;
			for (const it of buttons) it.button.setAttribute("aria-pressed", String(it.vote === vote));
		},
	};
}
