import { button, element, shadowHost } from "../element.ts";
import type { Result } from "../messages.ts";
import { type Look, statementLook, verdictLine } from "../verdict.ts";
import { isAdvertisement, isDark } from "./selectors.ts";
import { CARD_STYLES, CHIP_STYLES, FRAME_STYLES, MARK_STYLES } from "./styles.ts";

/** A part of the overlay, by its element. */
type Part = { host: HTMLElement };

function follow(host: HTMLElement): void {
	host.toggleAttribute("data-dark", isDark());
}

/** The chip beside the title: the result in words. A press opens the panel. */
export function createChip(onPress: () => void): Part & {
	show: (look: Look, is_open: boolean) => void;
	focus: () => void;
} {
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
						const { band } = statementLook(statement, result);
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
}): Part & {
	show: (statement: Result["statements"][number], result: Result) => void;
	hide: () => void;
} {
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
		show(statement, result) {
			const look = statementLook(statement, result);
			region.replaceChildren(
				element(
					"div",
					{ class: "card" },
					element("span", { class: "verdict" }, verdictLine(look)),
					element("p", { class: "content", dir: "auto" }, statement.content),
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
export function createFrame(video_id: string, statement_id: string): Part {
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
	return { host };
}
