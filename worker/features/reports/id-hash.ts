import { createHash } from "node:crypto";

/** SHA-256 of a video's id, in hex: what one asks by who does not want to name it. */
export function idHash(video_id: string): string {
	return createHash("sha256").update(video_id).digest("hex");
}
