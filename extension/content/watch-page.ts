import type { Result } from "../answers.ts";
import {
	type LookupAnswer,
	type LookupMessage,
	PANEL_PORT,
	type ToPage,
	type ToPanel,
} from "../messages.ts";
import { DEFAULT_SHORTCUT, shortcutOf } from "../shortcut.ts";
import { type Look, NOT_CHECKED, resultLook, UNREACHABLE } from "../verdict.ts";
import { hasCaptions, readCaptions } from "./captions.ts";
import { createMomentCheck } from "./moment.ts";
import { createCard, createChip, createFrame, createMarks } from "./overlay.ts";
import { askPage } from "./player-data.ts";
import { find, isAdvertisement, isShown, isWellPlaced, watchedVideo } from "./selectors.ts";

/** YouTube builds its page piece by piece and rebuilds parts of it at any time. */
const LOOK_AGAIN_MS = 500;
/** A page that never had a place for the chip by then has another structure. */
const PLACE_TRIES = 40;
/** A longer step in playback is a jump: what lies between was not said. */
const JUMP_S = 3;

function lookOf(answer: LookupAnswer | null): Look {
	if (answer === null || answer.result === "unreachable") return UNREACHABLE;
	return answer.result ? resultLook(answer.result) : NOT_CHECKED;
}

/** Elements in which keys are text. */
const TYPED = /^(?:INPUT|TEXTAREA|SELECT)$/;

/** The overlay of one video; `leave` takes all of it away, with every listener and timer. */
type WatchPage = { video_id: string; leave: () => void };

