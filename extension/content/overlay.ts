import type { Mark, Result } from "../answers.ts";
import { button, element, shadowHost, spokenIn } from "../element.ts";
import { type Look, statementLook, verdictLine } from "../verdict.ts";
import { isAdvertisement, isDark } from "./selectors.ts";

/** The site's colours by role; the marks on the player are always on a dark ground. */
const LIGHT =
	"--ground:#fff;--sunken:#f0ede5;--rule:#8b8577;--ink:#1c1a17;--muted:#5c574d;--factual:#005f73;--moderate:#9a5800;--high:#8f1a30";
export const DARK_COLOURS =
	"--ground:#1f1d1a;--sunken:#0f0e0d;--rule:#7f796c;--ink:#f1eee7;--muted:#b3ad9f;--factual:#6ec6ff;--moderate:#ffca3a;--high:#ff6b6b";

export const SHARED_STYLES = `
:host{all:initial;${LIGHT};font:14px/1.4 system-ui,sans-serif;color:var(--ink)}
:host([data-dark]){${DARK_COLOURS}}
*{box-sizing:border-box}
button{font:inherit;color:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.mark{flex:none;inline-size:16px;block-size:16px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.hollow .outline{stroke-dasharray:1.5 2}
.words{display:inline-flex;align-items:center;gap:6px;min-inline-size:0}
[data-band=factual]{color:var(--factual)}
[data-band=moderate]{color:var(--moderate)}
[data-band=high]{color:var(--high)}
`;

const CHIP_STYLES = `${SHARED_STYLES}
:host{display:block;margin-block:8px 0;max-inline-size:100%}
button{direction:ltr;display:inline-flex;align-items:center;gap:8px;max-inline-size:100%;min-block-size:32px;padding:4px 12px;border:1px solid var(--rule);border-radius:4px;background:var(--ground);font-weight:600;text-align:start;overflow-wrap:anywhere}
button.hollow{border-style:dotted;border-width:2px;font-weight:400;color:var(--muted)}
button:hover{border-color:var(--ink)}
.name{font-weight:400;color:var(--muted);border-inline-start:1px solid var(--rule);padding-inline-start:8px}
@media(max-width:480px){.name{display:none}}
`;

const MARK_STYLES = `
:host{all:initial;position:absolute;inset:0;pointer-events:none;z-index:45;direction:ltr;${DARK_COLOURS}}
i{position:absolute;inset-block:-2px;inline-size:4px;margin-inline-start:-2px;border:1px solid #000;background:currentColor;border-radius:1px}
i.hollow{background:#000;border:1px dotted #fff;color:#fff}
i[data-band=factual]{color:var(--factual)}
i[data-band=moderate]{color:var(--moderate)}
i[data-band=high]{color:var(--high)}
`;

/** In the player's corner, where YouTube shows nothing of its own. */
export const CARD_PLACE =
	"position:absolute;inset-block-start:64px;inset-inline-end:12px;inline-size:min(320px,calc(100% - 24px))";

const CARD_STYLES = `${SHARED_STYLES}
:host{${CARD_PLACE};z-index:58;${DARK_COLOURS};color-scheme:dark}
.card{direction:ltr;display:grid;gap:6px;padding:12px;border:1px solid var(--rule);border-radius:4px;background:var(--ground);color:var(--ink)}
.verdict{display:flex;align-items:center;gap:6px;font-weight:600}
.content{margin:0;font:15px/1.4 Georgia,serif;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.row{display:flex;flex-wrap:wrap;gap:4px 12px}
.row button{min-block-size:28px;padding:2px 0;border:0;background:none;text-decoration:underline;text-underline-offset:3px}
@media(max-width:640px){:host{inset-block-start:8px}.content{-webkit-line-clamp:2}}
`;

const FRAME_STYLES = `${SHARED_STYLES}
:host{display:block;margin-block-end:16px}
iframe{display:block;inline-size:100%;block-size:min(560px,80vh);border:1px solid var(--rule);border-radius:4px;background:var(--ground)}
`;

/** A part of the overlay, by its element. */
type Part = { host: HTMLElement };

