import type { User } from "#contract/account.ts";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Video } from "#contract/video.ts";
import { printable } from "#features/captions/pasted-transcript.ts";
import { parseVideoUrl, watchUrl } from "#features/youtube/video-url.ts";
import {
	badInput,
	notSignedIn,
	ProblemError,
	tooMany,
} from "#http/problems.ts";
import type { AnalysisObject } from "./objects.ts";

/** So many within a time; `giveBack` is for one that nothing came of. */
type Allowance = {
	take(): Promise<{ ok: boolean; retry_after_s: number }>;
	giveBack(): Promise<void>;
};

export type DaySpent = Pick<RunError, "code" | "title" | "detail"> & {
	retry_after_s: number;
};

/** What starting an analysis needs from outside. */
export type AnalysisStarts = {
	/** The video as visitors see it, whatever the mode hides, and whether a run is on. */
	readVideo(
		video_id: VideoId,
	): Promise<{ video: Video | null; running: boolean }>;
	/** True where a result made by real providers would be lost to a simulated one. */
	wouldBeSimulated(video: Video): boolean;
	analysisOf(video_id: VideoId): AnalysisObject;
	/** Why not even a short analysis has room in the rest of the site's day; null where it has. */
	dayIsSpent(): Promise<DaySpent | null>;
	quota: {
		analyses(member_id: string): Allowance;
		/** Of one caller's address, whoever is signed in there. */
		address(address: string): Allowance;
		forced(video_id: VideoId): Allowance;
	};
};

/** The run that was started or joined, or the result that stands. */
export type StartedAnalysis =
	| { video_id: VideoId; status: "analyzing"; run_id: RunId }
	| { video_id: VideoId; status: "completed"; video: Video };

type Wanted = { from: Allowance; sentence: string };

const TOO_MANY_ANALYSES =
	"You have started as many analyses as one hour allows. Please try again later.";
const TOO_MANY_FROM_ADDRESS =
	"As many analyses as one hour allows were started from your network address. Please try again later.";
const TOO_MANY_FORCED =
	"This video was re-analyzed a few times within the last hour. Please try again later.";

/**
 * Asks the video's object to start, unless there is a result already. Joining a
 * run that is on costs the member nothing. A link that cannot work is told to
 * visitors too: nobody should sign up to learn that.
 */
export async function startAnalysis(
	starts: AnalysisStarts,
	request: AnalyzeRequest & { user: User | null; address: string },
): Promise<StartedAnalysis> {
	const { user, address } = request;
	const link = parseVideoUrl(request.url ?? "");
	if (!link.ok) throw badInput("invalid_url", link.message);
	if (!user) throw notSignedIn("You must be logged in to analyze videos");
	const video_id = link.id;

	const { video, running } = await starts.readVideo(video_id);
	const completed = video?.analysis_status === "completed";
	if (video && completed && !request.force)
		return { video_id, status: "completed", video };
	if (video && completed && !running && starts.wouldBeSimulated(video))
		throw keepsRealResult();
	const wanted: Wanted[] = [
		{ from: starts.quota.analyses(user.id), sentence: TOO_MANY_ANALYSES },
		{ from: starts.quota.address(address), sentence: TOO_MANY_FROM_ADDRESS },
		...(completed
			? [{ from: starts.quota.forced(video_id), sentence: TOO_MANY_FORCED }]
			: []),
	];
	if (!running) {
		const spent = await starts.dayIsSpent();
		if (spent) throw new ProblemError({ ...spent, status: 429 });
		await takeAll(wanted);
	}
	const { joined, run_id } = await starts.analysisOf(video_id).start({
		video_id,
		url: watchUrl(video_id),
		started_by: user.id,
		transcript: printable(request.transcript ?? "").trim() || null,
	});
	if (joined && !running) await giveAllBack(wanted);
	return { video_id, status: "analyzing", run_id };
}

/** Takes one of each, or none and says why. */
async function takeAll(wanted: Wanted[]): Promise<void> {
	for (const [index, { from, sentence }] of wanted.entries()) {
		const taken = await from.take();
		if (taken.ok) continue;
		await giveAllBack(wanted.slice(0, index));
		throw tooMany(sentence, taken.retry_after_s);
	}
}

async function giveAllBack(wanted: Wanted[]): Promise<void> {
	await Promise.all(wanted.map(({ from }) => from.giveBack()));
}

function keepsRealResult(): ProblemError {
	return new ProblemError({
		status: 409,
		code: "real_result_kept",
		title: "Result kept",
		detail:
			"No AI provider is configured, so a new analysis would be simulated. The earlier result was kept.",
	});
}
