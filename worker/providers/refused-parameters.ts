/** What a request can do without, and how the vendors' errors name it. */
const NAMES = {
	/** A server that thinks by default, but not in one answer: it has to be told not to think. */
	default_thinking: /enable_thinking must be set to false/i,
	thinking: /thinking|reasoning|\bbudget\b|\beffort\b/i,
	temperature: /temperature|sampling param/i,
	media_resolution: /media.?resolution/i,
	schema:
		/response_?format|response_?(?:json_?)?schema|output_?(?:config|format)|json.?schema|structured output|guided.?(?:json|decoding)|grammar|maxItems|additionalProperties/i,
	json: /response_?mime_?type|json.?mode/i,
	max_tokens:
		/max_?(?:completion_?|output_?|new_?)?tokens|num_predict|context (?:length|window|size)|maximum context|reduce the length|n_ctx/i,
	system:
		/system.{0,4}(?:role|message|instruction|prompt)|messages?[[.]0\]?\.role|developer instruction|role.{0,24}system|'system'|only user and assistant|roles must alternate/i,
} as const;
export type OptionalParameter = keyof typeof NAMES;

/**
 * The parameter that an error names first, of those that were sent and those that were refused
 * before; null if it names none, or one that was not sent.
 */
export function namedParameter(
	text: string,
	sent: readonly OptionalParameter[],
	refused: readonly OptionalParameter[],
): OptionalParameter | null {
	const [first] = [...sent, ...refused]
		.map((parameter) => ({ parameter, at: text.search(NAMES[parameter]) }))
		.filter(({ at }) => at !== -1)
		.sort((a, b) => a.at - b.at);
	return first && sent.includes(first.parameter) ? first.parameter : null;
}

/** How much room for thinking a model's answers have needed: none of its own, some, or no limit. */
export type Room = 0 | 1 | 2;

/** What calls to one model at one address have learned of it. */
export type Learned = {
	/** What it has refused. */
	refused: readonly OptionalParameter[];
	room: Room;
	/** The address that answers in place of the one that is set; null if that one does. */
	address: string | null;
};

export const NOTHING_LEARNED: Learned = { refused: [], room: 0, address: null };

export function mergeLearned(known: Learned, more: Partial<Learned>): Learned {
	return {
		refused: [...new Set([...known.refused, ...(more.refused ?? [])])],
		room: Math.max(known.room, more.room ?? 0) as Room,
		address: more.address ?? known.address,
	};
}
