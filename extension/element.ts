/** "closed"; "open" only in what tests build. */
declare const SHADOW_ROOTS: ShadowRootMode;

type Attributes = Record<string, string | boolean>;

/** Texts come from videos and from a server: they become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Attributes = {},
	...children: (Node | string | null)[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	setAttributes(made, attributes);
	made.append(...children.filter((it) => it !== null));
	return made;
}

export type Direction = { dir: string; lang: string | false };

/** Of a text in the video's language, which is undefined if it is not known. */
export const spokenIn = (language: string | undefined): Direction => ({
	dir: "auto",
	lang: language ?? false,
});

/** A button that only a person can press: a script of the page around it cannot send such events. */
export function button(words: string, press: () => unknown, style = "") {
	const made = element("button", { type: "button", class: style }, words);
	made.addEventListener("click", ({ isTrusted }) => {
		if (isTrusted) press();
	});
	return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** A mark in a square of 16: an outline, and the sign in it. */
export function markIcon(outline: string, sign: string, hollow: boolean) {
	const icon = document.createElementNS(SVG, "svg");
	setAttributes(icon, {
		viewBox: "0 0 16 16",
		"aria-hidden": "true",
		class: hollow ? "mark hollow" : "mark",
	});
	for (const [name, path] of [
		["outline", outline],
		["sign", sign],
	] as const) {
		const drawn = document.createElementNS(SVG, "path");
		setAttributes(drawn, { class: name, d: path });
		icon.append(drawn);
	}
	return icon;
}

function setAttributes(made: Element, attributes: Attributes): void {
	for (const [name, value] of Object.entries(attributes))
		if (value !== false) made.setAttribute(name, value === true ? "" : value);
}

/** What YouTube's page listens to on itself: shortcuts, and presses on the player. */
const OWN_EVENTS = [
	"keydown",
	"keyup",
	"keypress",
	"click",
	"dblclick",
	"mousedown",
	"mouseup",
	"pointerdown",
	"pointerup",
	"touchstart",
	"touchend",
	"contextmenu",
];

/**
 * An element of ours in YouTube's page, with a shadow root that the page's scripts and styles do not
 * reach. What is pressed or typed in it stays in it.
 */
export function shadowHost(name: string, styles: string) {
	const host = element("div", { id: `bs-detector-${name}`, lang: "en" });
	const root = host.attachShadow({ mode: SHADOW_ROOTS });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(styles);
	root.adoptedStyleSheets = [sheet];
	for (const type of OWN_EVENTS) host.addEventListener(type, (event) => event.stopPropagation());
	return { host, root };
}
