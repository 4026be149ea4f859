import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { type Client, createClient } from "@libsql/client/web";
import { isFixedHost } from "#http/site-address.ts";
import { parseAddress } from "#outbound/addresses.ts";
import { nearestName, typingMistakes } from "#text/nearest.ts";
import { MAY_BE_EMPTY, parseVariables, SETTING_NAMES, type Settings } from "#worker/env.ts";
import { layout } from "../layout.ts";
import { StartError } from "./process.ts";

export type Environment = Record<string, string | undefined>;

/**
 * The variables of an .env file, overridden by those of the process. An empty value counts as
 * unset, so an empty variable of the process removes the file's value.
 */
export function mergeEnvironment(file: string, process_env: Environment): Environment {
	const merged = Object.entries({ ...parseEnv(file), ...process_env });
	return Object.fromEntries(
		merged.filter(([name, value]) => value?.trim() || (value === "" && MAY_BE_EMPTY.has(name))),
	);
}

/**
 * A warning for each name in an .env file that nothing uses, and for each variable of the process
 * that is a known name but for one typing mistake: other programs have variables of their own.
 */
export function unknownNames(
	file: string,
	process_env: Environment,
	known: readonly string[],
): string[] {
	const in_file = Object.keys(parseEnv(file)).filter((name) => !known.includes(name));
	const all = [...known, ...in_file];
	const given = { ...parseEnv(file), ...process_env };
	const mistyped = Object.keys(process_env).filter((name) => {
		if (all.includes(name)) return false;
		const key = keyMeant(name);
		// Other programs have keys of their own beside this site's.
		return key === null ? known.some((it) => isMistyped(name, it)) : !given[key];
	});
	const warning = (place: string) => (name: string) => {
		const meant = keyMeant(name) ?? nearestName(name, known);
		const question = meant === null ? "" : ` Did you mean ${meant}?`;
		return `${place} sets ${name}, which is not a known setting.${question}`;
	};
	return [...in_file.map(warning(".env")), ...mistyped.map(warning("The environment"))];
}

/** By what vendors, their models and other programs' documents call the key of a provider. */
const KEYS = [
	[/^(?:OPENAI|OPEN_AI|CHATGPT|GPT)$/, "OPENAI_API_KEY"],
	[/^(?:ANTHROPIC|CLAUDE)$/, "ANTHROPIC_API_KEY"],
	[
		/^(?:GEMINI|GOOGLE|GOOGLE_AI|GOOGLE_GENAI|GOOGLE_GENERATIVE_AI|GOOGLE_GEMINI)$/,
		"GEMINI_API_KEY",
	],
	[/^(?:YOUTUBE|YOUTUBE_DATA|YT)$/, "YOUTUBE_API_KEY"],
	[/^(?:BRAVE|BRAVE_SEARCH)$/, "BRAVE_API_KEY"],
] as const;

/** The setting that a name of a vendor's key means; null for any other name. */
function keyMeant(name: string): string | null {
	const [, vendor = ""] = /^(.+?)(?:_?API)?_?(?:KEY|TOKEN|SECRET)$/i.exec(name) ?? [];
	return KEYS.find(([names]) => names.test(vendor.toUpperCase()))?.[1] ?? null;
}

/** Shorter names resemble those of other programs by chance. */
const MIN_MISTYPED_CHARS = 8;

function isMistyped(name: string, known: string): boolean {
	return (
		known.length >= MIN_MISTYPED_CHARS &&
		Math.abs(name.length - known.length) <= 2 &&
		typingMistakes(name, known) <= 1
	);
}

/**
 * A note about Wikipedia's lower limit without a contact address; null if Wikipedia is not used
 * or a contact is set.
 */
export function missingContact(
	mode: string,
	{ CONTACT_EMAIL, EVIDENCE_SOURCES }: NodeJS.Dict<string>,
): string | null {
	const sources = EVIDENCE_SOURCES || "wikipedia";
	const asked = mode === "live" && /\bwikipedia\b/i.test(sources);
	return CONTACT_EMAIL || !asked
		? null
		: "CONTACT_EMAIL is not set, so Wikipedia is asked only 10 times a minute, and long videos are checked less. Set it in .env.";
}

export function readEnvFile(path: string): string {
	const text = existsSync(path) ? readFileSync(path, "utf8") : "";
	// Windows' editors begin a file with a byte order mark, which would become part of the first name.
	return text.replace(/^\uFEFF/, "");
}

/** Variables for the local server only; the worker does not get them. */
const SERVER_VARIABLES = ["PORT", "HOST", "DATA_DIR"] as const;
const TEST_VARIABLES = ["CHROME_PATH"] as const;

/** All supported variables. */
export const KNOWN_VARIABLES: readonly string[] = [
	...SERVER_VARIABLES,
	...TEST_VARIABLES,
	...SETTING_NAMES,
];

