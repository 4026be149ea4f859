import type { MyVotes } from "#contract/votes.ts";
import type { Client } from "#tests/support/world/client.ts";

/**
 * What is wrong with an upvote from before an outage and a downvote that was
 * answered 503 within it. In neither way of being away does a request reach the
 * database: the upvote is there once, and the downvote is not, until it is cast
 * again.
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
		...(after === "downvote, 0 up, 1 down"
			? []
			: [`voted again, it became ${after}`]),
	];
}
