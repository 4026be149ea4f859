import { type Client, watchUrl } from "./client.ts";
import { rateDebate } from "./debate.ts";
import type { Product } from "./product.ts";

/** Two statements, far apart in time and score. */
const HARBOUR = {
	title: "The truth about our harbour",
	duration: 480,
	tracks: [
		{
			language: "en",
			cues: [
				{
					start: 10,
					text: "The harbour was opened in 1874 by the town itself.",
				},
				{
					start: 77,
					text: "No other crane in the world lifts more than that.",
				},
			],
		},
	],
};

/** Analysed, with one member's agreement on the first statement. */
export async function analysedHarbour(
	product: Product,
): Promise<{ video_id: string; voter: Client }> {
	product.ai.answer({ rate: rateDebate });
	const voter = await product.member();
	const video_id = product.newVideo(HARBOUR);
	await voter.analyze(watchUrl(video_id));
	await voter.finished(video_id);
	const [first] = (await voter.report(video_id)).statements;
	if (first === undefined) throw new Error("nothing to vote on");
	const { status } = await voter.put(`/api/statements/${first.id}/vote`, {
		vote_type: "upvote",
	});
	if (status !== 200) throw new Error(`the vote was answered ${status}`);
	return { video_id, voter };
}
