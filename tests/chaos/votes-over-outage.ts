import type { MyVotes } from "#contract/votes.ts";
import type { Client } from "#tests/support/world/client.ts";

/**
 * Checks an upvote from before an outage and a downvote that got 503 during it. In both kinds of
 * outage no request reaches the database, so the upvote must be stored once and the downvote only
 * after it is cast again.
 */
export async function brokenVotes(
	member: Client,
	video_id: string,
	statement_id: string,
): Promise<string[]> {
	const stored = async () => {
		const { statements } = await member.report(video_id);
		const mine = await member.get<MyVotes>(`/api/videos/${video_id}/my-votes`);
		const counted = statements.find(({ id }) => id === statement_id);
		const { upvotes, downvotes } = counted ?? {};
		return `${mine.body.votes[statement_id]}, ${upvotes} up, ${downvotes} down`;
	};
	const before = await stored();
	const path = `/api/statements/${statement_id}/vote`;
	await member.put(path, { vote_type: "downvote" });
	const after = await stored();
	return [
		...(before === "upvote, 1 up, 0 down" ? [] : [`the vote became ${before}`]),
		...(after === "downvote, 0 up, 1 down" ? [] : [`voted again, it became ${after}`]),
	];
}
