/**
 * The text as an address, or null if it is none. `URL.canParse` would parse it twice, and the one
 * of Node 20 refuses Latin letters beyond ASCII once it runs often.
 */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
