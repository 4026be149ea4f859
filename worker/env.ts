import * as z from "zod";
import { emailFault, plainEmail } from "#contract/email-address.ts";
import { EXTENSION_IDS, ExtensionId } from "#contract/extension.ts";
import { SOURCE_IDS } from "#contract/verdicts.ts";
import { parseSearchPrices } from "#features/evidence/search-prices.ts";
import { parseModelPrices } from "#providers/prices.ts";
import { adminKey } from "#text/email-address.ts";
import { nearestName } from "#text/nearest.ts";

/**
 * Only settings that operators choose are defined here. Fixed limits are defined beside the code
 * that uses them.
 */
const WEB_ADDRESS = "Must be an address such as https://checks.example.";
const Url = z
	.url({ protocol: /^https?$/, error: WEB_ADDRESS })
	.transform((url) => url.replace(/\/+$/, ""));
/** The site is served at the root of its host, so a path would be cut off without a word. */
const Origin = z.url({ protocol: /^https?$/, error: WEB_ADDRESS }).transform((text, context) => {
	const url = new URL(text);
	if (text.replace(/\/+$/, "").toLowerCase() === url.origin) return url.origin;
	context.addIssue({
		code: "custom",
		message: `Must be an address without a path. Write ${url.origin}.`,
	});
	return z.NEVER;
});
const Text = z.string().trim().min(1);

