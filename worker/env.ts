import * as z from "zod";
import { EXTENSION_IDS, ExtensionId } from "#contract/extension.ts";
import { SOURCE_IDS } from "#contract/verdicts.ts";
import { parseSearchPrices } from "#features/evidence/search-prices.ts";
import { parseModelPrices } from "#providers/prices.ts";

/**
 * Only settings that operators choose are defined here. Fixed limits are defined beside the code
 * that uses them.
 */
const Url = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const Text = z.string().trim().min(1);
const Limit = (fallback: number) => z.coerce.number().int().min(0).max(1_000_000).default(fallback);
const Emails = z
	.string()
	.transform((list) =>
		list
			.split(",")
			.map((email) => email.trim().toLowerCase())
			.filter(Boolean),
	)
	.pipe(z.array(z.email()));

/** Host names or addresses with their ports, written as in a URL and separated by commas. */
const Hosts = z
	.string()
	.transform((list) =>
		list
			.split(",")
			.map((host) => host.trim().toLowerCase())
			.filter(Boolean),
	)
	.pipe(z.array(z.string().regex(/^[^\s/@?#]+$/)));

/**
 * The base address of a site that may have one host per language; `{language}` is replaced by the
 * language's code.
 */
const LanguageUrl = z
	.string()
	.refine((url) => Url.safeParse(url.replace("{language}", "en")).success, "Invalid URL")
	.transform((url) => url.replace(/\/+$/, ""));

/** Source ids separated by commas; "none" disables all sources. */
const Sources = z
	.string()
	.transform((list) =>
		list
			.split(",")
			.map((id) => id.trim().toLowerCase())
			.filter((id) => id !== "" && id !== "none"),
	)
	.pipe(z.array(z.enum(SOURCE_IDS)));

/** 256-bit keys in base64. */
const Keys = z
	.string()
	.transform((list) =>
		list
			.split(",")
			.map((key) => key.trim())
			.filter(Boolean),
	)
	.pipe(
		z.array(
			z
				.string()
				.regex(/^[A-Za-z0-9+/]{43}=$/, {
					error: "A key is 32 random bytes in base64, as `openssl rand -base64 32` prints them.",
				}),
		),
	);

/** Ids of browser extensions, with commas. */
const Extensions = z
	.string()
	.transform((list) =>
		list
			.split(",")
			.map((id) => id.trim())
			.filter(Boolean),
	)
	.pipe(z.array(ExtensionId));

/** Parsed at the start, so that a typing error prevents the start. */
const Prices = z.string().transform((text, context) => {
	const prices = parseModelPrices(text);
	if (prices) return prices;
	context.addIssue({
		code: "custom",
		message:
			"Prices are written as model=input/output or model=input/output/audio, in USD per million tokens, separated by commas.",
	});
	return z.NEVER;
});

const OwnSearchPrices = z.string().transform((text, context) => {
	const prices = parseSearchPrices(text);
	if (prices) return prices;
	context.addIssue({
		code: "custom",
		message: "Prices are written as source=USD for a thousand searches, separated by commas.",
	});
	return z.NEVER;
});

const Fields = z.object({
	APP_ORIGIN: Url.optional(),
	ADMIN_EMAILS: Emails.default([]),
	CONTACT_EMAIL: z.email().optional(),
	YOUTUBE_API_KEY: Text.optional(),
	YOUTUBE_API_BASE_URL: Url.default("https://www.googleapis.com/youtube/v3"),
	YOUTUBE_BASE_URL: Url.default("https://www.youtube.com"),
	EVIDENCE_SOURCES: Sources.optional(),
	EVIDENCE_PAGES: z.coerce.number().int().min(1).max(10).default(5),
	/** Whether another model reads wordings and quotes a second time. */
	SECOND_READING: z
		.string()
		.trim()
		.toLowerCase()
		.pipe(z.enum(["on", "off"]))
		.default("on"),
	EVIDENCE_REUSE: z.enum(["on", "off"]).default("on"),
	EVIDENCE_TRUSTED_HOSTS: Hosts.default([]),
	EVIDENCE_BLOCKED_HOSTS: Hosts.default([]),
	WIKIPEDIA_BASE_URL: LanguageUrl.default("https://{language}.wikipedia.org"),
	PUBMED_BASE_URL: Url.default("https://eutils.ncbi.nlm.nih.gov/entrez/eutils"),
	BRAVE_API_KEY: Text.optional(),
	BRAVE_BASE_URL: Url.default("https://api.search.brave.com/res/v1"),
	SEARXNG_BASE_URL: Url.optional(),
	FACT_CHECK_API_KEY: Text.optional(),
	FACT_CHECK_BASE_URL: Url.default("https://factchecktools.googleapis.com/v1alpha1"),
	ARCHIVE_BASE_URL: Url.default("https://archive.org"),
	OPENAI_API_KEY: Text.optional(),
	OPENAI_BASE_URL: Url.optional(),
	OPENAI_MODEL: Text.optional(),
	ANTHROPIC_API_KEY: Text.optional(),
	ANTHROPIC_BASE_URL: Url.default("https://api.anthropic.com"),
	ANTHROPIC_MODEL: Text.optional(),
	GEMINI_API_KEY: Text.optional(),
	GEMINI_BASE_URL: Url.default("https://generativelanguage.googleapis.com"),
	GEMINI_MODEL: Text.optional(),
	LIBSQL_URL: z.url({ protocol: /^(https?|wss?|libsql)$/ }).optional(),
	LIBSQL_AUTH_TOKEN: Text.optional(),
	SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
	MAIL_FROM: Text.regex(/^[^\r\n@]+@[^\r\n@]+$/).optional(),
	SECRETS_KEY: Keys.default([]),
	GOOGLE_CLIENT_ID: Text.optional(),
	GOOGLE_CLIENT_SECRET: Text.optional(),
	GOOGLE_ISSUER: Url.default("https://accounts.google.com"),
	EXTENSION_IDS: Extensions.default(Object.values(EXTENSION_IDS)),
	WEBHOOK_RESOLVER_URL: Url.default("https://cloudflare-dns.com/dns-query"),
	WEBHOOK_TRUSTED_HOSTS: Hosts.default([]),
	MAX_STATEMENTS: z.coerce.number().int().min(1).max(200).default(24),
	RATING_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(24),
	PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(100).max(300_000).default(30_000),
	// A secret of 16 characters cannot be guessed.
	METRICS_TOKEN: Text.min(16).optional(),
	LOG_LEVEL: z.enum(["error", "warn", "info"]).default("info"),
	LIMIT_ANALYSES: Limit(20),
	LIMIT_ANALYSES_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).optional(),
	LIMIT_FORCE: Limit(3),
	LIMIT_VOTES: Limit(120),
	LIMIT_PAGES: Limit(20),
	LIMIT_SEARCH: Limit(60),
	LIMIT_STREAMS: Limit(600),
	MAX_PUSHED_VIEWERS: Limit(500),
	LIMIT_SIGN_IN: Limit(5),
	LIMIT_SIGN_UP: Limit(20),
	LIMIT_PROVIDER_CALLS: Limit(20_000),
	LIMIT_SEARCH_CALLS: Limit(5_000),
	LIMIT_SPENDING_USD: z.coerce.number().min(0).max(1_000_000).default(0),
	MODEL_PRICES: Prices.default([]),
	SEARCH_PRICES: OwnSearchPrices.default([]),
});

/** Whether any model is configured. Without one, the site runs in demo mode. */
function hasProvider(settings: z.infer<typeof Fields>): boolean {
	const { OPENAI_API_KEY, OPENAI_BASE_URL } = settings;
	const { ANTHROPIC_API_KEY, GEMINI_API_KEY } = settings;
	return [OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, GEMINI_API_KEY].some(
		(it) => it !== undefined,
	);
}

/** What a source cannot do without. */
const SET_UP_BY = [
	["brave", "BRAVE_API_KEY"],
	["searxng", "SEARXNG_BASE_URL"],
	["factcheck", "FACT_CHECK_API_KEY"],
] as const;

const Settings = Fields.superRefine((settings, context) => {
	if (settings.EVIDENCE_SOURCES?.includes("samples") && hasProvider(settings))
		context.addIssue({
			code: "custom",
			path: ["EVIDENCE_SOURCES"],
			message:
				"Sample pages are searched only in demo mode, but a provider is set. Name other sources, or none.",
		});
	for (const [source, variable] of SET_UP_BY)
		if (settings.EVIDENCE_SOURCES?.includes(source) && !settings[variable])
			context.addIssue({
				code: "custom",
				path: [variable],
				message: `EVIDENCE_SOURCES names ${source}, which needs it.`,
			});
	const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings;
	if (settings.SMTP_URL && !settings.APP_ORIGIN)
		context.addIssue({
			code: "custom",
			path: ["APP_ORIGIN"],
			message:
				"SMTP_URL needs it: otherwise anyone who requests an email decides where its links lead.",
		});
	if ((GOOGLE_CLIENT_ID === undefined) === (GOOGLE_CLIENT_SECRET === undefined)) return;
	context.addIssue({
		code: "custom",
		path: [GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID"],
		message: "Google sign-in needs both the client's id and its secret.",
	});
});

/** The parsed environment. A field has the name of its variable. */
export type Settings = z.infer<typeof Settings>;
export const SETTING_NAMES = Object.keys(Fields.shape) as (keyof Settings)[];

export type ParsedEnv =
	| { ok: true; settings: Settings }
	| { ok: false; errors: { variable: string; message: string }[] };

/**
 * Parses the variables. Empty ones count as unset, because shells and .env files leave variables
 * empty.
 */
export function parseVariables(record: object): ParsedEnv {
	const given = Object.fromEntries(
		SETTING_NAMES.map((name): [string, unknown] => [name, Reflect.get(record, name)]).filter(
			([, value]) => value !== undefined && value !== "",
		),
	);
	const parsed = Settings.safeParse(given);
	if (parsed.success) return { ok: true, settings: parsed.data };
	return {
		ok: false,
		errors: parsed.error.issues.map((issue) => ({
			variable: String(issue.path[0] ?? ""),
			message: issue.message,
		})),
	};
}

/** For Durable Objects: the worker has already validated the same environment. */
export function requireSettings(record: object): Settings {
	const parsed = parseVariables(record);
	if (parsed.ok) return parsed.settings;
	const [first] = parsed.errors;
	throw new Error(`${first?.variable}: ${first?.message}`);
}
