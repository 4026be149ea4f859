import * as z from "zod";
import { LookupPage, type Result } from "./answers.ts";
import {
	type AskMoment,
	type BackgroundMessage,
	type LookupAnswer,
	MOMENT_PORT,
	PANEL_PORT,
	type SignInAnswer,
} from "./messages.ts";
import { checkMoment } from "./moment.ts";
import { ask, forgetLookups, keep, readKept } from "./server.ts";
import { DEFAULT_SHORTCUT } from "./shortcut.ts";
import { sha256, signIn } from "./sign-in.ts";

/** Of a million results about fifteen share four digits: the server cannot tell which is watched. */
const PREFIX_DIGITS = 4;
/** If there are more results than an answer has room for. */
const LONGER_PREFIX_DIGITS = 6;
const KEPT_MS = 10 * 60_000;
/** The page does not wait for the lookup; this ends requests that hang. */
const LOOKUP_TIMEOUT_MS = 8_000;

/** Only this extension's own pages and scripts are answered. */
chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
	if (sender.id !== chrome.runtime.id) return false;
	void answer(message as BackgroundMessage).then(reply, () => reply(null));
	return true;
});

chrome.runtime.onConnect.addListener((port) => {
	if (port.sender?.id !== chrome.runtime.id) return;
	if (port.name === PANEL_PORT) joinToPage(port);
	if (port.name === MOMENT_PORT) followMoment(port);
});

/** Passes messages on between a panel and the page that it is in. */
function joinToPage(panel: chrome.runtime.Port): void {
	const tab = panel.sender?.tab?.id;
	if (tab === undefined) return;
	const page = chrome.tabs.connect(tab, { name: PANEL_PORT, frameId: 0 });
	for (const [from, to] of [
		[panel, page],
		[page, panel],
	] as const) {
		from.onMessage.addListener((message) => to.postMessage(message));
		from.onDisconnect.addListener(() => to.disconnect());
	}
}

/** A moment is checked for as long as its page listens. */
function followMoment(port: chrome.runtime.Port): void {
	const gone = new AbortController();
	port.onDisconnect.addListener(() => gone.abort());
	port.onMessage.addListener((asked: AskMoment) => {
		void checkMoment(asked, (card) => port.postMessage(card), gone.signal);
	});
}

// Scripts in YouTube's pages cannot read the key. Firefox keeps them out in part of its versions only.
void chrome.storage.local
	.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })
	.catch(() => undefined);

async function answer(message: BackgroundMessage): Promise<LookupAnswer | SignInAnswer | null> {
	switch (message.type) {
		case "lookup": {
			const [{ cards = true, shortcut = DEFAULT_SHORTCUT }, result] = await Promise.all([
				readKept(),
				lookUp(String(message.video_id)).catch(() => "unreachable" as const),
			]);
			return { cards, shortcut, result };
		}
		case "no_cards":
			await keep({ cards: false });
			return null;
		case "sign_in":
			return signIn();
		case "forget_lookups":
			await forgetLookups();
			return null;
		case "open_options":
			await chrome.runtime.openOptionsPage();
			return null;
		default:
			return null;
	}
}

const Stored = z.object({ at: z.number(), results: LookupPage.shape.results });

/** The result of a video, by the beginning of its id's hash; asked once in ten minutes. */
async function lookUp(video_id: string): Promise<Result | null> {
	const digits = toHex(await sha256(video_id));
	for (const length of [PREFIX_DIGITS, LONGER_PREFIX_DIGITS]) {
		const page = await readPage(digits.slice(0, length));
		const found = page.results.find(({ id }) => id === video_id);
		if (found) return found;
		if (!page.truncated) return null;
	}
	return null;
}

async function readPage(prefix: string) {
	const kept = await chrome.storage.session
		.get(prefix)
		.then((values) => Stored.safeParse(values[prefix]).data)
		.catch(() => undefined);
	if (kept && Date.now() - kept.at < KEPT_MS) return { results: kept.results, truncated: false };
	const page = await ask(`/api/v1/lookup/${prefix}?statements=1`, {
		schema: LookupPage,
		timeout_ms: LOOKUP_TIMEOUT_MS,
	});
	if (!page.truncated)
		await chrome.storage.session
			.set({ [prefix]: { at: Date.now(), results: page.results } })
			// If the storage is full, it is cleared.
			.catch(() => chrome.storage.session.clear());
	return page;
}

function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
