import { ComparisonQuery, VersionComparison, VersionList } from "#contract/versions.ts";
import { missingVideo } from "#features/takedowns/refusal.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	cursorQuery,
	json,
	linkNextPage,
	malformed,
	NO_VIDEO,
	TAKEN_DOWN_PROBLEMS,
	videoPath,
} from "#http/operation.ts";
import { listVersions, readComparison, VersionNumber } from "./read-versions.ts";

/** The published versions of a video's result. */
export const versionEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/versions",
		id: "listVersions",
		summary: "The published versions of a result",
		detail:
			"Newest first, each with what changed since the one before. Results of demo mode take numbers too, so numbers may start after 1.",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		query: cursorQuery,
		answers: { 200: json("A page of the versions.", VersionList) },
		problems: { 400: BAD_CURSOR, 404: NO_VIDEO, ...TAKEN_DOWN_PROBLEMS },
		handle: async (context, { c, params, query }) => {
			const list = await listVersions(context, params.id, query.cursor ?? null);
			if (list === null) throw await missingVideo(context, params.id);
			linkNextPage(c, list);
			return list;
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/versions/{version}",
		id: "compareVersions",
		summary: "What changed in a version",
		detail:
			"Compared with the version before, or with `from`: statements added and retired, and those whose verdict, score or pages differ; the panel, its models and the sources.",
		access: "everyone",
		cross_origin: "public",
		params: {
			...videoPath,
			version: VersionNumber.register(malformed, { problem: "version_not_found" }),
		},
		query: ComparisonQuery.shape,
		answers: { 200: json("The difference.", VersionComparison) },
		problems: {
			400: "`from` is not a number.",
			404: "There is no such video or version.",
			...TAKEN_DOWN_PROBLEMS,
		},
		handle: (context, { params, query }) =>
			readComparison(context, params.id, { from: query.from ?? null, to: params.version }),
	}),
];
