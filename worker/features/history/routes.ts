import { Hono } from "hono";
import * as z from "zod";
import type { VideoId } from "#contract/ids.ts";
import {
	ComparisonQuery,
	type Version,
	VersionComparison,
	VersionList,
	VersionQuery,
} from "#contract/versions.ts";
import { readSurely } from "#db/client.ts";
import type { AppEnv } from "#http/app-env.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import {
	BAD_CURSOR,
	cursorQuery,
	json,
	NO_VIDEO,
	type Operations,
	videoPath,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readQuery, readVideoId } from "#http/query.ts";
import type { Context } from "#worker/context.ts";
import { compareVersions, summarize } from "./compare-versions.ts";
import { readVersionBefore, readVersions, type StoredVersion } from "./queries.ts";

/** Each version is some 20 KB, and all of a page are compared. */
const VERSIONS_A_PAGE = 20;

const VersionNumber = z.coerce.number().int().min(1);

/** The published versions of a video's result. */
export const videoVersions = new Hono<AppEnv>()
	.get("/:id/versions", async (c) => {
		const { cursor } = readQuery(c, VersionQuery);
		const list = await listVersions(c.get("context"), readVideoId(c), cursor ?? null);
		if (list === null) throw problem("video_not_found");
		linkNextPage(c, list);
		return c.json(list);
	})
	.get("/:id/versions/:version", async (c) => {
		const video_id = readVideoId(c);
		const { from } = readQuery(c, ComparisonQuery);
		const version = VersionNumber.safeParse(c.req.param("version"));
		if (!version.success) throw problem("version_not_found");
		const context = c.get("context");
		const [after, before] = await Promise.all([
			readVersion(context, video_id, version.data),
			from === undefined ? null : readVersion(context, video_id, from),
		]);
		if (after === null || (from !== undefined && before === null))
			throw problem("version_not_found");
		const { db, view } = context;
		const earlier = await readVersionBefore(db.near, video_id, { view, version: after.version });
		const compared = before ?? earlier;
		const answer: VersionComparison = {
			version: describe(after, earlier),
			from: compared && describe(compared, null),
			changes: compared && compareVersions(compared.content, after.content),
		};
		return c.json(answer);
	});

/** One page of the versions; null if there is no result. */
export async function listVersions(
	{ db, view }: Context,
	video_id: VideoId,
	cursor: string | null,
): Promise<VersionList | null> {
	const from = cursor === null ? null : VersionNumber.safeParse(cursor);
	if (from !== null && !from.success) throw badCursor();
	// One more for the next page, which is also what the last one is compared with.
	const versions = await readSurely(
		db,
		(on) =>
			readVersions(on, video_id, { view, from: from?.data ?? null, limit: VERSIONS_A_PAGE + 1 }),
		(found) => found === null,
	);
	if (versions === null) return null;
	const next = versions[VERSIONS_A_PAGE];
	return {
		versions: versions
			.slice(0, VERSIONS_A_PAGE)
			.map((version, at) => describe(version, versions[at + 1] ?? null)),
		next_cursor: next ? String(next.version) : null,
	};
}

async function readVersion(
	{ db, view }: Context,
	video_id: VideoId,
	version: number,
): Promise<StoredVersion | null> {
	const isThat = (it?: StoredVersion) => it?.version === version;
	const found = await readSurely(
		db,
		(on) => readVersions(on, video_id, { view, from: version, limit: 1 }),
		(rows) => !isThat(rows?.[0]),
	);
	if (found === null) throw problem("video_not_found");
	return found.find(isThat) ?? null;
}

function describe(
	{ version, published_at, simulated, content }: StoredVersion,
	before: StoredVersion | null,
): Version {
	const { bs_score, basis, checkable, checked, statements } = content;
	return {
		version,
		published_at,
		simulated,
		bs_score,
		basis,
		coverage: { checkable: checkable ?? statements.length, checked },
		claims_count: statements.length,
		summary: before && summarize(compareVersions(before.content, content)),
	};
}

/** The versions in the API description. */
export const versionOperations = (): Operations => ({
	"GET /api/videos/{id}/versions": {
		id: "listVersions",
		summary: "The published versions of a result",
		detail:
			"Newest first, each with what changed since the one before. Versions from before they were stored are missing, so numbers may start after 1.",
		access: "everyone",
		path: videoPath,
		query: cursorQuery,
		answers: { 200: json("A page of the versions.", VersionList) },
		problems: { 400: BAD_CURSOR, 404: NO_VIDEO },
	},
	"GET /api/videos/{id}/versions/{version}": {
		id: "compareVersions",
		summary: "What changed in a version",
		detail:
			"Compared with the version before, or with `from`: statements added and retired, and those whose verdict, score or pages differ; the panel, its models and the sources.",
		access: "everyone",
		path: { ...videoPath, version: z.int().min(1) },
		query: ComparisonQuery.shape,
		answers: { 200: json("The difference.", VersionComparison) },
		problems: {
			400: "`from` is not a number.",
			404: "There is no such video or version.",
		},
	},
});
