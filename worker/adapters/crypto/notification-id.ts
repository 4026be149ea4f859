import { createHash } from "node:crypto";
import type { MemberId } from "#contract/ids.ts";

/** As long as any other id. */
const ID_CHARS = 20;

/** The same for the same message and member, however often it is delivered; it tells neither. */
export function notificationId(message: string, member_id: MemberId): string {
	return createHash("sha256")
		.update(`${message}\n${member_id}`)
		.digest("base64url")
		.slice(0, ID_CHARS);
}
