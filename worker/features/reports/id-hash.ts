import { createHash } from "node:crypto";

/** SHA-256 of a video's id in hex, for callers who do not want to reveal the id. */
export function idHash(video_id: string): string {
	return createHash("sha256").update(video_id).digest("hex");
}
