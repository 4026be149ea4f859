import { findingWords } from "./finding.ts";
import type { FollowingItem } from "./follows.ts";
import { isolated } from "./format.ts";
import { ratedWords } from "./verdict-words.ts";

/** An item in words: what has happened, and where. */
export function followingWords(item: FollowingItem): { heading: string; detail: string } {
	const { video, statement, before, after } = item;
	const title = isolated(video.title || "A YouTube video");
	const channel = isolated(video.channel_name || "A channel");
	const claim = statement ? isolated(`“${statement.content}”`) : "";
	switch (item.kind) {
		case "upload":
			return { heading: `New: ${title}`, detail: `Uploaded by ${channel}. Not checked yet.` };
		case "result":
			return { heading: `Checked: ${title}`, detail: `${outcome(item)} Channel: ${channel}` };
		case "verdict_moved":
			return {
				heading:
					before && after ? `${ratedWords(before)} → ${ratedWords(after)}` : "A verdict moved",
				detail: `${claim} in ${title}, ${channel}`,
			};
		case "evidence_lost":
			return {
				heading: "Evidence lost",
				detail: `Pages that ${statement ? claim : "verdicts"} rested on have changed, were retracted or are gone. ${title}, ${channel}`,
			};
		case "said_again":
			return { heading: "Said again", detail: `${claim} in ${title}, ${channel}` };
	}
}

function outcome({ video: { result } }: FollowingItem): string {
	if (result === null) return "";
	const { sentence } = findingWords(result);
	return result.bs_score === null ? sentence : `${sentence} BS score ${result.bs_score} of 100.`;
}