function whole(min: number, max: number) {
	const error = `Must be a whole number from ${min} to ${max}, such as ${Math.min(max, Math.max(min, 20))}.`;
	return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

const DOLLARS = "Must be an amount in USD from 0 to 1000000, such as 12.50.";
const Dollars = z.coerce
	.number({ error: DOLLARS })
	.min(0, { error: DOLLARS })
	.max(1_000_000, { error: DOLLARS });
const Limit = (fallback: number) => whole(0, 1_000_000).default(fallback);
const OnOff = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(z.enum(["on", "off"], { error: "Must be on or off." }))
	.default("on");
/** Entries separated by commas. */
const listOf = <Entry>(entry: z.ZodType<Entry, string>) =>
	z
		.string()
		.transform((list) =>
			list
				.split(",")
				.map((one) => one.trim())
				.filter(Boolean),
		)
		.pipe(z.array(entry));
const Lower = z.string().toLowerCase();

const EMAIL = "Must be an email address such as team@checks.example.";
const Emails = listOf(
	z
		.string()
		.transform(plainEmail)
		.refine((email) => emailFault(email) === null, {
			error: `${EMAIL} Several are separated by commas.`,
		})
		.transform(adminKey),
);

/** Host names or addresses with their ports, written as in a URL. */
const Hosts = listOf(
	Lower.regex(/^[^\s/@?#]+$/, {
		error: "Must be hosts such as pages.example or 127.0.0.1:8080, separated by commas.",
	}),
);

/**
 * The base address of a site that may have one host per language; `{language}` is replaced by the
 * language's code.
 */
const LanguageUrl = z
	.string()
	.refine((url) => Url.safeParse(url.replace("{language}", "en")).success, WEB_ADDRESS)
	.transform((url) => url.replace(/\/+$/, ""));

const SourceOrNone = Lower.pipe(
	z.enum([...SOURCE_IDS, "none"], {
		error: ({ input }) => {
			const meant = nearestName(String(input), SOURCE_IDS);
			return `Must be ids separated by commas, such as wikipedia,pubmed: ${SOURCE_IDS.join(", ")}; or none.${meant ? ` Did you mean ${meant}?` : ""}`;
		},
	}),
);
/** "none" disables all sources. */
const Sources = listOf(SourceOrNone).transform((ids) => ids.filter((id) => id !== "none"));

/** 256-bit keys in base64. */
const Keys = listOf(
	z
		.string()
		.regex(/^[A-Za-z0-9+/]{43}=$/, {
			error: "A key is 32 random bytes in base64, as `openssl rand -base64 32` prints them.",
		}),
);

const Extensions = listOf(ExtensionId);

/** Parsed at the start, so that a typing error prevents the start. */
const parsedBy = <Value>(parse: (text: string) => Value | null, message: string) =>
	z.string().transform((text, context) => {
		const value = parse(text);
		if (value !== null) return value;
		context.addIssue({ code: "custom", message });
		return z.NEVER;
	});
const Prices = parsedBy(
	parseModelPrices,
	"Prices are written as model=input/output or model=input/output/audio, in USD per million tokens, separated by commas.",
);
const OwnSearchPrices = parsedBy(
	parseSearchPrices,
	"Prices are written as source=USD for a thousand searches, separated by commas.",
);

const Fields = z.object({
	APP_ORIGIN: Origin.optional(),
	ADMIN_EMAILS: Emails.default([]),
	CONTACT_EMAIL: z.email({ error: EMAIL }).optional(),
	YOUTUBE_API_KEY: Text.optional(),
	YOUTUBE_API_BASE_URL: Url.default("https://www.googleapis.com/youtube/v3"),
	YOUTUBE_BASE_URL: Url.default("https://www.youtube.com"),
	EVIDENCE_SOURCES: Sources.optional(),
	EVIDENCE_PAGES: whole(1, 10).default(5),
	/** Whether another model reads wordings and quotes a second time. */
	SECOND_READING: OnOff,
	EVIDENCE_REUSE: OnOff,
	EVIDENCE_TRUSTED_HOSTS: Hosts.default([]),
	EVIDENCE_BLOCKED_HOSTS: Hosts.default([]),
	WIKIPEDIA_BASE_URL: LanguageUrl.default("https://{language}.wikipedia.org"),
	PUBMED_BASE_URL: Url.default("https://eutils.ncbi.nlm.nih.gov/entrez/eutils"),
	/** Empty turns it off: null. */
	CROSSREF_BASE_URL: z
		.union(
			[
				Url,
				z
					.string()
					.trim()
					.length(0)
					.transform(() => null),
			],
			{ error: WEB_ADDRESS },
		)
		.default("https://api.crossref.org"),
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
	LIBSQL_URL: z
		.url({
			protocol: /^(https?|wss?|libsql)$/,
			error: "Must be an address such as libsql://checks-team.turso.io.",
		})
		.optional(),
	LIBSQL_AUTH_TOKEN: Text.optional(),
	SMTP_URL: z
		.url({
			protocol: /^smtps?$/,
			error: "Must be an address such as smtps://user:password@smtp.example.",
		})
		.optional(),
	MAIL_FROM: Text.regex(/^[^\r\n@]+@[^\r\n@]+$/, {
		error: "Must be a sender such as Checks <team@checks.example>.",
	}).optional(),
	SECRETS_KEY: Keys.default([]),
	GOOGLE_CLIENT_ID: Text.optional(),
	GOOGLE_CLIENT_SECRET: Text.optional(),
	GOOGLE_ISSUER: Url.default("https://accounts.google.com"),
	EXTENSION_IDS: Extensions.default(Object.values(EXTENSION_IDS)),
	WEBHOOK_RESOLVER_URL: Url.default("https://cloudflare-dns.com/dns-query"),
	WEBHOOK_TRUSTED_HOSTS: Hosts.default([]),
	MAX_STATEMENTS: whole(1, 200).default(24),
	RATING_CONCURRENCY: whole(1, 100).optional(),
	PROVIDER_TIMEOUT_MS: whole(100, 300_000).optional(),
	// A secret of 16 characters cannot be guessed.
	METRICS_TOKEN: Text.min(16, { error: "Must have at least 16 characters." }).optional(),
	LOG_LEVEL: z
		.enum(["error", "warn", "info"], { error: "Must be error, warn or info." })
		.default("info"),
	LIMIT_ANALYSES: Limit(20),
	LIMIT_ANALYSES_ADDRESS: whole(0, 1_000_000).optional(),
	LIMIT_FORCE: Limit(3),
	LIMIT_MOMENTS: Limit(60),
	LIMIT_VOTES: Limit(120),
	LIMIT_PAGES: Limit(20),
	LIMIT_FOLLOWS: Limit(500),
	LIMIT_DISPUTES: Limit(3),
	LIMIT_SEARCH: Limit(60),
	LIMIT_STREAMS: Limit(600),
	MAX_PUSHED_VIEWERS: Limit(500),
	LIMIT_SIGN_IN: Limit(5),
	LIMIT_SIGN_UP: Limit(20),
	LIMIT_PROVIDER_CALLS: Limit(20_000),
	LIMIT_SEARCH_CALLS: Limit(5_000),
	LIMIT_SPENDING_USD: Dollars.default(25),
	/** In percent of the three limits above. */
	LIMIT_MEMBER_SHARE: whole(0, 100).default(10),
	LIMIT_NEW_MEMBER_SHARE: whole(0, 100).default(5),
	LIMIT_NETWORK_SHARE: whole(0, 100).default(20),
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
	const refuse = (variable: keyof typeof settings, message: string) =>
		context.addIssue({ code: "custom", path: [variable], message });
	if (settings.EVIDENCE_SOURCES?.includes("samples") && hasProvider(settings))
		refuse(
			"EVIDENCE_SOURCES",
			"Sample pages are searched only in demo mode, but a provider is set. Name other sources, or none.",
		);
	for (const [source, variable] of SET_UP_BY)
		if (settings.EVIDENCE_SOURCES?.includes(source) && !settings[variable])
			refuse(variable, `EVIDENCE_SOURCES names ${source}, which needs it.`);
	const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings;
	if (settings.SMTP_URL && !settings.APP_ORIGIN)
		refuse(
			"APP_ORIGIN",
			"SMTP_URL needs it: otherwise anyone who requests an email decides where its links lead.",
		);
	if ((GOOGLE_CLIENT_ID === undefined) !== (GOOGLE_CLIENT_SECRET === undefined))
		refuse(
			GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID",
			"Google sign-in needs both the client's id and its secret.",
		);
});

/** The parsed environment. A field has the name of its variable. */
export type Settings = z.infer<typeof Settings>;
export const SETTING_NAMES = Object.keys(Fields.shape) as (keyof Settings)[];

export type ParsedEnv =
	| { ok: true; settings: Settings }
	| { ok: false; errors: { variable: string; message: string }[] };

/** Settings that mean something if they are empty. */
export const MAY_BE_EMPTY: ReadonlySet<string> = new Set(["CROSSREF_BASE_URL"]);

/**
 * Parses the variables. Others that are empty count as unset, because shells and .env files leave
 * variables empty.
 */
export function parseVariables(record: object): ParsedEnv {
	const given = Object.fromEntries(
		SETTING_NAMES.map((name): [string, unknown] => [name, Reflect.get(record, name)]).filter(
			([name, value]) => value !== undefined && (value !== "" || MAY_BE_EMPTY.has(name)),
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
