import { button, element } from "../element.ts";
import type { SignInAnswer } from "../messages.ts";
import { changeServer, keep, readKept, readServerAddress, signOut } from "../server.ts";
import { DEFAULT_SHORTCUT, shortcutOf, shortcutWords } from "../shortcut.ts";

const main = document.querySelector("main") as HTMLElement;
if (matchMedia("(prefers-color-scheme: dark)").matches)
	document.documentElement.dataset.theme = "dark";

const note = element("p", { role: "status", "aria-live": "polite" });

function say(words: string): void {
	note.className = words === "" ? "" : "notice";
	note.textContent = words;
}

async function draw(): Promise<void> {
	const { server, key, cards = true, shortcut = DEFAULT_SHORTCUT } = await readKept();
	const address = element("input", {
		type: "url",
		value: server,
		name: "server",
		autocomplete: "off",
		spellcheck: "false",
	});
	const check = element("input", { type: "checkbox" });
	check.checked = cards;
	check.addEventListener("change", () => void keep({ cards: check.checked }));
	main.replaceChildren(
		element("h1", {}, "BS Detector: settings"),
		note,
		element(
			"section",
			{},
			element("h2", {}, "On the watch page"),
			element("label", { class: "check" }, check, "Show a card when a statement is made"),
			element("label", {}, "Keys that check the last minute", shortcutField(shortcut)),
			element(
				"p",
				{ class: "muted", id: "shortcut-hint" },
				"Press a letter or digit with Alt, Ctrl or Command to change them, Backspace for none. They work on watch pages that you open from then on.",
			),
		),
		element(
			"section",
			{},
			element("h2", {}, "Server"),
			element("label", {}, "Address of the BS Detector site to use", address),
			button("Save", () => save(address.value), "primary"),
		),
		element(
			"section",
			{},
			element("h2", {}, "Account"),
			element(
				"p",
				{ class: "muted" },
				key === undefined
					? "Sign in to check videos and to vote."
					: "You are signed in. Your account page on the site lists this as “Browser extension”.",
			),
			key === undefined ? button("Sign In", signIn) : button("Sign Out", leaveAccount),
		),
	);
}

/** Takes the keys that are pressed in it. */
function shortcutField(shortcut: string): HTMLInputElement {
	const field = element("input", {
		type: "text",
		value: shortcutWords(shortcut),
		name: "shortcut",
		readonly: true,
		"aria-describedby": "shortcut-hint",
	});
	field.addEventListener("keydown", (event) => {
		const pressed = event.key === "Backspace" ? "" : shortcutOf(event);
		if (pressed === null) return;
		event.preventDefault();
		field.value = shortcutWords(pressed);
		void keep({ shortcut: pressed }).then(() => say("Saved."));
	});
	return field;
}

/** A server other than the one that the extension was built for needs the member's permission. */
async function save(text: string): Promise<void> {
	const server = readServerAddress(text);
	if (server === null)
		return say("Enter an address that begins with https://, or one on this machine.");
	const { protocol, hostname } = new URL(server);
	const origins = [`${protocol}//${hostname}/*`];
	if (!(await chrome.permissions.request({ origins })))
		return say("Without that permission, the extension cannot reach the site.");
	const is_other = server !== (await readKept()).server;
	const left_to_do = is_other ? await changeServer(server) : null;
	await draw();
	say(left_to_do ?? "Saved.");
}

async function signIn(): Promise<void> {
	const answer = (await chrome.runtime.sendMessage({ type: "sign_in" })) as SignInAnswer | null;
	await draw();
	say(answer?.problem ?? "");
}

async function leaveAccount(): Promise<void> {
	const left_to_do = await signOut();
	await draw();
	say(left_to_do ?? "You are signed out.");
}

void draw();
