/**
 * Parses a URL; null if it is invalid. `URL.canParse` would parse it twice, and in Node 20 it
 * refuses non-ASCII Latin letters after many calls.
 */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
