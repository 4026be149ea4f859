import * as z from "zod";

export const PLAYABILITIES = [
	"ok",
	"bot_check",
	"age_restricted",
	"private",
	"gone",
	"live_offline",
	"live_now",
	"unplayable",
	"live_ended",
	"recording_unavailable",
	"premiere",
] as const;
export type Playability = (typeof PLAYABILITIES)[number];

/** In which no caption track may be there yet, though the video can be watched. */
export const PLAYED: ReadonlySet<Playability> = new Set(["ok", "live_now", "live_ended"]);

const Label = z
	.object({
		simpleText: z.string().optional().catch(undefined),
		runs: z
			.array(z.object({ text: z.string().catch("") }).catch({ text: "" }))
			.optional()
			.catch(undefined),
	})
	.optional()
	.catch(undefined);

export const PlayabilityStatus = z.object({
	status: z.string(),
	reason: z.string().catch(""),
	messages: z.array(z.string()).catch([]),
	desktopLegacyAgeGateReason: z.unknown().optional(),
	liveStreamability: z
		.object({
			liveStreamabilityRenderer: z.object({
				offlineSlate: z.object({
					liveStreamOfflineSlateRenderer: z.object({
						/** Seconds since the epoch. */
						scheduledStartTime: z.string().regex(/^\d{9,11}$/),
					}),
				}),
			}),
		})
		.optional()
		.catch(undefined),
	errorScreen: z
		.object({
			playerErrorMessageRenderer: z
				.object({ reason: Label, subreason: Label })
				.optional()
				.catch(undefined),
			playerCaptchaViewModel: z.unknown().optional(),
		})
		.optional()
		.catch(undefined),
});
export type PlayabilityStatus = z.infer<typeof PlayabilityStatus>;

type Rule = [words: RegExp, meaning: Playability];

/** YouTube refuses this server, which says nothing about the video. */
const REFUSED: Rule = [
	/captcha|not a (?:ro)?bot|you(?:'re| are) (?:a )?human|unusual traffic|too many requests|rate[- ]limit|try again later/,
	"bot_check",
];

const PRIVATE: Rule = [/private/, "private"];
const GONE: Rule = [
	/removed|terminated|deleted|no longer available|does(?:n't| not) exist/,
	"gone",
];
/** What YouTube says of streams and premieres, with whichever status. */
const BROADCASTS: Rule[] = [
	[/recording is (?:not|no longer) available/, "recording_unavailable"],
	[/(?:live (?:event|stream)|premiere|broadcast) (?:has ended|is over)/, "live_ended"],
	[/premier(?:e|es|ing)\b/, "premiere"],
	[/live (?:event|stream) (?:will begin|has not started)|\blive in \d/, "live_offline"],
];

/** For each status, the rules for its text and the meaning if no rule matches. */
const MEANINGS: Record<string, [Playability, ...Rule[]]> = {
	OK: ["ok"],
	LIVE_STREAM_OFFLINE: ["live_offline", ...BROADCASTS],
	AGE_VERIFICATION_REQUIRED: ["age_restricted"],
	AGE_CHECK_REQUIRED: ["age_restricted"],
	CONTENT_CHECK_REQUIRED: ["age_restricted"],
	LOGIN_REQUIRED: [
		// The sign-in is required of this server, so it says nothing about the video.
		"bot_check",
		REFUSED,
		PRIVATE,
		[/inappropriate|confirm your age|verify your age|age[- ]restricted/, "age_restricted"],
	],
	ERROR: [
		"gone",
		REFUSED,
		PRIVATE,
		...BROADCASTS,
		[/try again|went wrong|error occurred|update/, "unplayable"],
	],
};
const OTHER: [Playability, ...Rule[]] = ["unplayable", REFUSED, PRIVATE, ...BROADCASTS, GONE];

/**
 * Interprets what YouTube allows an anonymous viewer. The status decides. Its text (requested in
 * English) is used only if the status has several meanings.
 */
export function readPlayability(said: PlayabilityStatus): Playability {
	const [usual, ...rules] = MEANINGS[said.status] ?? OTHER;
	if (rules.includes(REFUSED) && isRefused(said)) return "bot_check";
	const words = joinReasons(said);
	const rule = rules.find(([pattern]) => pattern.test(words));
	if (rule !== undefined) return rule[1];
	const age_gate = said.desktopLegacyAgeGateReason !== undefined;
	return usual === "bot_check" && age_gate ? "age_restricted" : usual;
}

/**
 * A refused server gets a captcha, or a status such as "Video unavailable" whose error screen adds
 * "This content isn't available, try again later".
 */
function isRefused({ errorScreen }: PlayabilityStatus): boolean {
	if (errorScreen?.playerCaptchaViewModel !== undefined) return true;
	const [refused] = REFUSED;
	const { subreason } = errorScreen?.playerErrorMessageRenderer ?? {};
	return refused.test(plain(textsOf(subreason)));
}

function textsOf(label: z.infer<typeof Label>): string[] {
	return [label?.simpleText ?? "", ...(label?.runs ?? []).map((run) => run.text)];
}

function plain(texts: string[]): string {
	return texts
		.join(" ")
		.toLowerCase()
		.replace(/[\u2018\u2019]/g, "'");
}

/**
 * Returns lower-case text with straight apostrophes. The error screen's text is used only if the
 * status has no reason.
 */
function joinReasons({ reason, messages, errorScreen }: PlayabilityStatus): string {
	const screen = errorScreen?.playerErrorMessageRenderer;
	const given = [reason, ...messages].filter((text) => text !== "");
	const shown = [screen?.reason, screen?.subreason].flatMap(textsOf);
	return plain(given.length > 0 ? given : shown);
}
