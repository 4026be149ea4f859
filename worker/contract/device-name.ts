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

/**
 * The browser and system named by the user agent, for example "Firefox on Linux"; null if neither is
 * known. The sender of a request chooses the user agent, so none of its own words are in the name.
 */
export function deviceName(user_agent: string | null): string | null {
	if (user_agent === null) return null;
	const browser = nameIn(BROWSERS, user_agent);
	const system = nameIn(SYSTEMS, user_agent);
	if (browser !== null && system !== null) return `${browser} on ${system}`;
	return browser ?? system;
}

function nameIn(names: [RegExp, string][], text: string): string | null {
	return names.find(([sign]) => sign.test(text))?.[1] ?? null;
}