function openWatchPage(video_id: string): WatchPage {
	const ended = new AbortController();
	const { signal } = ended;
	let answer: LookupAnswer | null = null;
	let frame: ReturnType<typeof createFrame> | null = null;
	let port: chrome.runtime.Port | null = null;
	let tries = 0;
	let had_place = false;
	let played_to = Number.NaN;
	const chip = createChip(() => (frame ? closePanel() : openPanel("")));
	const marks = createMarks();
	let check: ReturnType<typeof createMomentCheck> | null = null;
	const card = createCard({ open: openPanel, never: stopCards });
	const result = (): Result | null => {
		const found = answer?.result;
		return found && found !== "unreachable" ? found : null;
	};
	const sendToPanel = (message: ToPanel) => port?.postMessage(message);
	const drawChip = () => chip.show(lookOf(answer), frame !== null);

	/** Puts every part in its place again; what has no place is not shown. */
	function place(): void {
		if (answer === null) return;
		placeChip();
		placeOnPlayer();
		if (frame && !isShown(frame.host)) placeFrame();
	}

	function placeChip(): void {
		if (!chip.host.isConnected) {
			if (!had_place && ++tries > PLACE_TRIES) return;
			const title = find("title");
			if (!title) return;
			title.after(chip.host);
			drawChip();
		}
		if (isWellPlaced(chip.host)) had_place = true;
		// Full screen and menus hide the title for any time, so the chip is put back later.
		else chip.host.remove();
	}

	function placeOnPlayer(): void {
		const found = result();
		const [player, bar, video] = [find("player"), find("bar"), find("video")];
		if (!player || !(video instanceof HTMLVideoElement)) return;
		placeCheck(player);
		if (!found) return;
		if (bar && marks.host.parentElement !== bar) bar.append(marks.host);
		if (card.host.parentElement !== player) player.append(card.host);
		if (bar) marks.show(found, player, video.duration);
		watch(player, video);
	}

	function placeCheck(player: HTMLElement): void {
		if (!answer) return;
		check ??= createMomentCheck({
			video_id,
			shortcut: answer.shortcut,
			seconds: playingTime,
			onResult: showResult,
			signal,
		});
		check.place(player, find("controls"), isAdvertisement(player));
	}

	function playingTime(): number | null {
		const [player, video] = [find("player"), find("video")];
		const is_on = player && !isAdvertisement(player) && video instanceof HTMLVideoElement;
		return is_on ? video.currentTime : null;
	}

	function showResult(found: Result): void {
		if (answer) answer = { ...answer, result: found };
		place();
		drawChip();
	}

	/** The member's own keys, except where something is typed. */
	function onKey(event: KeyboardEvent): void {
		const shortcut = shortcutOf(event);
		// A script of the page could send one, and would act for the member.
		if (
			!check ||
			!event.isTrusted ||
			event.repeat ||
			shortcut === null ||
			shortcut !== answer?.shortcut
		)
			return;
		const [target] = event.composedPath();
		if (target instanceof HTMLElement && (target.isContentEditable || TYPED.test(target.tagName)))
			return;
		event.preventDefault();
		event.stopPropagation();
		check.start();
	}

	let watched: HTMLVideoElement | null = null;
	let unwatch = new AbortController();
	const advertisements = new MutationObserver(() => {
		const player = find("player");
		if (player && isAdvertisement(player)) card.hide();
		placeOnPlayer();
	});

	function watch(player: Element, video: HTMLVideoElement): void {
		if (watched === video) return;
		unwatch.abort();
		unwatch = new AbortController();
		advertisements.disconnect();
		advertisements.observe(player, { attributeFilter: ["class"] });
		watched = video;
		const options = { signal: unwatch.signal, passive: true };
		video.addEventListener("timeupdate", () => playedTo(player, video), options);
		video.addEventListener("durationchange", placeOnPlayer, options);
	}

	function playedTo(player: Element, video: HTMLVideoElement): void {
		if (isAdvertisement(player)) return;
		const [from, to] = [played_to, video.currentTime];
		played_to = to;
		sendToPanel({ type: "time", seconds: to });
		const found = result();
		if (!found || !answer?.cards || !(to > from && to - from < JUMP_S)) return;
		const said = found.statements.findLast(({ timestamp }) => timestamp > from && timestamp <= to);
		// The card of a moment is in the same place.
		if (said && !check?.isOpen()) card.show(said, found);
	}

	function stopCards(): void {
		if (answer) answer.cards = false;
		void send({ type: "no_cards" });
	}

	function openPanel(statement_id: string): void {
		if (frame) return void sendToPanel({ type: "show", statement_id });
		frame = createFrame(video_id, statement_id);
		placeFrame();
		drawChip();
		frame?.focus();
	}

	function placeFrame(): void {
		if (!frame) return;
		const column = find("column");
		if (column) column.prepend(frame.host);
		else find("below")?.before(frame.host);
		if (!isShown(frame.host)) closePanel();
	}

	function closePanel(): void {
		const had_focus = document.activeElement === frame?.host;
		port?.disconnect();
		port = null;
		frame?.host.remove();
		frame = null;
		drawChip();
		if (had_focus) chip.focus();
	}

	const actions: {
		[Type in ToPage["type"]]: (message: Extract<ToPage, { type: Type }>) => void;
	} = {
		seek: ({ seconds }) => {
			const video = find("video");
			if (video instanceof HTMLVideoElement) video.currentTime = seconds;
		},
		close: () => {
			closePanel();
			chip.focus();
		},
		result: (message) => showResult(message.result),
		has_captions: () => sendToPanel({ type: "has_captions", yes: hasCaptions(askPage(video_id)) }),
		read_captions: () =>
			void readCaptions(video_id, askPage(video_id), signal).then((vtt) =>
				sendToPanel({ type: "captions", vtt }),
			),
	};

	function connect(opened: chrome.runtime.Port): void {
		if (opened.name !== PANEL_PORT || !frame) {
			opened.disconnect();
			return;
		}
		port?.disconnect();
		port = opened;
		opened.onMessage.addListener((message: ToPage) => {
			const act = actions[message.type] as ((it: ToPage) => void) | undefined;
			if (port === opened) act?.(message);
		});
		opened.onDisconnect.addListener(() => {
			if (port === opened) port = null;
		});
	}

	async function send(message: LookupMessage | { type: "no_cards" }) {
		try {
			return (await chrome.runtime.sendMessage(message)) as LookupAnswer | null;
		} catch {
			// The extension was updated or removed: the next page begins anew.
			leave();
			return null;
		}
	}

	function leave(): void {
		if (signal.aborted) return;
		ended.abort();
		clearInterval(timer);
		unwatch.abort();
		advertisements.disconnect();
		chrome.runtime?.onConnect?.removeListener(connect);
		port?.disconnect();
		card.hide();
		check?.remove();
		window.removeEventListener("keydown", onKey, true);
		for (const part of [chip, marks, card, frame]) part?.host.remove();
		watched = null;
	}

	chrome.runtime.onConnect.addListener(connect);
	// Before the page's own keys.
	window.addEventListener("keydown", onKey, true);
	const timer = window.setInterval(place, LOOK_AGAIN_MS);
	void send({ type: "lookup", video_id }).then((received) => {
		if (signal.aborted) return;
		answer = received ?? { result: "unreachable", cards: true, shortcut: DEFAULT_SHORTCUT };
		place();
	});
	return { video_id, leave };
}

/** YouTube changes its page without loading another one. */
const NAVIGATED = ["yt-navigate-finish", "yt-page-data-updated", "state-navigateend"];

let open: WatchPage | null = null;

function follow(): void {
	const video_id = watchedVideo(location);
	if (video_id === (open?.video_id ?? null)) return;
	open?.leave();
	open = video_id === null ? null : openWatchPage(video_id);
}

// The site for phones announces it at the window, the other one at the document.
for (const type of NAVIGATED) window.addEventListener(type, follow, true);
window.addEventListener("popstate", follow);
follow();
