import type { AskedMoment } from "#features/statements/moment-window.ts";
import { isSameMoment } from "./answer-moment.ts";
import type { StartRequest } from "./objects.ts";
import type { RunInput } from "./run-input.ts";

/**
 * What a run does: analyzes the whole video, rates statements that were left out, checks one
 * statement again, or checks a moment.
 */
export type RunKind = "full" | "more" | "recheck" | "moment";

type Run = { kind: RunKind; moment: AskedMoment | null };

export function kindOfRun({
	adds_to,
	rechecks,
	moment,
}: Pick<RunInput, "adds_to" | "rechecks" | "moment">): Run {
	if (moment !== null) return { kind: "moment", moment };
	if (rechecks !== null) return { kind: "recheck", moment };
	return { kind: adds_to === null ? "full" : "more", moment };
}

type Asked = Pick<StartRequest, "more" | "rechecks" | "moment">;

export function kindOfRequest({ more, rechecks, moment }: Asked): Run {
	if (moment !== null) return { kind: "moment", moment };
	if (rechecks !== null) return { kind: "recheck", moment };
	return { kind: more ? "more" : "full", moment };
}

/**
 * Whether a run does what the request asks for, so that the request joins it. A statement is never
 * checked again by a run that started before its new page was stored. A moment during an analysis of
 * the whole video waits for the result, which may answer it.
 */
export function isAnsweredBy({ kind, moment }: Run, request: Asked): boolean {
	const asked = kindOfRequest(request);
	switch (asked.kind) {
		case "recheck":
			return false;
		case "moment":
			return moment !== null && asked.moment !== null && isSameMoment(moment, asked.moment);
		case "more":
			return kind === "full" || kind === "more";
		case "full":
			return kind === "full";
	}
}
