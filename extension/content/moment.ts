import { statementPath } from "#contract/addresses.ts";
import type { Result, Statement } from "../answers.ts";
import { button, element, markIcon, shadowHost, spokenIn } from "../element.ts";
import { type AskMoment, MOMENT_PORT, type MomentCard } from "../messages.ts";
import { shortcutWords } from "../shortcut.ts";
import { statementLook, verdictLine } from "../verdict.ts";
import { hasCaptions, readCaptions } from "./captions.ts";
import { CARD_PLACE, DARK_COLOURS, SHARED_STYLES } from "./overlay.ts";
import { askPage } from "./player-data.ts";
import { find } from "./selectors.ts";

const NAME = "Check the last minute";
/** A magnifier with a tick in it. */
const LENS = "M6.8 1.6a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4Z";
const TICK_AND_HANDLE = "m10.6 10.6 3.8 3.8M4.6 7l1.6 1.6 2.8-3.2";
/** On a narrower player YouTube's own buttons need the room of the words. */
const WORDS_FROM_PX = 720;

const BUTTON_STYLES = `${SHARED_STYLES}
:host{display:inline-flex;align-items:center;align-self:stretch;vertical-align:top;block-size:100%;${DARK_COLOURS};color-scheme:dark}
button{direction:ltr;display:inline-flex;align-items:center;gap:6px;min-block-size:32px;margin-inline:4px;padding:4px 10px;border:1px solid var(--rule);border-radius:4px;background:rgba(15,14,13,.8);color:var(--ink);font-weight:600;white-space:nowrap}
button:hover{border-color:var(--ink)}
:host([data-narrow]) span{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
`;

const CARD_STYLES = `${SHARED_STYLES}
:host{${CARD_PLACE};z-index:59;${DARK_COLOURS};color-scheme:dark;--above:64px}
.card{direction:ltr;max-block-size:max(120px,calc(var(--player,480px) - var(--above) - 76px));overflow-y:auto;scrollbar-width:thin;padding:12px;border:1px solid var(--rule);border-radius:4px;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
.head{display:flex;justify-content:space-between;gap:8px;font-weight:600}
.card>*{margin-block:8px 0}
.card>.head,.card>:empty{margin:0}
article p{margin:0}
.said,.source{color:var(--muted)}
.said{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.detail{color:var(--muted);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.verdicts{display:grid;gap:8px}
article{display:grid;gap:4px;padding-block-start:8px;border-block-start:1px solid var(--rule)}
.verdict{font-weight:600}
.content{font:15px/1.4 Georgia,serif}
.source{border-inline-start:2px solid var(--rule);padding-inline-start:8px}
a{color:inherit;text-underline-offset:3px}
.plain{padding:0;border:0;background:none;text-decoration:underline;text-underline-offset:3px}
.row{display:flex;flex-wrap:wrap;gap:8px}
.row:empty{display:none}
.row button{min-block-size:32px;padding:4px 10px;border:1px solid var(--rule);border-radius:4px;background:none}
@media(max-width:640px){:host{inset-block-start:8px;--above:8px}.said:has(~.verdicts:not(:empty)){display:none}}
`;

type Check = {
	/** Puts the button among the player's controls, and keeps an open card on the player. */
	place: (player: Element, controls: Element | null, is_advertisement: boolean) => void;
	/** Checks the moment that is on; a card that is open begins anew. */
	start: () => void;
	isOpen: () => boolean;
	remove: () => void;
};

/** The check of the last minute: its button, its card, and the line to the background. */
export function createMomentCheck({
	video_id,
	shortcut,
	seconds,
	onResult,
	signal,
}: {
	video_id: string;
	shortcut: string;
	/** The playing time; null if nothing plays. */
	seconds: () => number | null;
	onResult: (result: Result) => void;
	signal: AbortSignal;
}): Check {
	let port: chrome.runtime.Port | null = null;
	let at = 0;
	const pressed = createButton(shortcut, start);
	let made: ReturnType<typeof createMomentCard> | null = null;
	/** Made at the first press, because most pages are never asked. */
	const makeCard = () =>
		createMomentCard(video_id, {
			close() {
				close();
				pressed.focus();
			},
			again: () => ask(null),
			hasCaptions: () => hasCaptions(askPage(video_id)),
			sendCaptions: () =>
				void readCaptions(video_id, askPage(video_id), signal).then((vtt) => {
					if (vtt !== null) return ask(vtt);
					made?.fail(
						"The captions could not be read. Play the video for a moment, then try again.",
					);
				}),
		});

	function start(): void {
		const [now, player] = [seconds(), find("player")];
		if (now === null || !player) return;
		at = Math.floor(now);
		made ??= makeCard();
		placeCard(made.host, player);
		ask(null);
	}

	function placeCard(host: HTMLElement, player: Element): void {
		host.style.setProperty("--player", `${player.clientHeight}px`);
		if (host.parentElement !== player) player.append(host);
	}

	function ask(transcript: string | null): void {
		port?.disconnect();
		const card = made;
		if (!card) return;
		card.open();
		const opened = connect();
		port = opened;
		if (!opened) {
			card.fail("The extension was updated. Reload the page to go on.", false);
			return;
		}
		opened.onMessage.addListener((news: MomentCard) => {
			if (port !== opened) return;
			card.show(news);
			if (news.result) onResult(news.result);
			if (news.stage === null) end(opened);
		});
		opened.onDisconnect.addListener(() => {
			if (port !== opened) return;
			port = null;
			card.fail("The check was interrupted. Please try again.");
		});
		opened.postMessage({ video_id, at, transcript } satisfies AskMoment);
	}

	function end(opened: chrome.runtime.Port): void {
		opened.disconnect();
		port = null;
	}

	function close(): void {
		if (port) end(port);
		made?.hide();
	}

	const isOpen = () => made?.isOpen() ?? false;
	return {
		place(player, controls, is_advertisement) {
			const { host } = pressed;
			// Before the button is put in, because the page would be laid out once more for it.
			host.toggleAttribute("data-narrow", player.clientWidth < WORDS_FROM_PX);
			host.style.display = is_advertisement ? "none" : "";
			if (controls && host.parentElement !== controls) controls.prepend(host);
			if (made && isOpen()) placeCard(made.host, player);
		},
		start,
		isOpen,
		remove() {
			close();
			pressed.host.remove();
			made?.host.remove();
		},
	};
}

