/** Tested in this order, because a user agent also contains the names of later entries. */
const BROWSERS: [RegExp, string][] = [
	[/\bEdg(?:A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/\b(?:Chrome|CriOS)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
	[/^curl\//, "curl"],
];
const SYSTEMS: [RegExp, string][] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bWindows\b/, "Windows"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bMac OS X\b/, "macOS"],
	[/\bLinux\b/, "Linux"],
];
/** Enough of an unknown program's user agent to recognise it. */
const MAX_CHARS = 60;

/** The browser and system named by the user agent, for example "Firefox on Linux". */
export function deviceName(user_agent: string | null): string {
	if (user_agent === null || user_agent.trim() === "") return "Unknown device";
	const browser = nameIn(BROWSERS, user_agent);
	const system = nameIn(SYSTEMS, user_agent);
	if (browser !== null && system !== null) return `${browser} on ${system}`;
	return browser ?? system ?? user_agent.slice(0, MAX_CHARS);
}

function nameIn(names: [RegExp, string][], text: string): string | null {
	return names.find(([sign]) => sign.test(text))?.[1] ?? null;
}
