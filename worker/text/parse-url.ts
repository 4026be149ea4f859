/**
 * Parses an address; null if it is not one. `URL.canParse` would parse it twice, and in
 * Node 20 it refuses Latin letters beyond ASCII after many calls.
 */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
