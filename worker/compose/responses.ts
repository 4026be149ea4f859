import { findChannelOwner } from "#features/channels/creator-queries.ts";
import type { Responses } from "#features/channels/respond.ts";
import {
	createResponse,
	editResponse,
	findResponse,
	readResponseTarget,
	withdrawResponse,
} from "#features/channels/response-queries.ts";
import { newId } from "#identity/tokens.ts";
import type { Base } from "./base.ts";

export function composeResponses({ db, view, now }: Base): Responses {
	return {
		newId,
		now,
		target: (video_id, statement_id, member_id) =>
			readResponseTarget(db, { video_id, statement_id, member_id, view }),
		create: (response) => createResponse(db, response),
		find: (response_id) => findResponse(db, response_id),
		ownerOf: (channel_id) => findChannelOwner(db, channel_id),
		edit: (response_id, body) =>
			editResponse(db, { response_id, body, now: now() }),
		withdraw: (response_id) =>
			withdrawResponse(db, { response_id, now: now() }),
	};
}