function follow(host: HTMLElement): void {
	host.toggleAttribute("data-dark", isDark());
}

/** The chip beside the title: the result in words. A press opens the panel. */
export function createChip(
	onPress: () => void,
): Part & { show: (look: Look, is_open: boolean) => void; focus: () => void } {
	const { host, root } = shadowHost("chip", CHIP_STYLES);
	const pressed = button("", onPress);
	root.append(pressed);
	return {
		host,
		show(look, is_open) {
			follow(host);
			pressed.className = look.band === null ? "hollow" : "";
			pressed.setAttribute("aria-expanded", String(is_open));
			pressed.replaceChildren(verdictLine(look), element("span", { class: "name" }, "BS Detector"));
		},
		focus: () => pressed.focus(),
	};
}

/** The statements on the player's progress bar; none while advertisements play. */
export function createMarks(): Part & {
	show: (result: Result, player: Element, duration: number) => void;
} {
	const { host, root } = shadowHost("marks", MARK_STYLES);
	host.setAttribute("aria-hidden", "true");
	let drawn: { result: Result; duration: number } | null = null;
	return {
		host,
		show(result, player, duration) {
			host.style.display = isAdvertisement(player) ? "none" : "";
			// This is asked for twice a second, so only a change redraws.
			if (drawn?.result === result && Object.is(drawn.duration, duration)) return;
			drawn = { result, duration };
			const is_known = Number.isFinite(duration) && duration > 0;
			const placed = is_known ? result.statements : [];
			root.replaceChildren(
				...placed
					.filter(({ timestamp }) => timestamp <= duration)
					.map((statement) => {
						const { band } = statementLook(statement, result.simulated);
						const mark = element("i", {
							class: band === null ? "hollow" : "",
							"data-band": band ?? "",
						});
						mark.style.left = `${(100 * statement.timestamp) / duration}%`;
						return mark;
					}),
			);
		},
	};
}

/** Long enough to read a card twice. */
const CARD_MS = 9_000;

/** The card of a statement that was just said. Screen readers announce it politely. */
export function createCard(actions: {
	open: (statement_id: string) => void;
	never: () => void;
}): Part & { show: (statement: Mark, result: Result) => void; hide: () => void } {
	const { host, root } = shadowHost("card", CARD_STYLES);
	const region = element("div", { role: "status", "aria-live": "polite" });
	root.append(region);
	let timer = 0;
	const hide = () => {
		clearTimeout(timer);
		region.replaceChildren();
	};
	const closing = (words: string, press: () => void) =>
		button(words, () => {
			hide();
			press();
		});
	// A card stays while the pointer or the focus is in it.
	const wait = () => {
		clearTimeout(timer);
		timer = window.setTimeout(() => {
			const in_use = host.matches(":hover") || root.activeElement !== null;
			if (in_use) wait();
			else hide();
		}, CARD_MS);
	};
	return {
		host,
		hide,
		show(statement, { language, simulated }) {
			const look = statementLook(statement, simulated);
			region.replaceChildren(
				element(
					"div",
					{ class: "card" },
					element("span", { class: "verdict" }, verdictLine(look)),
					element("p", { class: "content", ...spokenIn(language) }, statement.content),
					element(
						"div",
						{ class: "row" },
						closing("Why", () => actions.open(statement.id)),
						closing("Close", () => {}),
						closing("Never Show These", actions.never),
					),
				),
			);
			wait();
		},
	};
}

/** The panel: a page of the extension in a frame, which YouTube's page cannot read. */
export function createFrame(video_id: string, statement_id: string): Part & { focus: () => void } {
	const { host, root } = shadowHost("panel", FRAME_STYLES);
	follow(host);
	const query = new URLSearchParams({
		v: video_id,
		theme: isDark() ? "dark" : "light",
		...(statement_id !== "" && { statement: statement_id }),
	});
	const frame = element("iframe", {
		src: `${chrome.runtime.getURL("panel.html")}#${query}`,
		title: "BS Detector: what was checked in this video",
	});
	root.append(frame);
	return { host, focus: () => frame.focus() };
}
