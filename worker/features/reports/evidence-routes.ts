import { ClaimAnswer } from "#contract/claim-pages.ts";
import { Evidence, EvidenceId, EvidenceRecord } from "#contract/evidence.ts";
import { ClaimKey } from "#contract/ids.ts";
import { readSurely } from "#db/client.ts";
import { readPiece } from "#features/statements/evidence-queries.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, malformed, NO_VIDEO, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readClaim } from "./claim-pages.ts";
import { readRecord } from "./evidence-record.ts";
import { readReport } from "./queries.ts";

/** What a result's evidence was taken from, and one piece of evidence by its id. */
export const evidenceEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/evidence",
		id: "readEvidenceRecord",
		summary: "What was searched, opened and dropped for a result",
		detail:
			"The evidence itself is part of the report. Empty lists if the result asked no sources.",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		answers: { 200: json("Of the published result.", EvidenceRecord) },
		problems: { 404: NO_VIDEO },
		handle: async ({ db, view }, { params }) => {
			const [{ video, statements }, stored] = await readSurely(
				db,
				(on) => Promise.all([readReport(on, params.id, view), readRecord(on, params.id)]),
				([found]) => found.video === null,
			);
			if (video === null) throw problem("video_not_found");
			return {
				...stored,
				dropped: statements.flatMap(({ id, ratings }) =>
					ratings.flatMap(({ provider, dropped }) =>
						dropped.map((quote) => ({ statement_id: id, provider, ...quote })),
					),
				),
			};
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/evidence/{id}",
		id: "readEvidence",
		summary: "One quote that was found on a page",
		access: "everyone",
		cross_origin: "public",
		params: { id: EvidenceId.register(malformed, { problem: "evidence_not_found" }) },
		answers: { 200: json("The quote and its page.", Evidence) },
		problems: { 404: "There is no such evidence." },
		handle: async ({ db, view }, { params }) => {
			const piece = await readSurely(
				db,
				(on) => readPiece(on, params.id, view),
				(found) => found === null,
			);
			if (piece === null) throw problem("evidence_not_found");
			return piece;
		},
	}),
];

const claimPath = { id: ClaimKey.register(malformed, { problem: "statement_not_found" }) };

/** One claim across videos. */
export const claimPageEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/statements/{id}",
		id: "readClaim",
		summary: "One claim across videos",
		detail:
			"Where it was said, when, and with which verdict, in public reports. The key is that of `also_said` in a report's statement; it follows from the claim's words.",
		access: "everyone",
		cross_origin: "public",
		params: claimPath,
		answers: { 200: json("The latest first.", ClaimAnswer) },
		problems: { 404: "No public report has the claim." },
		handle: async ({ db, view }, { params }) => {
			const answer = await readClaim(db, params.id, view);
			if (answer === null) throw problem("statement_not_found");
			return answer;
		},
	}),
];
