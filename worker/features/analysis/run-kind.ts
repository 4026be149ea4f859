import type { AskedMoment } from "#features/statements/moment-window.ts";
import { isSameMoment } from "./answer-moment.ts";
import type { StartRequest } from "./objects.ts";
import type { RunInput } from "./run-input.ts";

/**
 * What a run does: analyzes the whole video, rates statements that were left out, checks one
 * statement again, or checks a moment.
 */
export type RunKind = "full" | "more" | "recheck" | "moment";

type Run = {
	kind: RunKind;
	moment: AskedMoment | null;
	/** Whether no member asks for it: a sample that home shows, whose result is not listed. */
	for_nobody: boolean;
};

export function kindOfRun({
	adds_to,
	rechecks,
	moment,
	started_by,
}: Pick<RunInput, "adds_to" | "rechecks" | "moment" | "started_by">): Run {
	return kindOfRequest({ more: adds_to !== null, rechecks, moment, started_by });
}

type Asked = Pick<StartRequest, "more" | "rechecks" | "moment" | "started_by">;

export function kindOfRequest({ more, rechecks, moment, started_by }: Asked): Run {
	const for_nobody = started_by === null;
	if (moment !== null) return { kind: "moment", moment, for_nobody };
	if (rechecks !== null) return { kind: "recheck", moment, for_nobody };
	return { kind: more ? "more" : "full", moment, for_nobody };
}

/**
 * Whether a run does what the request asks for, so that the request joins it. A statement is never
 * checked again by a run that started before its new page was stored. A moment during an analysis of
 * the whole video waits for the result, which may answer it. A member's own analysis is listed, so
 * it is not that of nobody.
 */
export function isAnsweredBy({ kind, moment, for_nobody }: Run, request: Asked): boolean {
	const asked = kindOfRequest(request);
	switch (asked.kind) {
		case "recheck":
			return false;
		case "moment":
			return moment !== null && asked.moment !== null && isSameMoment(moment, asked.moment);
		case "more":
			return kind === "full" || kind === "more";
		case "full":
			return kind === "full" && (!for_nobody || asked.for_nobody);
	}
}