/** null if this script is of a version of the extension that is gone. */
function connect(): chrome.runtime.Port | null {
	try {
		return chrome.runtime.connect({ name: MOMENT_PORT });
	} catch {
		return null;
	}
}

function createButton(shortcut: string, onPress: () => void) {
	const { host, root } = shadowHost("check", BUTTON_STYLES);
	const pressed = button("", onPress);
	pressed.append(markIcon(LENS, TICK_AND_HANDLE, false), element("span", {}, NAME));
	pressed.title = shortcut === "" ? NAME : `${NAME} (${shortcutWords(shortcut)})`;
	root.append(pressed);
	return { host, focus: () => pressed.focus() };
}

const SENT_WORDS = "Send the Captions from My Browser";

/** The card over the video: what was said, then what is done, then verdict by verdict. */
function createMomentCard(
	video_id: string,
	actions: {
		close: () => void;
		again: () => void;
		hasCaptions: () => boolean;
		sendCaptions: () => void;
	},
) {
	const { host, root } = shadowHost("moment", CARD_STYLES);
	const said = element("p", { class: "said" });
	const stage = element("p", { role: "status", "aria-live": "polite" });
	const detail = element("p", { class: "detail", dir: "auto" });
	const verdicts = element("div", { class: "verdicts", "aria-live": "polite" });
	const buttons = element("div", { class: "row" });
	const card = element(
		"section",
		{ class: "card", "aria-label": "Check of the last minute" },
		element(
			"div",
			{ class: "head" },
			element("span", {}, "The last minute"),
			button("Close", actions.close, "plain"),
		),
		said,
		stage,
		detail,
		verdicts,
		buttons,
	);
	card.addEventListener("keydown", ({ key }) => {
		if (key === "Escape") actions.close();
	});
	let drawn: string[] = [];

	function say(words: string): void {
		if (stage.textContent !== words) stage.textContent = words;
	}

	/** Redraws only what changed, so that a focus stays and nothing is read out twice. */
	function drawStatements({ statements, simulated, language, report }: MomentCard): void {
		const all = statements.map((it) => JSON.stringify([it, simulated]));
		if (all.join() === drawn.join()) return;
		const rows = statements.map((it, index) => {
			const known = all[index] === drawn[index] ? verdicts.children[index] : undefined;
			return known ?? statementOf(it, { video_id, simulated, language, report });
		});
		drawn = all;
		verdicts.replaceChildren(...rows);
	}

	function drawButtons(problem: MomentCard["problem"]): void {
		buttons.replaceChildren(
			...(problem?.transcript_wanted && actions.hasCaptions()
				? [button(SENT_WORDS, sendCaptions)]
				: []),
			...(problem?.again ? [button("Try Again", actions.again)] : []),
		);
	}

	function sendCaptions(): void {
		buttons.replaceChildren();
		say("Reading the captions");
		actions.sendCaptions();
	}

	return {
		host,
		isOpen: () => card.isConnected,
		open() {
			drawn = [];
			for (const it of [said, stage, detail, verdicts, buttons]) it.replaceChildren();
			if (!card.isConnected) root.append(card);
		},
		show(news: MomentCard) {
			if (news.said && said.textContent === "") {
				const { dir, lang } = spokenIn(news.language);
				said.dir = dir;
				if (lang) said.lang = lang;
				said.replaceChildren(element("q", {}, news.said));
			}
			drawStatements(news);
			const nothing = news.statements.length === 0 ? "Nothing in this minute can be checked." : "";
			say(news.problem?.words ?? news.stage?.words ?? nothing);
			detail.textContent = news.stage?.detail ?? "";
			if (news.stage === null) drawButtons(news.problem);
		},
		fail(words: string, again = true) {
			say(words);
			drawButtons({ words, again, transcript_wanted: false });
		},
		hide: () => card.remove(),
	};
}

function statementOf(
	{ id, content, evidence, explanation, ...rated }: Statement,
	{
		video_id,
		simulated,
		language,
		report,
	}: { video_id: string } & Pick<MomentCard, "simulated" | "language" | "report">,
): HTMLElement {
	const spoken = spokenIn(language);
	const [strongest] = evidence;
	const href = new URL(statementPath(video_id, id), report).href;
	return element(
		"article",
		{},
		element("span", { class: "verdict" }, verdictLine(statementLook(rated, simulated))),
		element("p", { class: "content", ...spoken }, content),
		strongest
			? element(
					"p",
					{ class: "source", dir: "auto" },
					element("q", {}, strongest.quote),
					` ${strongest.site}`,
				)
			: explanation === ""
				? null
				: element("p", { class: "source", ...spoken }, explanation),
		element("a", { href, target: "_blank", rel: "noopener noreferrer" }, "Open in the report"),
	);
}
