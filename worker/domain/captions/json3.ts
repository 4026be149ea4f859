import * as z from "zod";
import type { Cue } from "#contract/video.ts";
import { parseUntrustedJson } from "../untrusted-json.ts";
import { finishCues } from "./finish-cues.ts";
import { stripMarkup } from "./strip-markup.ts";

const Ms = z.number().min(0).optional().catch(undefined);

const Event = z
	.object({
		tStartMs: Ms,
		dDurationMs: Ms,
		/** Set on the line feeds by which automatic captions scroll. */
		aAppend: z.unknown().optional(),
		segs: z.unknown().optional(),
	})
	.nullable()
	.catch(null);

const Json3 = z.object({ events: z.array(Event) });

/** Cues of a json3 track; none where the text is not one. */
export function parseJson3(body: string): Cue[] {
	const parsed = Json3.safeParse(jsonOf(body));
	if (!parsed.success) return [];
	const events = parsed.data.events.filter((event) => event !== null);
	const captions = events.flatMap((event) => {
		if (event.aAppend || !Array.isArray(event.segs)) return [];
		const start = (event.tStartMs ?? 0) / 1000;
		const end =
			event.dDurationMs === undefined ? null : start + event.dDurationMs / 1000;
		const text = event.segs.map(wordOf).join("");
		return [{ start, end, text: stripMarkup(text).text }];
	});
	const rolling = events.some((event) => Boolean(event.aAppend));
	return finishCues(captions, { rolling });
}

/** By hand: automatic captions hold one for each word, tens of thousands in a long talk. */
function wordOf(seg: unknown): string {
	const named = typeof seg === "object" && seg !== null && "utf8" in seg;
	return named && typeof seg.utf8 === "string" ? seg.utf8 : "";
}

function jsonOf(body: string): unknown {
	try {
		return parseUntrustedJson(body);
	} catch {
		return null;
	}
}
