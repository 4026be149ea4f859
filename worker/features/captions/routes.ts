import { ReadTranscriptAnswer, ReadTranscriptRequest } from "#contract/analysis.ts";
import { MAX_TRANSCRIPT_BODY_BYTES } from "#http/body.ts";
import { endpoint } from "#http/endpoint.ts";
import { json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { type CountedMember, memberQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { stripTurns, TURN } from "./non-speech.ts";
import {
	describeReading,
	type PastedTranscript,
	pastedProblem,
	printable,
	readPastedTranscript,
} from "./pasted-transcript.ts";

/**
 * A form asks again when its text changes, and the longest text takes a second of work. Nobody
 * edits a transcript more often.
 */
const READS_PER_HOUR = 120;
/** How many pieces show what was understood. */
const SHOWN_PIECES = 5;

export const transcriptEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/transcripts/read",
		id: "readTranscript",
		summary: "See how a transcript is understood",
		detail:
			"Says which times, words and speakers `POST /api/analyze` would read in the same `transcript`, before anything is spent. Stores nothing.",
		access: "member",
		refusal: "not_signed_in/analyze",
		body: ReadTranscriptRequest,
		limit: MAX_TRANSCRIPT_BODY_BYTES,
		answers: { 200: json("What was understood.", ReadTranscriptAnswer) },
		problems: {
			422: "Nothing in the text can be read; `detail` says why.",
			429: `More than ${READS_PER_HOUR} texts in an hour.`,
		},
		handle: async (context, { member, body }) => {
			await consumeRead(context, member);
			const transcript = printable(body.transcript).trim();
			const read = readPastedTranscript(transcript, { duration: body.duration });
			if (read === null)
				throw problem("transcript_unreadable", { values: { problem: pastedProblem(transcript) } });
			return describeRead(read);
		},
	}),
];

async function consumeRead(context: Context, member: CountedMember): Promise<void> {
	const reads = memberQuota(context, "transcript-reads", member, READS_PER_HOUR, HOUR_MS);
	const granted = await reads.consume();
	if (!granted.ok) throw problem("too_many_requests/transcripts", granted);
}

function describeRead(read: PastedTranscript): ReadTranscriptAnswer {
	const pieces = read.cues.length > 0 ? read.cues.slice(0, SHOWN_PIECES) : untimedPieces(read);
	return {
		...describeReading(read),
		first: read.cues[0]?.start ?? null,
		last: read.cues.at(-1)?.start ?? null,
		read: pieces.map(({ start, text, speaker }) => ({
			start,
			text: stripTurns(text),
			speaker: speaker ?? null,
		})),
	};
}

/** The first paragraphs of a text without times, with their speakers. */
function untimedPieces({ text, turns }: PastedTranscript) {
	let at = 0;
	let next = 0;
	let speaker: string | null = null;
	return text.split(TURN, SHOWN_PIECES).map((piece) => {
		while ((turns[next]?.at ?? text.length) <= at) {
			speaker = turns[next]?.speaker ?? null;
			next += 1;
		}
		at += piece.length + TURN.length;
		return { start: null, text: piece, speaker };
	});
}
