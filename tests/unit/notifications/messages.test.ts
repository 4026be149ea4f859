import { describe, expect, it } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
import { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { Notification } from "#contract/notifications.ts";
import {
	type AnalysisEnded,
	type ClaimDecided,
	type CreatorResponded,
	parseMessage,
	type VotesCast,
} from "#features/notifications/messages.ts";
import {
	analysisNotification,
	claimNotification,
	type NotificationText,
	responseNotification,
	votesNotification,
} from "#features/notifications/wording.ts";
import { runFailure } from "#http/run-failures.ts";

const video_id = VideoId.parse("abcdefghijk");
const statement_id = StatementId.parse("st-1");
const title = "An evening at the lighthouse";

function completed(
	change: Partial<Extract<AnalysisEnded, { status: "completed" }>> = {},
): AnalysisEnded {
	return {
		video_id,
		title,
		status: "completed",
		bs_score: 29,
		claims_count: 3,
		simulated: false,
		basis: "memory",
		coverage: { checkable: 3, checked: 0 },
		lean: null,
		...change,
	};
}

const failed: AnalysisEnded = {
	video_id,
	title,
	status: "failed",
	detail: "Video not found",
	recheck: false,
};
const decided = (change: Partial<ClaimDecided> = {}): ClaimDecided => ({
	claim_id: "c1",
	channel_name: "Harbour Talks",
	status: "verified",
	reason: null,
	...change,
});
const responded = (change: Partial<CreatorResponded> = {}): CreatorResponded => ({
	video_id,
	title,
	response_id: "r1",
	channel_name: "Harbour Talks",
	author_member_id: MemberId.parse("m1"),
	...change,
});
const votes = (change: Partial<VotesCast> = {}): VotesCast => ({
	video_id,
	title,
	votes: 3,
	statement_id: null,
	...change,
});

const said = ({ message, data }: NotificationText) => [message, data.path];

describe("notification message", () => {
	it.each([
		[29, "Factual"],
		[30, "Moderate BS"],
		[69, "Moderate BS"],
		[70, "High BS"],
	])(
		"of an analysis contains the score %i and its band without calling it true or false",
		(bs_score, band) => {
			const notice = analysisNotification(completed({ bs_score }));
			expect(notice.message).toBe(`“${title}” has a BS score of ${bs_score} out of 100 (${band}).`);
			expect(`${notice.title} ${notice.message}`).not.toMatch(/false|lie|true/i);
			expect(notice.data).toMatchObject({ path: "/results/abcdefghijk", bs_score });
		},
	);

	it("of an analysis marks a simulated score", () => {
		expect(analysisNotification(completed({ simulated: true })).message).toBe(
			`“${title}” has a BS score of 29 out of 100 (Factual), simulated.`,
		);
	});

	it("of an analysis with sources says how much of it was checked", () => {
		const coverage = { checkable: 12, checked: 7 };
		const notice = analysisNotification(completed({ basis: "evidence", coverage }));
		expect(notice.message).toBe(
			`“${title}” has a BS score of 29 out of 100 (Factual), 7 of 12 checked.`,
		);
		expect(notice.data).toMatchObject({ bs_score: 29, basis: "evidence", coverage });
	});

	it("of an analysis begins with what was found", () => {
		const finding = { ...NO_FINDING, holds: 5, refuted: 2, unverified: 5 };
		const coverage = { checkable: 12, checked: 7 };
		const notice = analysisNotification(completed({ basis: "evidence", coverage, finding }));
		expect(notice.message).toBe(
			`“${title}”: 2 of 7 checked claims do not hold. 5 hold. 5 could not be checked. It has a BS score of 29 out of 100 (Factual), 7 of 12 checked.`,
		);
		expect(notice.data).toMatchObject({ finding });
	});

	it("of an analysis with too little checked contains no score", () => {
		const coverage = { checkable: 12, checked: 1 };
		const lean = { score: 81, confidence: 70 };
		const notice = analysisNotification(completed({ coverage, bs_score: null, lean }));
		expect(notice.message).toBe(`“${title}”: too little could be checked (1 of 12).`);
		expect(notice.data).toMatchObject({ bs_score: null, lean, basis: "memory", coverage });
	});

	it("of an analysis without statements contains no score", () => {
		const notice = analysisNotification(completed({ bs_score: 0, claims_count: 0 }));
		expect(notice.message).toBe(`“${title}”: we found no statements to check.`);
		expect(notice.data).not.toHaveProperty("bs_score");
	});

	it("of a failed analysis contains the reason", () => {
		const notice = analysisNotification(failed);
		expect(notice.title).toBe("Analysis failed");
		expect(said(notice)).toEqual([
			`We could not analyze “${title}”. Video not found.`,
			"/results/abcdefghijk",
		]);
		const reasoned = { ...failed, title: " ", detail: "Is it private?" };
		expect(analysisNotification(reasoned).message).toBe(
			"We could not analyze your video. Is it private?",
		);
	});

	it("of a statement that was not checked again speaks of that statement alone", () => {
		const { detail } = runFailure("recheck_failed");
		const notice = analysisNotification({ ...failed, detail, recheck: true });
		expect(notice.title).toBe("Statement not checked again");
		expect(notice.message).toBe(`We could not check a statement of “${title}” again. ${detail}`);
	});

	it("of a claim contains decision and reason, and links to the next step", () => {
		expect(said(claimNotification(decided()))).toEqual([
			"You are now the verified owner of “Harbour Talks” and can respond to its analyses.",
			"/dashboard?tab=owner&view=respond",
		]);
		const reason = "The channel is another's";
		expect(said(claimNotification(decided({ status: "rejected", reason })))).toEqual([
			"Your claim on “Harbour Talks” was not accepted. The channel is another's.",
			"/dashboard?tab=owner&view=manage",
		]);
	});

	it("of a response links to the statement, or to the response if it answers none", () => {
		expect(said(responseNotification(responded(), null))).toEqual([
			`“Harbour Talks” responded to the analysis of “${title}”.`,
			"/results/abcdefghijk#creator-response",
		]);
		expect(said(responseNotification(responded(), statement_id))).toEqual([
			`“Harbour Talks” responded to a statement of the analysis of “${title}”.`,
			"/results/abcdefghijk#s-st-1",
		]);
	});

	it.each([
		[1, "1 new vote"],
		[2, "2 new votes"],
		[999, "999 new votes"],
		[1_000, "1000+ new votes"],
	])("of %i votes counts them in one sentence", (count, words) => {
		expect(votesNotification(votes({ votes: count })).message).toBe(`${words} on “${title}”.`);
	});

	it("of votes links to the statement if all votes are on the same one", () => {
		expect(votesNotification(votes()).data.path).toBe("/results/abcdefghijk");
		expect(votesNotification(votes({ statement_id })).data.path).toBe(
			"/results/abcdefghijk#s-st-1",
		);
	});

	it("stays short for any names and reasons, and splits no character", () => {
		const long = "👩‍🚒 word ".repeat(10_000);
		const notices = [
			analysisNotification(completed({ title: long })),
			analysisNotification({ ...failed, title: long, detail: long }),
			claimNotification(decided({ channel_name: long, reason: long })),
			responseNotification(responded({ title: long, channel_name: long }), null),
			votesNotification(votes({ title: long })),
		];
		for (const notice of notices) {
			expect(notice.message.length).toBeLessThan(600);
			expect(notice.message).not.toMatch(/\p{Surrogate}/u);
		}
	});

	it("uses a generic phrase if a name is missing", () => {
		const messages = [
			analysisNotification(completed({ title: "" })),
			claimNotification(decided({ channel_name: "" })),
			responseNotification(responded({ title: "", channel_name: "" }), null),
			votesNotification(votes({ title: "" })),
		].map(({ message }) => message);
		expect(messages.join()).not.toMatch(/“\s*”/);
		expect(messages[3]).toBe("3 new votes on your analysis.");
	});

	it("matches the Notification schema", () => {
		const sent = { id: "n1", timestamp: "2026-01-31T10:00:00.000Z", read: false };
		for (const notice of [
			analysisNotification(completed()),
			analysisNotification(failed),
			claimNotification(decided()),
			responseNotification(responded(), statement_id),
			votesNotification(votes()),
		])
			expect(Notification.parse({ ...notice, ...sent })).toEqual({ ...notice, ...sent });
	});
});

describe("outbox message", () => {
	it.each([
		["new_analysis", completed()],
		["new_analysis", failed],
		["claim_decision", decided()],
		["creator_response", responded()],
	])("of kind %s is parsed", (kind, payload) => {
		expect(parseMessage(kind, payload)).toEqual({ kind, payload });
	});

	it.each([
		["an unknown kind", "gossip", completed()],
		["no content", "new_analysis", null],
		["a path in place of a video id", "new_analysis", { ...failed, video_id: "../../x" }],
		["no score", "new_analysis", { ...completed(), bs_score: undefined }],
		["the content of another kind", "claim_decision", responded()],
	])("with %s is rejected", (_, kind, payload) => {
		expect(parseMessage(kind, payload)).toBeNull();
	});
});
