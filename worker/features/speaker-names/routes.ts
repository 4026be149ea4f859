import type { MemberId, VideoId } from "#contract/ids.ts";
import { SpeakerNameRequest, SpeakerNames } from "#contract/speaker-names.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { findTakedown } from "#features/takedowns/queries.ts";
import { missingVideo, takenDown } from "#features/takedowns/refusal.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, NO_VIDEO, TAKEN_DOWN_PROBLEMS, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { quota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { deleteSpeakerName, readSpeakerNames, speakerNameId, storeSpeakerName } from "./queries.ts";

const MAX_BODY_BYTES = 4 * 1_024;
/** A debate has a dozen speakers, and a name is corrected once or twice. */
const CHANGES_AN_HOUR = 120;

const names = {
	path: "/api/videos/{id}/speaker-names",
	params: videoPath,
	answers: { 200: json("The names.", SpeakerNames) },
} as const;

/** The names that the member who pasted a transcript gives its speakers. */
export const speakerNameEndpoints = [
	endpoint({
		...names,
		method: "GET",
		id: "readSpeakerNames",
		summary: "Names that a member gave a transcript's speakers",
		detail:
			"Given by the member who pasted the transcript, not by the transcript, and not compared with the video. They appear on the report's page alone, marked as the member's: in no export, card, picture, feed, search or structured data.",
		access: "known",
		problems: { 404: NO_VIDEO, ...TAKEN_DOWN_PROBLEMS },
		handle: (context, { member, params }) => currentNames(context, params.id, member?.id),
	}),
	endpoint({
		...names,
		method: "PUT",
		id: "nameSpeaker",
		summary: "Name a speaker of a transcript that you pasted",
		detail:
			"`speaker` is as the transcript writes it, “Speaker 2” for example. The name applies to this transcript alone and is deleted with it, or with your account.",
		access: "member",
		body: SpeakerNameRequest,
		limit: MAX_BODY_BYTES,
		problems: {
			403: "The transcript is not one that you pasted.",
			404: NO_VIDEO,
			...TAKEN_DOWN_PROBLEMS,
			422: "The transcript names no such speaker.",
			429: `More than ${CHANGES_AN_HOUR} changes in an hour.`,
		},
		handle: async (context, { member, params, body }) => {
			const granted = await quota(
				context,
				`speaker-names:${member.id}`,
				CHANGES_AN_HOUR,
				HOUR_MS,
			).consume();
			if (!granted.ok) throw problem("too_many_requests/actions", granted);
			await nameSpeaker(context, { ...body, video_id: params.id, member_id: member.id });
			return currentNames(context, params.id, member.id);
		},
	}),
];

async function currentNames(
	context: Context,
	video_id: VideoId,
	member_id: MemberId | undefined,
): Promise<SpeakerNames> {
	const read = await readSpeakerNames(context.db.primary, video_id, context.view);
	if (read === null) throw await missingVideo(context, video_id);
	return { names: read.names, may_name: member_id !== undefined && read.given_by === member_id };
}

async function nameSpeaker(
	context: Context,
	{
		video_id,
		speaker,
		name,
		member_id,
	}: SpeakerNameRequest & { video_id: VideoId; member_id: MemberId },
): Promise<void> {
	const { db, view, now } = context;
	const { may_name } = await currentNames(context, video_id, member_id);
	if (!may_name) throw problem("not_allowed/speaker");
	if (name === null) return deleteSpeakerName(db.primary, { video_id, speaker, member_id });
	const takedown = await findTakedown(db.primary, "speaker_name", speakerNameId(video_id, speaker));
	if (takedown) throw takenDown(takedown);
	const transcript = await readTranscript(db.primary, video_id, view);
	const named = [...(transcript?.cues ?? []), ...(transcript?.turns ?? [])];
	if (!named.some((it) => it.speaker === speaker))
		throw problem("speaker_unknown", { pointer: "/speaker" });
	await storeSpeakerName(db.primary, {
		...{ video_id, speaker, name, member_id },
		now: now().toISOString(),
	});
}
