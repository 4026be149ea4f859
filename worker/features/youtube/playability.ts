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
] as const;
export type Playability = (typeof PLAYABILITIES)[number];

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
	errorScreen: z
		.object({
			playerErrorMessageRenderer: z
				.object({ reason: Label, subreason: Label })
				.optional()
				.catch(undefined),
		})
		.optional()
		.catch(undefined),
});
export type PlayabilityStatus = z.infer<typeof PlayabilityStatus>;

type Rule = [words: RegExp, meaning: Playability];

/** The platform refuses this server; nothing is said about the video. */
const REFUSED: Rule = [
	/captcha|not a (?:ro)?bot|unusual traffic|too many requests|try again later/,
	"bot_check",
];

const PRIVATE: Rule = [/private/, "private"];
const GONE: Rule = [
	/removed|terminated|deleted|no longer available|does(?:n't| not) exist/,
	"gone",
];

/** By status: the rules for its text, and its meaning without them. */
const MEANINGS: Record<string, [Playability, ...Rule[]]> = {
	OK: ["ok"],
	LIVE_STREAM_OFFLINE: ["live_offline"],
	AGE_VERIFICATION_REQUIRED: ["age_restricted"],
	AGE_CHECK_REQUIRED: ["age_restricted"],
	CONTENT_CHECK_REQUIRED: ["age_restricted"],
	LOGIN_REQUIRED: [
		// A sign-in that is required of this server, which says nothing about the video.
		"bot_check",
		REFUSED,
		PRIVATE,
		[
			/inappropriate|confirm your age|verify your age|age[- ]restricted/,
			"age_restricted",
		],
	],
	ERROR: [
		"gone",
		REFUSED,
		PRIVATE,
		[/try again|went wrong|error occurred|update/, "unplayable"],
	],
};
const OTHER: [Playability, ...Rule[]] = ["unplayable", REFUSED, PRIVATE, GONE];

/**
 * What the platform allows an anonymous viewer of the video. The status decides; its text
 * (requested in English) only if a status has several meanings.
 */
export function readPlayability(said: PlayabilityStatus): Playability {
	const [plain, ...rules] = MEANINGS[said.status] ?? OTHER;
	const words = joinReasons(said);
	const rule = rules.find(([pattern]) => pattern.test(words));
	if (rule !== undefined) return rule[1];
	const age_gate = said.desktopLegacyAgeGateReason !== undefined;
	return plain === "bot_check" && age_gate ? "age_restricted" : plain;
}

/** Lower case, straight apostrophes. The screen's text is used only if the status has no reason. */
function joinReasons({
	reason,
	messages,
	errorScreen,
}: PlayabilityStatus): string {
	const screen = errorScreen?.playerErrorMessageRenderer;
	const given = [reason, ...messages].filter((text) => text !== "");
	const shown = [screen?.reason, screen?.subreason].flatMap((label) => [
		label?.simpleText ?? "",
		...(label?.runs ?? []).map((run) => run.text),
	]);
	return (given.length > 0 ? given : shown)
		.join(" ")
		.toLowerCase()
		.replace(/[\u2018\u2019]/g, "'");
}
