import type { VideoId } from "#contract/ids.ts";
import type { SharedProduct } from "./product.ts";
import type { SignedIn } from "./signed-in.ts";

/** Hides a report, so that its page says so. */
export async function takeDown(admin: SignedIn, id: VideoId) {
	const { status } = await admin.post("/api/admin/hidden", {
		kind: "video",
		id,
		hidden: true,
		reason: "private",
		sentence: "It shows where someone lives.",
	});
	if (status !== 200) throw new Error(`A takedown was answered ${status}`);
}

/** A notice that waits and one that was answered, by their numbers. */
export async function sendNotices(product: SharedProduct, admin: SignedIn, video_id: VideoId) {
	const send = async (body: { kind: string; text: string; email?: string }) => {
		const url = `/results/${video_id}`;
		return (await product.visitor().post<{ number: string }>("/api/notices", { url, ...body })).body
			.number;
	};
	const waiting = await send({
		kind: "wrong_person",
		text: "The engineer in this talk is not the one whom the report names.\n\nMy sister has the same name and is asked about it at work.",
		email: "a.reader@example.org",
	});
	const answered = await send({
		kind: "wrong_words",
		text: "At 12:40 he says “nine”, not “ninety”.",
	});
	const reply = {
		number: answered,
		outcome: "corrected",
		text: "You are right. We checked it again.",
	};
	const { status } = await admin.post("/api/admin/notices", reply);
	if (status !== 200) throw new Error(`A notice's answer was answered ${status}`);
	return { waiting, answered };
}