/** The worker's settings. Throws StartError with one line per bad variable. */
export function workerSettings(environment: Environment): Settings {
	const parsed = parseVariables(environment);
	if (!parsed.ok)
		throw new StartError(
			parsed.errors.map(({ variable, message }) => `${variable}: ${message}`).join("\n"),
		);
	return parsed.settings;
}

/** The worker's part of an environment. Throws StartError with one line per bad variable. */
export function workerVariables(environment: Environment): Environment {
	workerSettings(environment);
	return Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]));
}

const KEY_FILE = "secrets-key";

/**
 * Appends the data folder's own key to SECRETS_KEY. If neither exists, the key is created, at the
 * first start. With a libSQL database the folder's key is not used: the database outlives the
 * folder, and its secrets could then no longer be decrypted.
 */
export function withStoredKey(variables: Environment, data_dir: string): Environment {
	const { SECRETS_KEY, LIBSQL_URL } = variables;
	if (LIBSQL_URL) return variables;
	const path = join(data_dir, KEY_FILE);
	if (!existsSync(path) && SECRETS_KEY) return variables;
	if (!existsSync(path))
		writeFileSync(path, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
	const keys = [SECRETS_KEY, readFileSync(path, "utf8").trim()];
	return { ...variables, SECRETS_KEY: keys.filter(Boolean).join(",") };
}

type DataPlace = { data_dir: string } | { libsql: Client };

/**
 * Describes where `npm start` stores permanent data: in the data folder, or in the libSQL
 * database of LIBSQL_URL. With such a database, the rest of the folder (running analyses, limit
 * counters) can be recreated.
 */
export function dataPlace(
	env: Environment = mergeEnvironment(readEnvFile(layout.envFile), process.env),
): DataPlace {
	const { LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken } = workerVariables(env);
	if (!url) return { data_dir: resolve(env.DATA_DIR ?? layout.data) };
	return { libsql: createClient(authToken ? { url, authToken } : { url }) };
}

const default_port = 8787;
const highest_port = 65_535;
/** Only this machine can connect. HOST opens the server to the network. */
const default_host = "127.0.0.1";

export type Address = { host: string; port: number };

/**
 * The address to listen on, from HOST and PORT; with port 0 the system chooses. Throws StartError
 * naming PORT.
 */
export function serverAddress(environment: Environment): Address {
	const text = environment.PORT ?? String(default_port);
	const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
	if (!(port <= highest_port))
		throw new StartError(
			`PORT must be a number from 0 to ${highest_port}, such as ${default_port}; it is "${text}".`,
		);
	return { host: environment.HOST ?? default_host, port };
}

/**
 * Throws StartError if other machines could sign up as an admin on a site that does not know its
 * address: the link that confirms an admin would then lead nowhere in particular.
 */
export function requireOwnAddress(
	{ ADMIN_EMAILS, APP_ORIGIN }: Environment,
	{ host }: Pick<Address, "host">,
): void {
	if (!ADMIN_EMAILS || APP_ORIGIN || isLoopback(host)) return;
	throw new StartError(
		`APP_ORIGIN: ADMIN_EMAILS needs it when the server listens beyond this machine (HOST is ${host}).`,
	);
}

/**
 * Whether nobody but this machine's users reaches the site. With APP_ORIGIN, a proxy may stand in
 * front.
 */
export function onlyThisMachine({ APP_ORIGIN }: Environment, host: string): boolean {
	return isLoopback(host) && (!APP_ORIGIN || isLoopback(new URL(APP_ORIGIN).hostname));
}

function isLoopback(host: string): boolean {
	return host === "localhost" || parseAddress(host)?.range() === "loopback";
}

/**
 * The names by which the server may be asked; null for any. A site with a public address of its own
 * can be behind a proxy, which may send any name.
 */
export function ownNames({ APP_ORIGIN }: Environment, host: string): string[] | null {
	const own = APP_ORIGIN === undefined ? "localhost" : new URL(APP_ORIGIN).hostname;
	return isFixedHost(own) ? ["localhost", host.toLowerCase()] : null;
}

function listenError(address: Address): Promise<NodeJS.ErrnoException | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", resolve);
		server.listen(address, () => server.close(() => resolve(null)));
	});
}

/**
 * Throws StartError if the port is in use. In a browser, "localhost" may also mean ::1, so both
 * are checked.
 */
export async function requireFreePort(address: Address): Promise<void> {
	if (address.port === 0) return;
	const hosts = address.host === default_host ? [default_host, "::1"] : [address.host];
	for (const host of hosts) {
		const error = await listenError({ ...address, host });
		if (error?.code === "EADDRINUSE")
			throw new StartError(
				`Port ${address.port} is taken by another program. Stop that one, or set PORT to another port.`,
			);
		// Without IPv6 support, ::1 cannot be in use.
		if (error && host === address.host)
			throw new StartError(`Cannot listen on ${host}:${address.port}: ${error.message}`);
	}
}
