import type { FakeAi } from "./fake-ai.ts";
import type { FakeYoutube } from "./fake-youtube.ts";

export type Stage =
	| "player"
	| "captions"
	| "extraction"
	| "rating"
	| "elsewhere";

/** A call that reached a stand-in. */
export type OutsideCall = {
	stage: Stage;
	/** Names what was asked: the same for the same question. */
	question: string;
	/** Epoch milliseconds with fractions. */
	started_at: number;
	/** null while the answer is on its way. */
	ended_at: number | null;
	/** null where no headers were sent. */
	status: number | null;
};

const YOUTUBE_STAGES: Record<string, Stage> = {
	player: "player",
	timedtext: "captions",
};

export function videoQuestion(stage: Stage, video_id: string): string {
	return `${stage} ${video_id}`;
}

export function extractionQuestion(window: string): string {
	return `extraction ${window}`;
}

export function ratingQuestion(provider: string, statement: string): string {
	return `rating ${provider} ${statement}`;
}

/** Every call that reached the stand-ins so far, by time. */
export function outsideCalls(ai: FakeAi, youtube: FakeYoutube): OutsideCall[] {
	const toYoutube = youtube.calls.map((call): OutsideCall => {
		const stage = YOUTUBE_STAGES[call.kind] ?? "elsewhere";
		const { started_at, ended_at, id } = call;
		const status = ended_at === null ? null : 200;
		const question = videoQuestion(stage, id);
		return { stage, question, started_at, ended_at, status };
	});
	const toAi = ai.calls.map((call): OutsideCall => {
		const { started_at, ended_at, status } = call;
		const rates = call.statement !== null;
		return {
			stage: rates ? "rating" : "extraction",
			question: rates
				? ratingQuestion(call.provider, call.statement ?? "")
				: extractionQuestion(call.transcript ?? ""),
			started_at,
			ended_at,
			status,
		};
	});
	return [...toYoutube, ...toAi].sort((a, b) => a.started_at - b.started_at);
}
