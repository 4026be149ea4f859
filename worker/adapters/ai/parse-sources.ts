import * as z from "zod";
import { isInnerName } from "#domain/inner-names.ts";
import { visibleLine } from "./hidden-characters.ts";

/** More is padding; the screen shows them all. */
export const MAX_SOURCES = 5;
const MAX_SOURCE_CHARS = 300;

const Sources = z.array(z.string()).catch([]);
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A public name: dotted, and its last label letters. Addresses and "localhost" have none. */
const PUBLIC_NAME = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})\.?$/;

/**
 * The model's sources that can be a web page or a site, at most MAX_SOURCES,
 * each once. Whether they exist is not known here.
 */
export function parseSources(value: unknown): string[] {
	const kept = Sources.parse(value).map(visibleLine).filter(isWebSource);
	return [...new Set(kept)].slice(0, MAX_SOURCES);
}

function isWebSource(source: string): boolean {
	if (source.length > MAX_SOURCE_CHARS || /[\s\\<>"'`]/.test(source))
		return false;
	const link = SCHEME.test(source) ? source : `https://${source}`;
	if (!/^https?:\/\/[^/]/i.test(link) || !URL.canParse(link)) return false;
	const { hostname, username, password } = new URL(link);
	return (
		username === "" &&
		password === "" &&
		PUBLIC_NAME.test(hostname) &&
		!isInnerName(hostname)
	);
}
